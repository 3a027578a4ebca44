"""A small MCP server for the tests, on stdin and stdout: one tool answers, the other asks a service outside."""

import json
import socket
import sys

TOOLS = {
    "hint": ("A hint for a goal.", "goal"),
    "look_up": ("Asks a service outside.", "port"),
}


def use(name: str, arguments: dict[str, str]) -> str:
    if name == "hint":
        return f"try symm on {arguments['goal']}"
    with socket.create_connection(("127.0.0.1", int(arguments["port"])), timeout=5):
        return "found"


def answer(method: str, given: dict[str, object]) -> dict[str, object]:
    if method == "initialize":
        info = {"name": "notes", "version": "1"}
        return {"protocolVersion": given["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": info}
    if method == "tools/list":
        return {
            "tools": [
                {
                    "name": name,
                    "description": words,
                    "inputSchema": {"type": "object", "properties": {key: {"type": "string"}}, "required": [key]},
                }
                for name, (words, key) in TOOLS.items()
            ]
        }
    try:
        said, wrong = use(str(given["name"]), given["arguments"]), False  # type: ignore[arg-type]
    except (OSError, KeyError, ValueError) as error:
        said, wrong = f"{type(error).__name__}: {error}", True
    return {"content": [{"type": "text", "text": said}], "isError": wrong}


for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        result = answer(asked["method"], asked.get("params", {}))
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}) + "\n")
        sys.stdout.flush()
