"""Answers that were collected elsewhere are scored as a run is, and what does not fit is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from command_line import Said

from curate import exits
from curate.evals.review.answer import AXES
from curate.evals.review.asking import build_prompt
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.imports import METADATA, Asked, import_inspect
from curate.evals.review.opinions import import_people
from curate.evals.review.questions import Question
from curate.schemas.errors import Refused

Review = Callable[..., Said]
Change = Callable[[dict[str, Any]], object]
GOOD = {"verdict": "merge_ready", "p_merge_ready": 70, "axes": dict.fromkeys(AXES, "ok"), "notes": []}
REASONED = [{"type": "reasoning", "reasoning": "so"}, {"type": "text", "text": json.dumps(GOOD)}]


@pytest.fixture(scope="module")
def dataset(built: Path) -> ReviewSet:
    return ReviewSet(built)


def sample(dataset: ReviewSet, place: int, content: object, epoch: int = 1) -> dict[str, Any]:
    """A sample of a log, in inspect_ai's format."""
    question = Question("review", dataset.snapshots[place].item, 2, epoch)
    prompt = build_prompt(dataset, question, 4000)
    message = {"role": "assistant", "content": content, "source": "generate"}
    asked = Asked(mode="review", item=question.item, stage=2, diff_chars=4000)
    return {
        "id": question.key, "epoch": epoch, "target": "", "scores": {}, "store": {}, "uuid": "x",
        "input": [{"id": "m", "role": one.role, "content": one.content} for one in prompt.messages],
        "output": {
            "model": "mind-2026", "choices": [{"message": message, "stop_reason": "stop"}], "time": 1.5,
            "usage": {"input_tokens": 900, "output_tokens": 80, "total_tokens": 980, "reasoning_tokens": 11},
        },
        "metadata": {METADATA: asked.model_dump(mode="json")},
    }  # fmt: skip


def log(samples: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "version": 2,
        "status": "success",
        "eval": {"model": "openai/mind", "config": {"epochs": 2}, "packages": {"inspect_ai": "0.3.285"}},
        "plan": {"config": {"temperature": 0.5, "max_tokens": 400, "internal_tools": False}},
        "samples": samples,
    }


@pytest.fixture
def whole(dataset: ReviewSet) -> dict[str, Any]:
    texts: list[object] = [json.dumps(GOOD), REASONED, "prose"]
    return log([sample(dataset, place, text, epoch) for epoch in (1, 2) for place, text in enumerate(texts)])


def test_a_log_of_inspect_becomes_a_run_that_is_scored(
    built: Path, whole: dict[str, Any], curate: Review, tmp_path: Path
) -> None:
    (tmp_path / "log.json").write_text(json.dumps(whole))
    run = tmp_path / "run"
    words = ("import", f"inspect:{tmp_path / 'log.json'}", "--dataset", built, "--out", run)
    assert curate(*words).code == curate(*words).code == exits.DONE
    held = [json.loads(line) for line in (run / "predictions.jsonl").read_text().splitlines()]
    assert [one["invalid"] for one in held] == [[None], [None], ["not-json"]] * 2
    assert held[1]["asks"][0]["reasoning_tokens"] == 11
    file = json.loads((run / "run.json").read_text())
    assert file["model"] == "openai/mind"
    assert file["parameters"] == {"inspect_ai": "0.3.285", "max_tokens": 400, "temperature": 0.5}
    said = curate("report", run, "--dataset", built, "--draws", 5)
    assert said.code == exits.DONE
    assert "run openai/mind stage 2 merged" in said.out


def test_a_sample_that_failed_is_no_prediction(
    built: Path, whole: dict[str, Any], curate: Review, tmp_path: Path
) -> None:
    whole["samples"][0] |= {"error": {"message": "503"}, "output": {"model": "mind", "choices": []}}
    (tmp_path / "log.json").write_text(json.dumps(whole))
    assert curate("import", f"inspect:{tmp_path / 'log.json'}", "--dataset", built, "--out", tmp_path / "run").code == 0
    assert curate("score", tmp_path / "run", "--dataset", built).code == exits.STOPPED
    assert curate("score", tmp_path / "run", "--dataset", built, "--partial", "--draws", 5).code == exits.DONE


