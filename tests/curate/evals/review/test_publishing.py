"""What reviewers answered becomes a release of its own, with the exact prompts and without any label."""

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
from command_line import Place, Said

from curate import exits
from curate.evals.review.dataset import ReviewSet
from curate.standins.models import StandIn

Review = Callable[..., Said]


def test_runs_are_checked_and_released_as_a_dataset_of_their_own(
    built: Path, mind: StandIn, curate: Review, place: Place, tmp_path: Path
) -> None:
    choice = ["--dataset", built, "--model", "mind", "--base-url", f"{mind.base_url}/v1", "--sample", 2]
    curate("run", *choice, "--stage", "1,3", "--repeat", 2, "--out", tmp_path / "versions")
    curate("run", *choice, "--pairs", "--out", tmp_path / "both")
    opinion = {"reviewer": "ada", "item": ReviewSet(built).snapshots[0].item, "verdict": "uncertain"}
    (tmp_path / "ada.jsonl").write_text(json.dumps(opinion) + "\n")
    curate("import", f"people:{tmp_path / 'ada.jsonl'}", "--dataset", built, "--out", tmp_path / "ada")
    runs = [tmp_path / name for name in ("versions", "both", "ada")]
    assert curate("publish", *runs, "--dataset", built, "--out", tmp_path / "reviews").code == exits.DONE
    checked = place.curate("release", "check", str(tmp_path / "reviews"))
    assert checked.code == exits.DONE, checked.out + checked.err
    made = place.curate(
        "release", "build", str(tmp_path / "reviews"), "--version", "1.0.0", "--out", str(tmp_path / "v1")
    )
    assert made.code == exits.DONE, made.err
    answers = pq.read_table(tmp_path / "v1" / "answers").to_pylist()
    prompts = pq.read_table(tmp_path / "v1" / "prompts").to_pylist()
    kept = [json.loads(line) for run in runs for line in (run / "predictions.jsonl").read_text().splitlines()]
    assert len(answers) == len(kept)
    assert not {"label", "reason", "earlier_id"} & set(answers[0])
    sent = {request["messages"][1]["content"] for request in mind.requests}
    assert {one["user"] for one in prompts if one["stage"] == 1} <= sent
    assert {one["user"] for one in prompts if one["stage"] == 3} == {None}
    asked = {(one["item"], one["prompt_sha256"]) for one in answers if one["prompt_sha256"]}
    assert asked == {(one["item"], one["prompt_sha256"]) for one in prompts}
    card = (tmp_path / "v1" / "README.md").read_text()
    assert "review run of mind" in card


def test_a_run_with_gaps_and_two_of_one_name_are_not_published(
    built: Path, mind: StandIn, curate: Review, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    curate(
        "run", "--dataset", built, "--model", "mind", "--base-url", f"{mind.base_url}/v1", "--sample", 1, "--out", run
    )
    words = ("--dataset", built, "--out", tmp_path / "reviews")
    assert curate("publish", run, run, *words).code == exits.REFUSED
    (run / "predictions.jsonl").write_text("")
    assert curate("publish", run, *words).code == exits.STOPPED
    assert not (tmp_path / "reviews").exists()
