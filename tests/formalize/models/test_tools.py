"""A model that calls tools: what is sent to each provider, what comes back, and where the conversation ends."""

import json
from typing import Any

import pytest

from curate.formalize.models.anthropic_messages import AnthropicModel
from curate.formalize.models.api import Message, Settings
from curate.formalize.models.openai_chat import OpenAIModel
from curate.formalize.models.sdk import SdkModel
from curate.formalize.models.tools import MAX_CALLS, Bounds, Conversation, Tool, converse
from curate.schemas.base import Record
from curate.standins.models import Calls, Fault, StandIn, serve

ASKED = (Message(role="system", content="use the tools"), Message(role="user", content="how many lines?"))
BOUNDS = Bounds(turns=5, tokens=None, answer_chars=50, timeout_s=30)


class Where(Record):
    path: str
    first: int = 1


def read(asked: Where) -> str | None:
    return None if asked.path == "end" else f"{asked.path} from {asked.first}"


TOOLS = (Tool("read", "A file's lines.", Where, read),)
KINDS = pytest.mark.parametrize("kind", ["openai", "anthropic"])


def make(kind: str, server: StandIn) -> SdkModel:
    settings = Settings(tools=tuple(tool.offer for tool in TOOLS))
    if kind == "openai":
        return OpenAIModel("small", f"{server.base_url}/v1", "key", settings)
    return AnthropicModel("small", server.base_url, "key", settings)


def talk(kind: str, answers: list[str | Calls | Fault], bounds: Bounds = BOUNDS) -> tuple[Conversation, StandIn]:
    with serve(answers) as server:
        return converse(make(kind, server), ASKED, TOOLS, bounds, lambda reply: None), server


def results(kind: str, request: dict[str, Any]) -> list[tuple[str, str]]:
    """The answers to calls in a request: the call's id and what it was told."""
    if kind == "openai":
        return [(one["tool_call_id"], one["content"]) for one in request["messages"] if one["role"] == "tool"]
    blocks = [block for turn in request["messages"] if isinstance(turn["content"], list) for block in turn["content"]]
    return [(one["tool_use_id"], one["content"]) for one in blocks if one["type"] == "tool_result"]


@KINDS
def test_each_call_is_answered_until_the_model_answers(kind: str) -> None:
    calls = Calls((("read", '{"path": "A.lean"}'), ("read", '{"path": "B.lean", "first": 7}')), "I look")
    said, server = talk(kind, [calls, "three"])
    assert (said.ended, said.messages[-1].content, len(said.replies)) == ("answer", "three", 2)
    told = results(kind, server.requests[1])
    assert [words for _, words in told] == ["A.lean from 1", "B.lean from 7"]
    assert {name for name, _ in told} == {call.id for call in said.replies[0].calls}
    offered = json.dumps(server.requests[0]["tools"])
    assert "A file's lines." in offered
    assert '"first"' in offered
    assert "I look" in json.dumps(server.requests[1])


@KINDS
def test_a_conversation_ends_when_a_tool_says_that_the_work_is_done(kind: str) -> None:
    said, server = talk(kind, [Calls((("read", '{"path": "end"}'),)), "never asked"])
    assert said.ended == "done"
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (("rm", "{}"), "no such tool; the tools are read"),
        (("read", "{}"), "path: Field required"),
        (("read", '{"path": "A", "mode": "w"}'), "mode: Extra inputs"),
        (("read", '{"path": "A", "first": "no"}'), "first: Input should be"),
        (("read", "[1]"), "are wrong"),
        (("read", '{"path": "A'), "not one JSON object"),
        (("read", "[" * 100_000), "not one JSON object"),
        (("read", '{"path": "\\ud800' + "x" * 100 + '"}'), "characters left out]"),
    ],
)
def test_a_call_that_cannot_be_used_is_answered_by_why(call: tuple[str, str], words: str) -> None:
    said, server = talk("openai", [Calls((call,)), "sorry"], BOUNDS._replace(answer_chars=100))
    assert said.ended == "answer"
    assert words in results("openai", server.requests[1])[0][1]


def test_a_model_that_never_stops_is_stopped() -> None:
    call = Calls((("read", '{"path": "A"}'),))
    assert talk("openai", [call])[0].ended == "turns"
    said, server = talk("openai", [call], BOUNDS._replace(tokens=300))
    assert (said.ended, len(server.requests)) == ("tokens", 3)  # 120 a turn
    _, server = talk("openai", [Calls(call.calls * (MAX_CALLS + 2)), "done"])
    told = [words for _, words in results("openai", server.requests[1])]
    assert told[MAX_CALLS - 1 :] == ["A from 1"] + ["too many calls in one turn; call again"] * 2


def test_servers_that_write_calls_in_their_own_way_are_understood() -> None:
    """No id and no type, and an object where the API has a text."""
    call = {"function": {"name": "read", "arguments": {"path": "A"}}}
    choice = {"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "tool_calls": [call]}}
    odd = Fault(status=200, body={"id": "x", "model": "m", "choices": [choice]})
    said, server = talk("openai", [odd, "fine"])
    assert said.ended == "answer"
    assert results("openai", server.requests[1]) == [("call-0", "A from 1")]
