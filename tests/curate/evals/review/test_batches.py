"""Batches ask the same questions and keep the same records as a run does."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import Said

from curate import exits
from curate.standins.models import Fault, serve
from curate.standins.models.reviewer import review

Review = Callable[..., Said]


def answers(run: Path) -> dict[str, Any]:
    held = [json.loads(line) for line in (run / "predictions.jsonl").read_text().splitlines()]
    return {one["key"]: (one["answer"], one["invalid"], one["prompt_sha256"]) for one in held}


@pytest.mark.parametrize("provider", ["", "anthropic/"])
def test_batches_give_the_predictions_of_a_run(
    built: Path, curate: Review, tmp_path: Path, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    spoiled = [5]

    def shaky(request: dict[str, Any]) -> str | Fault:
        spoiled[0] -= 1
        if spoiled[0] >= 0:
            return Fault()
        first = len(request["messages"]) < 3
        return "prose" if first and len(str(request["messages"])) % 3 == 0 else review(request)

    choice = ["--dataset", str(built), "--sample", "12", "--stage", "2", "--model", f"{provider}mind"]
    with serve(shaky) as server:
        address = server.base_url if provider else f"{server.base_url}/v1"
        for _ in range(9):
            assert (
                curate("batch", "submit", *choice, "--base-url", address, "--out", tmp_path / "batch").code
                == exits.DONE
            )
            said = curate("batch", "collect", tmp_path / "batch", "--dataset", built, "--base-url", address)
            if said.code == exits.DONE:
                break
            assert said.code == exits.STOPPED
        assert curate("run", *choice, "--base-url", address, "--out", tmp_path / "run").code == exits.DONE
    assert answers(tmp_path / "batch") == answers(tmp_path / "run")
    assert any(invalid != [None] for _, invalid, _ in answers(tmp_path / "run").values())


def test_what_is_on_the_way_is_not_handed_in_again(built: Path, curate: Review, tmp_path: Path) -> None:
    with serve(review) as server:
        words = ["batch", "submit", "--dataset", built, "--sample", 2, "--model", "mind", "--out", tmp_path / "batch"]
        for _ in range(2):
            assert curate(*words, "--base-url", f"{server.base_url}/v1").code == exits.DONE
    noted = [json.loads(line) for line in (tmp_path / "batch" / "batches.jsonl").read_text().splitlines()]
    assert len(noted) == 1
    assert len(noted[0]["keys"]) == len(set(noted[0]["keys"])) > 0


def test_the_questions_of_a_batch_that_failed_are_handed_in_again(built: Path, curate: Review, tmp_path: Path) -> None:
    with serve(review) as server:
        choice = ["--dataset", built, "--sample", 2, "--model", "mind"]
        address, server.batches_end_as = ["--base-url", f"{server.base_url}/v1"], "failed"
        submit = ["batch", "submit", *choice, *address, "--out", tmp_path / "batch", "--no-reask"]
        collect = ["batch", "collect", tmp_path / "batch", "--dataset", built, *address]
        curate(*submit)
        failed = curate(*collect)
        assert (failed.code, "submit again" in failed.last) == (exits.STOPPED, True)
        server.batches_end_as = "completed"
        curate(*submit)
        assert curate(*collect).code == exits.DONE


def test_a_model_without_batches_is_refused(built: Path, curate: Review, tmp_path: Path) -> None:
    cassette = tmp_path / "cassette.jsonl"
    with serve(review) as server:
        curate("run", "--dataset", built, "--sample", 1, "--model", "mind", "--base-url", f"{server.base_url}/v1",
               "--out", tmp_path / "run", "--record", cassette)  # fmt: skip
    said = curate("batch", "submit", "--dataset", built, "--model", f"cassette:{cassette}", "--out", tmp_path / "b")
    assert said.code == exits.REFUSED
