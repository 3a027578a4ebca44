"""Providers are asked through their SDKs; what goes wrong there gets a clear word."""

from pathlib import Path
from typing import Any

import pytest

from curate.formalize.models.anthropic_messages import AnthropicModel
from curate.formalize.models.api import Message, ProviderProblem, Reply
from curate.formalize.models.cassette import Cassette, Recorder, read_cassette
from curate.formalize.models.openai_chat import OpenAIModel
from curate.formalize.models.prices import find_price
from curate.formalize.models.providers import open_model
from curate.schemas.errors import Refused
from curate.standins.models import Fault, serve

ASKED = (Message(role="system", content="be brief"), Message(role="user", content="hello ∀"))
RETRY_AT_ONCE = (("retry-after-ms", "1"),)
BUSY = Fault(status=429, body={"error": {"message": "slow down"}}, headers=RETRY_AT_ONCE)
DOWN = Fault(status=503, body={"error": {"message": "overloaded"}}, headers=RETRY_AT_ONCE)


def make(kind: str, base_url: str) -> OpenAIModel | AnthropicModel:
    return (
        OpenAIModel("small", f"{base_url}/v1", "secret-key")
        if kind == "openai"
        else AnthropicModel("small", base_url, "secret-key")
    )


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_an_answer_comes_with_its_tokens(kind: str) -> None:
    with serve(["fine"]) as server:
        reply = make(kind, server.base_url).answer(ASKED, 30)
    assert (reply.text, reply.input_tokens, reply.output_tokens) == ("fine", 100, 20)
    assert server.paths == ["/v1/chat/completions" if kind == "openai" else "/v1/messages"]
    assert "hello ∀" in str(server.requests[0]["messages"])
    assert "be brief" in str(server.requests[0])


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_a_busy_provider_is_asked_again(kind: str) -> None:
    with serve([BUSY, DOWN, "fine"]) as server:
        assert make(kind, server.base_url).answer(ASKED, 30).text == "fine"
    assert len(server.requests) == 3


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
@pytest.mark.parametrize(
    ("fault", "word"),
    [
        (BUSY, "rate limit"),
        (DOWN, "status 503"),
        (Fault(status=402, body={"error": {"message": "payment required"}}), "no credit"),
        (Fault(status=400, body={"error": {"message": "Your credit balance is too low"}}), "no credit"),
        (
            Fault(
                status=429,
                body={"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}},
                headers=RETRY_AT_ONCE,
            ),
            "no credit",
        ),
        (Fault(status=401, body={"error": {"message": "bad key"}}), "refused the key"),
        (Fault(status=404, body={"error": {"message": "no such model"}}), "no such model"),
        (Fault(status=400, body={"error": {"message": "odd\x1b[31m"}}), "refused the request"),
        (Fault(status=200, body={"choices": [{"message": {"content": "x" * 100}}]}, cut=True), "could not be read"),
        (Fault(status=200, body={"unexpected": True}), "could not be read"),
        (Fault(delay_s=1.5, headers=RETRY_AT_ONCE), "in time"),
    ],
)
def test_a_failing_provider_gets_a_clear_word(kind: str, fault: Fault, word: str) -> None:
    with serve([fault]) as server, pytest.raises(ProviderProblem) as caught:
        make(kind, server.base_url).answer(ASKED, 0.9 if fault.delay_s else 30)
    assert word in str(caught.value)
    assert "secret-key" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


def chat(**more: Any) -> dict[str, Any]:
    """What a server sends for "fine", with other fields."""
    said = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "fine"}}
    return {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [said], **more}


@pytest.mark.parametrize("model", ["\ud800", "m" * 1_000, None])
def test_how_a_server_names_itself_can_always_be_stored(model: str | None) -> None:
    counts = {"prompt_tokens": -5, "completion_tokens": 1, "total_tokens": -4}
    with serve([Fault(status=200, body=chat(model=model, usage=counts))]) as server:
        reply = make("openai", server.base_url).answer(ASKED, 30)
    assert Reply.model_validate_json(reply.model_dump_json()) == reply
    assert reply.input_tokens == 0  # a count below 0 would give money back
    assert reply.served is None or 0 < len(reply.served) <= 200


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"id": "\xff"}',
        b"[1, 2]",
        chat(choices=None),
        chat(choices=[None]),
        chat(model=["m"]),
        chat(usage="many"),
        chat(usage={"prompt_tokens": 10**30, "completion_tokens": 1, "total_tokens": 1}),
    ],
    ids=["deep", "no UTF-8", "list", "no choices", "null choice", "model", "usage", "count"],
)
def test_an_answer_of_another_shape_is_no_answer(body: dict[str, Any] | bytes) -> None:
    with serve([Fault(status=200, body=body)]) as server, pytest.raises(ProviderProblem, match="could not be read"):
        make("openai", server.base_url).answer(ASKED, 30)


def test_a_server_that_is_not_there_gets_a_clear_word() -> None:
    with pytest.raises(ProviderProblem, match="can't be reached"):
        OpenAIModel("small", "http://127.0.0.1:9/v1", "key").answer(ASKED, 5)


def test_a_model_without_a_key_is_refused_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    assert open_model("none", None) is None
    with pytest.raises(Refused, match="OPENAI_API_KEY"):
        open_model("gpt-4.1", None)
    with pytest.raises(Refused, match="ANTHROPIC_API_KEY"):
        open_model("anthropic/claude-sonnet-4", None)
    model = open_model("local-model", "http://127.0.0.1:9/v1")
    assert model is not None
    assert model.name == "local-model"


def test_a_recorded_answer_is_played_back_without_anyone_being_asked(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with serve(["fine"]) as server:
        first = Recorder(make("openai", server.base_url), path).answer(ASKED, 30)
    assert Cassette(path).answer(ASKED, 30) == first
    assert len(read_cassette(path)) == 1
    assert "secret-key" not in path.read_text()
    with pytest.raises(ProviderProblem, match="no answer to this question"):
        Cassette(path).answer((*ASKED, Message(role="user", content="again")), 30)


def test_a_file_that_is_no_cassette_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with pytest.raises(Refused, match="can't be read"):
        Cassette(path)
    path.write_text("prose\n")
    with pytest.raises(Refused, match="not a cassette"):
        Cassette(path)
    path.write_text("")
    with pytest.raises(Refused, match="one model"):
        Cassette(path)


def test_a_price_holds_for_a_model_and_its_versions_only() -> None:
    price = find_price("gpt-4o-mini-2024-07-18")
    assert price is not None
    assert price == find_price("gpt-4o-mini")
    assert price.of(1_000_000, 1_000_000) == pytest.approx(0.75)
    assert find_price("gpt-4o-mini-audio") is None
    assert find_price("a-model-of-tomorrow") is None
