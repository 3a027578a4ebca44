"""`curate review` from question to table, and everything that it refuses."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml
from command_line import CURATE, Said

from curate import exits
from curate.evals.review.answer import AXES
from curate.evals.review.running import hold_run
from curate.releases.build import build_release
from curate.releases.definition import find_definition, read_definition
from curate.releases.versions import parse_version
from curate.standins.models import Fault, StandIn, serve
from curate.standins.models.reviewer import review

Review = Callable[..., Said]
GOOD = json.dumps({"verdict": "merge_ready", "p_merge_ready": 70, "axes": dict.fromkeys(AXES, "ok"), "notes": []})
AT_ONCE = (("retry-after-ms", "1"),)


def to(server: StandIn, dataset: Path, out: Path, *more: str) -> list[str]:
    return [
        "run",
        "--dataset",
        str(dataset),
        "--out",
        str(out),
        "--model",
        "mind",
        "--base-url",
        f"{server.base_url}/v1",
        *more,
    ]


def lines(run: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (run / "predictions.jsonl").read_text().splitlines()]


def scores(run: Path) -> dict[str, Any]:
    held = json.loads((run / "scores.json").read_text())
    return {**held, "runs": None}


@pytest.fixture(scope="module")
def release(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's dataset as release 0.1.0."""
    definition, template = read_definition(find_definition("mathlibpr"))
    folder = tmp_path_factory.mktemp("release") / "v"
    build_release(built, definition, template, parse_version("0.1.0"), folder, previous=None)
    return folder


def test_a_report_writes_the_hubs_result_file_for_the_release_that_the_run_was_on(
    built: Path, release: Path, mind: StandIn, curate: Review, tmp_path: Path
) -> None:
    run, file = tmp_path / "run", tmp_path / "result.yaml"
    asked = ("report", run, "--dataset", built, "--draws", 5, "--release", release, "--result", file)
    curate(*to(mind, built, run, "--split", "validation"))
    assert curate(*asked).code == exits.REFUSED
    assert not file.exists()
    shutil.rmtree(run)
    curate(*to(mind, built, run))
    assert curate(*asked).code == exits.DONE
    (entry,) = yaml.safe_load(file.read_text())
    assert entry["dataset"]["task_id"] == "merge_ready"
    assert entry["dataset"]["revision"] == "v0.1.0"
    held = pq.read_table(built / "snapshots", columns=["snapshot_id", "label", "split"]).to_pylist()
    labels = {row["snapshot_id"]: row["label"] for row in held if row["split"] == "test"}
    hits: dict[str, list[bool]] = {label: [] for label in labels.values()}
    for one in lines(run):
        if label := labels.get(one["item"]):
            hits[label].append(one["answer"]["verdict"] == label)
    counted = sum(sum(found) / len(found) for found in hits.values()) / len(hits)
    assert entry["value"] == pytest.approx(counted, abs=1e-6)
    assert curate(*asked[:-2]).code == exits.USAGE


