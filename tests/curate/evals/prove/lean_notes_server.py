"""A small MCP server for the tests, on stdin and stdout: what one of its tools says depends on the network."""

import socket

from mcp.server import MCPServer

server = MCPServer("notes")


@server.tool()
def hint(goal: str) -> str:
    """A hint for a goal."""
    return f"try symm on {goal}"


@server.tool()
def look_up(name: str) -> str:
    """Asks a service outside."""
    with socket.create_connection(("127.0.0.1", int(name)), timeout=5):
        return "found"


if __name__ == "__main__":
    server.run("stdio")