def asked(value: dict[str, Any], place: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = value["samples"][place]["metadata"][METADATA]
    return found


WRONG: dict[str, Change] = {
    "another prompt": lambda log: log["samples"][1]["input"][1].update(content="be kind"),
    "an unknown snapshot": lambda log: asked(log).update(item="owner/name#1@000000000000"),
    "a label": lambda log: asked(log).update(label="merge_ready"),
    "an axis in a review": lambda log: asked(log).update(axis="naming"),
    "two stages": lambda log: asked(log).update(stage=1),
    "the same twice": lambda log: log["samples"].append(log["samples"][0]),
    "no sample": lambda log: log.update(samples=[]),
    "no question": lambda log: log["samples"][0].update(metadata={}),
    "an epoch below 1": lambda log: log["samples"][0].update(epoch=0),
    "no model": lambda log: log["eval"].pop("model"),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_log_that_does_not_fit_is_refused(
    dataset: ReviewSet, whole: dict[str, Any], tmp_path: Path, change: Change
) -> None:
    change(whole)
    (tmp_path / "log.json").write_text(json.dumps(whole))
    with pytest.raises(Refused):
        import_inspect(tmp_path / "log.json", dataset)


@pytest.mark.parametrize("text", ["", "no json", "[1]", "[" * 50_000, '{"eval": 1}'])
def test_what_is_no_log_is_refused(dataset: ReviewSet, tmp_path: Path, text: str) -> None:
    (tmp_path / "log.json").write_text(text)
    with pytest.raises(Refused, match="no log of inspect_ai"):
        import_inspect(tmp_path / "log.json", dataset)


def test_a_refused_import_writes_nothing(built: Path, curate: Review, tmp_path: Path) -> None:
    words = ("--dataset", built, "--out", tmp_path / "run")
    assert curate("import", f"inspect:{tmp_path / 'none.json'}", *words).code == exits.REFUSED
    assert curate("import", f"people:{tmp_path / 'none.jsonl'}", *words).code == exits.REFUSED
    assert curate("import", "elsewhere", *words).code == exits.USAGE
    assert not (tmp_path / "run").exists()


def test_what_people_think_stands_beside_the_models(
    built: Path, dataset: ReviewSet, curate: Review, tmp_path: Path
) -> None:
    words = ("merge_ready", "not_merge_ready", "uncertain", "merge_ready")
    for name in ("ada", "bob"):
        thought = [
            {"reviewer": name, "item": one.item, "verdict": word, "p_merge_ready": 80 if place else None,
             "axes": {"naming": "problem"}}
            for place, (one, word) in enumerate(zip(dataset.snapshots, words, strict=False))
        ]  # fmt: skip
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in thought))
        source = f"people:{tmp_path / name}.jsonl"
        assert curate("import", source, "--dataset", built, "--out", tmp_path / name).code == exits.DONE
    said = curate("report", tmp_path / "ada", tmp_path / "bob", "--dataset", built, "--draws", 5, "--json")
    report = json.loads(said.out)
    assert report["agreements"][0]["same"]["value"] == report["agreements"][0]["kappa"]["value"] == 1.0
    naming, documentation = (score for name, score in report["axes"][:2])
    assert (naming["answers"], naming["problem"], documentation["answers"]) == (4, 1.0, 0)


