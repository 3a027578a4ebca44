"""Tools of an MCP server: those that are allowed, by a real server over stdio, without the network."""

import json
import socket
import sys
from pathlib import Path

import pytest

from curate.evals.prove.servers import serving_tools
from curate.formalize.models.api import ToolCall
from curate.formalize.models.tools import use_tool
from curate.schemas.errors import Failed, Refused

SERVER = (sys.executable, str(Path(__file__).parent / "lean_notes_server.py"))


def call(tool: str, **arguments: object) -> ToolCall:
    return ToolCall(id="1", name=tool, arguments=json.dumps(arguments))


def test_an_agent_may_use_what_is_allowed_of_a_server_that_has_no_network(tmp_path: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        serving_tools(SERVER, ["hint", "look_up"], tmp_path) as tools,
    ):
        by_name = {tool.name: tool for tool in tools}
        offer = by_name["hint"].offer
        assert (offer.description, list(offer.parameters["properties"])) == ("A hint for a goal.", ["goal"])
        assert use_tool(by_name, call("hint", goal="a = b")) == "try symm on a = b"
        assert str(use_tool(by_name, call("hint", wrong=1))).startswith("error: ")
        port = listening.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):
            pass  # for whoever has the network it is there
        answer = str(use_tool(by_name, call("look_up", port=str(port))))
        assert answer.startswith("error: ")
        assert "found" not in answer


def test_what_is_not_allowed_is_not_offered_and_what_the_work_raises_is_not_wrapped(tmp_path: Path) -> None:
    names: list[str] = []
    with pytest.raises(KeyError, match="mine"):
        _work(tmp_path, names)
    assert names == ["hint"]


def _work(folder: Path, names: list[str]) -> None:
    with serving_tools(SERVER, ["hint"], folder) as tools:
        names += [tool.name for tool in tools]
        raise KeyError("mine")


def test_a_tool_that_is_not_offered_and_a_server_that_is_none_are_told_of(tmp_path: Path) -> None:
    with (
        pytest.raises(Refused, match="offers no tool verify; it offers hint, look_up"),
        serving_tools(SERVER, ["verify"], tmp_path),
    ):
        pass
    with pytest.raises(Failed, match="did not answer"), serving_tools(("false",), ["hint"], tmp_path):
        pass