def test_all_stages_are_asked_scored_and_reported(built: Path, mind: StandIn, curate: Review, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert curate(*to(mind, built, run, "--stage", "1,2,3")).code == exits.DONE
    held = lines(run)
    assert len({one["key"] for one in held}) == len(held) > 150
    assert curate("score", run, "--dataset", built, "--draws", 20).code == exits.DONE
    table = curate("report", run, "--dataset", built, "--draws", 20)
    assert table.code == exits.DONE
    for word in ("run mind stage 3", "always merge ready", "regression on findings", "known: ci: Post-Build Step"):
        assert word in table.out
    first = scores(run)["scores"][0]
    assert first["ready"] + first["other"] == len(held) / 3
    assert all(low["low"] <= low["high"] for low in first["measures"].values() if low["low"] is not None)


def test_no_label_and_no_key_is_in_what_a_run_writes_or_sends(
    built: Path, mind: StandIn, curate: Review, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    said = curate(*to(mind, built, run, "--stage", "3"))
    written = "".join(path.read_text() for path in run.iterdir()) + said.out + said.err
    assert "secret-key" not in written
    assert {"label", "reason", "split"}.isdisjoint(set(lines(run)[0]) | set(lines(run)[0]["asks"][0]))
    assert mind.keys[0] == "Bearer secret-key"
    sent = json.dumps(mind.requests)
    shas = pq.read_table(built / "snapshots").column("head_sha").to_pylist()
    assert not [sha for sha in shas if sha[:12] in sent]
    for word in ("Merged by Bors", 'not_merge_ready", "reason', "bors r+"):
        assert word not in sent


def test_what_was_sent_and_who_answered_is_recorded(built: Path, mind: StandIn, curate: Review, tmp_path: Path) -> None:
    run = tmp_path / "run"
    curate(*to(mind, built, run, "--sample", "2", "--temperature", "0", "--max-output-tokens", "99"))
    file = json.loads((run / "run.json").read_text())
    assert file["parameters"] == {"max_output_tokens": 99, "schema": True, "temperature": 0.0}
    request = mind.requests[0]
    assert (request["temperature"], request["max_completion_tokens"]) == (0.0, 99)
    assert request["response_format"]["json_schema"]["schema"]["properties"]["axes"]["required"] == list(AXES)
    ask = lines(run)[0]["asks"][0]
    assert (ask["served"], ask["finish"], ask["cached_tokens"], ask["reasoning_tokens"]) == (
        "mind-2026-01-01",
        "stop",
        7,
        3,
    )
    curate(*to(mind, built, tmp_path / "plain", "--sample", "1", "--no-schema"))
    assert "response_format" not in mind.requests[-1]
    assert "temperature" not in mind.requests[-1]


def test_an_invalid_answer_is_asked_for_once_more_and_both_are_kept(
    built: Path, curate: Review, tmp_path: Path
) -> None:
    with serve(["no json", GOOD, "prose", "prose again", GOOD]) as server:
        curate(*to(server, built, tmp_path / "run", "--sample", "3", "--parallel", "1"))
    first, second = lines(tmp_path / "run")[:2]
    assert first["invalid"] == ["not-json", None]
    assert first["answer"]["verdict"] == "merge_ready"
    assert second["invalid"] == ["not-json", "not-json"]
    assert second["answer"] is None
    assert [ask["text"] for ask in second["asks"]] == ["prose", "prose again"]
    assert "not one JSON object" in server.requests[1]["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("mode", "word"),
    [
        (("--pairs",), "both orders"),
        (("--mode", "axes", "--sample", "2"), "axes"),
        (("--repeat", "2", "--sample", "4"), "merged"),
    ],
)
def test_pairs_axes_and_repeats_are_asked_and_reported(
    built: Path, mind: StandIn, curate: Review, tmp_path: Path, mode: tuple[str, ...], word: str
) -> None:
    run = tmp_path / "run"
    assert curate(*to(mind, built, run, *mode)).code == exits.DONE
    held = lines(run)
    if "axes" in mode:
        assert {one["axis"] for one in held} == set(AXES)
    if "--pairs" in mode:
        asked = {(one["item"], one["order"]) for one in held}
        assert asked == {(item, order) for item, _ in asked for order in ("AB", "BA")}
        assert len(asked) == len(held) > 20
    assert word in curate("report", run, "--dataset", built, "--draws", 10).out


def test_one_axis_a_call_is_reported_with_yield_and_collinearity(built: Path, curate: Review, tmp_path: Path) -> None:
    def whole(request: dict[str, Any]) -> str:
        return json.dumps({"verdict": "problem" if len(request["messages"][1]["content"]) % 2 else "ok"})

    with serve(whole) as server:
        curate(*to(server, built, tmp_path / "run", "--mode", "axes", "--sample", "4", "--repeat", "2"))
    report = json.loads(curate("report", tmp_path / "run", "--dataset", built, "--draws", 10, "--json").out)
    axes = [score for _, score in report["axes"]]
    assert [one["axis"] for one in axes] == list(AXES)
    assert sum(one["answers"] for one in axes) == sum(one["answer"] is not None for one in lines(tmp_path / "run"))
    assert [one["with_verdict"] for one in axes] == [1.0] * len(AXES)
    assert [one["name"].split()[-1] for one in report["scores"][:3]] == ["#1", "#2", "merged"]
    assert not [one for one in report["agreements"] if "merged" in one["one"] + one["other"]]


FAULTS: list[tuple[str, Fault]] = [
    ("HTML", Fault(status=200, body=b"<html>busy</html>")),
    ("200 with an error", Fault(status=200, body={"error": {"message": "overloaded"}})),
    (
        "no choices",
        Fault(status=200, body={"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": []}),
    ),
    ("nothing", Fault(status=200, body=b"")),
    ("cut off", Fault(status=200, body={"choices": [{"message": {"content": "x" * 500}}]}, cut=True)),
    ("for ever", Fault(status=200, body=b" " * 10_000, drip_s=0.05)),
    ("down", Fault(status=503, body={}, headers=AT_ONCE)),
]


@pytest.mark.parametrize("fault", [fault for _, fault in FAULTS], ids=[name for name, _ in FAULTS])
def test_a_failed_request_is_no_prediction_and_is_asked_again(
    built: Path, curate: Review, tmp_path: Path, fault: Fault
) -> None:
    run, more = tmp_path / "run", ("--sample", "1", "--timeout", "1.5")
    with serve([fault]) as server:
        assert curate(*to(server, built, run, *more)).code == exits.STOPPED
    assert lines(run) == []
    assert curate("score", run, "--dataset", built).code == exits.STOPPED
    with serve([GOOD]) as server:
        assert curate(*to(server, built, run, *more)).code == exits.DONE
    assert curate("score", run, "--dataset", built, "--draws", 5).code == exits.DONE


def test_ten_megabytes_are_an_invalid_answer(built: Path, curate: Review, tmp_path: Path) -> None:
    with serve(["x" * 10_000_000]) as server:
        assert curate(*to(server, built, tmp_path / "run", "--sample", "1", "--no-reask")).code == exits.DONE
    assert lines(tmp_path / "run")[0]["invalid"] == ["too-long"]


@pytest.mark.parametrize(("status", "word"), [(401, "key"), (402, "credit"), (404, "no such model")])
def test_what_asking_again_cannot_mend_stops_at_once(
    built: Path, curate: Review, tmp_path: Path, status: int, word: str
) -> None:
    with serve([Fault(status=status, body={"error": {"message": "no"}})]) as server:
        said = curate(*to(server, built, tmp_path / "run"))
        assert said.code == exits.STOPPED
        assert word in said.last
        assert len(server.requests) < 40


def test_a_limit_of_money_stops_and_a_higher_one_goes_on(
    built: Path, mind: StandIn, curate: Review, tmp_path: Path
) -> None:
    run, price = tmp_path / "run", ("--price", "100,100", "--parallel", "1")
    stopped = curate(*to(mind, built, run, *price, "--limit-usd", "0.05"))
    assert stopped.code == exits.STOPPED
    assert "limit-usd" in stopped.last
    before = len(lines(run))
    assert 0 < before < 10
    assert curate(*to(mind, built, run, *price, "--limit-usd", "0.05")).code == exits.STOPPED
    assert len(lines(run)) == before
    assert curate(*to(mind, built, run, *price)).code == exits.DONE


def kill_after(child: "subprocess.Popen[bytes]", run: Path, more: int) -> None:
    """Kills `child` when the run in `run` has `more` answers more than now, or leaves it to end before."""
    path = run / "predictions.jsonl"
    wanted = (path.read_bytes().count(b"\n") if path.exists() else 0) + more
    while child.poll() is None:
        if path.exists() and path.read_bytes().count(b"\n") >= wanted:
            child.kill()
            child.wait()
        time.sleep(0.01)


def test_a_run_killed_again_and_again_under_faults_gives_the_undisturbed_scores(
    built: Path, curate: Review, tmp_path: Path
) -> None:
    count = [0]

    def shaky(request: dict[str, Any]) -> str | Fault:
        count[0] += 1
        return FAULTS[count[0] % 4][1] if count[0] % 7 == 0 else review(request)

    calm, wild, few = tmp_path / "calm" / "run", tmp_path / "wild" / "run", ("--sample", "16")
    with serve(review) as server:
        curate(*to(server, built, calm, *few))
    with serve(shaky) as server:
        command = [*CURATE, "review", *to(server, built, wild, *few)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        for _ in range(3):
            child = subprocess.Popen(command, env={**os.environ, "OPENAI_API_KEY": "k"}, **quiet)  # type: ignore[call-overload]  # a mapping of streams
            kill_after(child, wild, 4)
            assert child.returncode == -9
        while curate(*to(server, built, wild, *few)).code == exits.STOPPED:
            assert count[0] < 200
    assert len(lines(wild)) == len({one["key"] for one in lines(wild)}) == len(lines(calm))
    for run in (calm, wild):
        assert curate("score", run, "--dataset", built, "--draws", 10).code == exits.DONE
    assert scores(calm) == scores(wild)


@pytest.fixture
def finished(built: Path, mind: StandIn, curate: Review, tmp_path: Path) -> Path:
    run = tmp_path / "run"
    assert curate(*to(mind, built, run, "--sample", "3")).code == exits.DONE
    return run


def edit(run: Path, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
    held = [json.dumps(value) for one in lines(run) if (value := change(one)) is not None]
    (run / "predictions.jsonl").write_text("".join(f"{line}\n" for line in held))


def test_predictions_that_are_tampered_with_are_refused(built: Path, finished: Path, curate: Review) -> None:
    kept = (finished / "predictions.jsonl").read_text()
    first = json.loads(kept.splitlines()[0])
    planted = [
        {**first, "label": "merge_ready"},
        first,
        {**first, "key": "x#1@0|stage1|r1", "item": "x#1@0"},
        {**first, "key": "other"},
    ]
    for line in planted:
        (finished / "predictions.jsonl").write_text(kept + json.dumps(line) + "\n")
        said = curate("score", finished, "--dataset", built)
        assert said.code == exits.REFUSED, line
    (finished / "predictions.jsonl").write_text(kept + '{"torn')
    assert curate("score", finished, "--dataset", built, "--draws", 5).code == exits.DONE


def test_two_runs_at_once_do_not_ask_twice(built: Path, mind: StandIn, curate: Review, tmp_path: Path) -> None:
    run = tmp_path / "run"
    with hold_run(run):
        busy = curate(*to(mind, built, run, "--sample", "2"))
    assert busy.code == exits.STOPPED
    assert "another run is at work" in busy.err
    assert curate(*to(mind, built, run, "--sample", "2")).code == exits.DONE


def test_a_missing_prediction_is_scored_only_when_that_is_asked_for(
    built: Path, finished: Path, curate: Review
) -> None:
    gone = lines(finished)[0]["key"]
    edit(finished, lambda one: None if one["key"] == gone else one)
    assert curate("score", finished, "--dataset", built).code == exits.STOPPED
    assert curate("score", finished, "--dataset", built, "--partial", "--draws", 5).code == exits.DONE


def test_a_folder_of_another_run_is_refused(
    built: Path, mind: StandIn, finished: Path, curate: Review, tmp_path: Path
) -> None:
    for more in (("--sample", "2"), ("--sample", "3", "--temperature", "1"), ("--sample", "3", "--diff-chars", "1000")):
        assert curate(*to(mind, built, finished, *more)).code == exits.REFUSED
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "file").touch()
    assert curate(*to(mind, built, tmp_path / "else")).code == exits.REFUSED
    file = json.loads((finished / "run.json").read_text())
    for name, value in (("dataset_sha256", "0" * 64), ("prompt_version", 0), ("model", "other"), ("kind", "other")):
        (finished / "run.json").write_text(json.dumps({**file, name: value}))
        assert curate(*to(mind, built, finished, "--sample", "3")).code == exits.REFUSED


def test_pairs_of_a_dataset_without_pairs_are_refused(built: Path, curate: Review, tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    shutil.copytree(built, folder)
    shutil.rmtree(folder / "pairs")
    said = curate("run", "--dataset", folder, "--model", "x", "--pairs", "--out", tmp_path / "run")
    assert said.code == exits.REFUSED
    assert "no pairs with both patches" in said.last
    assert not (tmp_path / "run").exists()


def test_a_dataset_without_patches_is_refused_with_how_many(
    demo_without_git: Path, curate: Review, tmp_path: Path
) -> None:
    said = curate("plan", "--dataset", demo_without_git, "--model", "x")
    assert said.code == exits.REFUSED
    assert "0 of 6" in said.last


@pytest.fixture
def demo_without_git(built: Path, tmp_path: Path) -> Path:
    """The demo's dataset with every patch taken out, its manifest left as it is."""
    import pyarrow as pa

    folder = tmp_path / "dataset"
    shutil.copytree(built, folder)
    for path in (folder / "snapshots").iterdir():
        table = pq.read_table(path)
        place = table.schema.get_field_index("diff")
        pq.write_table(table.set_column(place, table.schema.field("diff"), pa.nulls(len(table), pa.string())), path)
    return folder


def test_show_prints_the_exact_prompt_that_is_sent(built: Path, mind: StandIn, curate: Review, tmp_path: Path) -> None:
    run = tmp_path / "run"
    curate(*to(mind, built, run, "--stage", "2", "--sample", "1"))
    first = lines(run)[0]
    shown = json.loads(curate("show", first["item"], "--stage", "2", "--dataset", built, "--json").out)
    assert shown["sha256"] == first["prompt_sha256"]
    sent = [[message["content"] for message in request["messages"]] for request in mind.requests]
    assert [message["content"] for message in shown["messages"]] in sent
    assert "characters" in curate("show", first["item"], "--dataset", built).out
    assert curate("show", "nothing", "--dataset", built).code == exits.REFUSED


def test_plan_sends_nothing(built: Path, mind: StandIn, curate: Review) -> None:
    said = curate("plan", "--dataset", built, "--model", "gpt-4o-mini", "--stage", "1,2,3", "--json")
    plan = json.loads(said.out)
    assert plan["requests"] % 3 == 0
    assert plan["usd"] > 0
    assert mind.requests == []


def test_recorded_answers_are_played_back_without_a_network(
    built: Path, mind: StandIn, curate: Review, tmp_path: Path
) -> None:
    cassette = tmp_path / "cassette.jsonl"
    curate(*to(mind, built, tmp_path / "one", "--sample", "3", "--record", str(cassette)))
    asked = len(mind.requests)
    words = ["run", "--dataset", built, "--sample", 3, "--model", f"cassette:{cassette}", "--out"]
    assert curate(*words, tmp_path / "two").code == exits.DONE
    assert len(mind.requests) == asked
    answers = [{one["key"]: one["answer"] for one in lines(tmp_path / name)} for name in ("one", "two")]
    assert answers[0] == answers[1]