@pytest.mark.parametrize(
    "change",
    [{"reviewer": "bob"}, {"item": "x#1@0"}, {"label": "ready"}, {"p_merge_ready": 101}, {"axes": {"taste": "ok"}},
     {"stage": 1, "item": None}, {}],
)  # fmt: skip
def test_opinions_that_do_not_fit_are_refused(dataset: ReviewSet, tmp_path: Path, change: dict[str, Any]) -> None:
    first = {"reviewer": "ada", "item": dataset.snapshots[0].item, "verdict": "merge_ready"}
    (tmp_path / "ada.jsonl").write_text(json.dumps(first) + "\n" + json.dumps({**first, **change}) + "\n")
    with pytest.raises(Refused):
        import_people(tmp_path / "ada.jsonl", dataset)


def record(pr: int, head: str, rubric: str, verdict: str, at: int, **more: Any) -> dict[str, Any]:
    """A record of one review, in TauCetiData's format."""
    sha, model = head * 40, more.get("model", "m1")
    return {
        "schema": "tauceti.run/v1", "run_id": f"r-{at}-{pr}-{rubric}-{model}", "source": "live", "arm": "production",
        "dedupe_key": f"o/n|{pr}|{sha}|{rubric}|{model}|{at}", "repo": "o/n", "pr": pr, "head_sha": sha,
        "rubric": rubric, "provider": "p", "model": model, "verdict": verdict, "fidelity": "exact",
        "started_at": f"2026-08-01T00:00:{at:02}Z", "diff_sha256": head * 64, "findings": [{"issue": "x"}],
        "summary": "text of somebody", **more,
    }  # fmt: skip


def plant(folder: Path, records: list[dict[str, Any]]) -> None:
    for place, one in enumerate(records):
        path = folder / "records" / "runs" / str(one["pr"]) / f"{place}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(one))


def test_public_records_become_a_corpus_apart_from_labels(built: Path, curate: Review, tmp_path: Path) -> None:
    records = [
        record(1, "a", "naming", "request_changes", 1),
        record(1, "a", "imports", "approve", 2),
        record(1, "b", "naming", "approve", 3),
        record(1, "b", "naming", "block", 4, model="m2", arm="shadow:m2"),
        record(1, "b", "imports", "error", 5),
        record(2, "c", "naming", "request_changes", 6),
        record(2, "d", "naming", "block", 7),
        record(3, "e", "naming", "approve", 8),
    ]
    twice = {**records[-1], "run_id": "r-twice", "fidelity": "reconstructed"}
    plant(tmp_path / "data", [*records, twice, {**records[0], "head_sha": "short"}])
    said = curate("import", f"tauceti:{tmp_path / 'data'}", "--out", tmp_path / "corpus")
    assert said.code == exits.DONE
    pairs = pq.read_table(tmp_path / "corpus" / "pairs.parquet").to_pylist()
    assert [(one["pr"], one["faulted_sha"][0], one["green_sha"][0], one["rubrics"]) for one in pairs] == [
        (1, "a", "b", ["naming"])
    ]
    runs = pq.read_table(tmp_path / "corpus" / "runs.parquet").to_pylist()
    assert {one["fidelity"] for one in runs} == {"exact"}
    assert not {"label", "summary"} & set(runs[0])
    held = json.loads((tmp_path / "corpus" / "corpus.json").read_text())
    assert held["dropped"] == {"unreadable": 1, "error": 1, "duplicate": 1}
    assert held["agreements"][-1]["cases"] == 1
    assert held["agreements"][-1]["same"]["value"] == 0.0
    assert curate("score", tmp_path / "corpus", "--dataset", built).code == exits.REFUSED
    assert curate("baseline", "--dataset", tmp_path / "corpus").code == exits.REFUSED
    assert curate("import", f"tauceti:{tmp_path / 'data'}", "--out", tmp_path / "corpus").code == exits.REFUSED


def test_a_folder_without_records_is_refused(curate: Review, tmp_path: Path) -> None:
    assert curate("import", f"tauceti:{tmp_path}", "--out", tmp_path / "corpus").code == exits.REFUSED
    assert not (tmp_path / "corpus").exists()
