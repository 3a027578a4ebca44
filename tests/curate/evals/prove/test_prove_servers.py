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


def call(name: str, **arguments: object) -> ToolCall:
    return ToolCall(id="1", name=name, arguments=json.dumps(arguments))


def test_an_agent_may_use_what_is_allowed_of_a_server_that_has_no_network(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, serving_tools(SERVER, ["hint"], tmp_path) as tools:
        by_name = {tool.name: tool for tool in tools}
        assert list(by_name) == ["hint"]
        (offer,) = (tool.offer for tool in tools)
        assert (offer.description, list(offer.parameters["properties"])) == ("A hint for a goal.", ["goal"])
        assert use_tool(by_name, call("hint", goal="a = b")) == "try symm on a = b"
        assert str(use_tool(by_name, call("hint", wrong=1))).startswith("error: ")
        port = listening.getsockname()[1]
        assert "there is no such tool" in str(use_tool(by_name, call("look_up", name=str(port))))
    with socket.create_server(("127.0.0.1", 0)) as listening, serving_tools(SERVER, ["look_up"], tmp_path) as tools:
        port = listening.getsockname()[1]
        answer = str(use_tool({tool.name: tool for tool in tools}, call("look_up", name=str(port))))
        assert answer.startswith("error: ")
        assert "found" not in answer


def test_a_tool_that_is_not_offered_and_a_server_that_is_none_are_told_of(tmp_path: Path) -> None:
    with (
        pytest.raises(Refused, match="offers no tool verify; it offers hint, look_up"),
        serving_tools(SERVER, ["verify"], tmp_path),
    ):
        pass
    with pytest.raises(Failed, match="did not answer"), serving_tools(("false",), ["hint"], tmp_path):
        pass


def test_what_the_work_raises_is_not_wrapped(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="mine"), serving_tools(SERVER, ["hint"], tmp_path):
        raise KeyError("mine")
