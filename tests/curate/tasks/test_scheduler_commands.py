"""Commands with --scheduler give what they give without it."""

import json
import subprocess
from pathlib import Path

import pytest
from cluster_processes import Cluster
from command_line import CURATE, Place, Sources, digest

from curate import exits
from curate.evals.review.records import Prediction
from curate.formalize.records.shipped import write_set
from curate.schemas.stochbench.verdicts import Verdict
from curate.schemas.store.jsonl import read_lines
from curate.standins.models import serve
from curate.standins.models.reviewer import review

pytestmark = pytest.mark.lean
IDS = ("age-and-residual", "copies-stay-together")
CLOCKS = {"wall_s", "peak_memory_mb", "steps_s"}


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("problems")
    write_set(folder)
    return folder


def test_problems_check_finds_the_same_on_a_cluster(place: Place, shared: Cluster, problems: Path) -> None:
    command = ["problems", "check", *IDS, "--problems", str(problems), "--json"]
    here, there = (place.curate(*command, *more) for more in ((), ("--scheduler", str(shared.file))))
    assert (here.code, there.code) == (exits.DONE, exits.DONE), there.err
    found = [[{**one, "wall_s": 0, "peak_memory_mb": 0} for one in json.loads(said.out)] for said in (here, there)]
    assert found[0] == found[1]
    assert [one["id"] for one in found[1]] == sorted(IDS)


def test_judge_gives_the_same_verdicts_on_a_cluster_and_keeps_them(
    place: Place, shared: Cluster, problems: Path
) -> None:
    proofs = [(name, (problems / name / "proof.lean").read_text()) for name in IDS]
    lines = [{"problem": name, "text": text, "claim": "proof"} for name, text in proofs]
    lines.append({"problem": IDS[0], "sample": 1, "text": "theorem no : False := by decide", "claim": "proof"})
    predictions, out = place.folder / "predictions.jsonl", place.folder / "there.jsonl"
    predictions.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = ["judge", "--predictions", str(predictions), "--problems", str(problems)]
    there = [*command, "--out", str(out), "--scheduler", str(shared.file)]
    assert place.curate(*command, "--out", str(place.folder / "here.jsonl")).code == exits.DONE
    said = place.curate(*there)
    assert said.code == exits.DONE, said.err
    verdicts = read_lines(out, Verdict)
    same = [one.model_dump(exclude=CLOCKS) for one in read_lines(place.folder / "here.jsonl", Verdict)]
    assert [one.model_dump(exclude=CLOCKS) for one in verdicts] == same
    assert [one.verdict for one in verdicts] == ["accepted", "accepted", "rejected"]
    before = out.read_bytes()
    assert place.curate(*there).code == exits.DONE
    assert out.read_bytes() == before, "a verdict that stood was made again"


def test_prove_run_hands_in_the_same_on_a_cluster(place: Place, shared: Cluster, problems: Path) -> None:
    command = ["prove", "run", "--prover", "command", "--command", "echo", "--problems", str(problems)]
    command += ["--only", IDS[0], "--cap", "20"]
    assert place.curate(*command, "--out", str(place.folder / "here")).code == exits.DONE
    said = place.curate(*command, "--out", str(place.folder / "there"), "--scheduler", str(shared.file))
    assert said.code == exits.DONE, said.err
    here, there = (place.folder / name / "predictions.jsonl" for name in ("here", "there"))
    assert here.read_bytes() == there.read_bytes()


def test_review_run_keeps_the_same_answers_on_a_cluster_and_its_key_is_in_no_task(
    place: Place, shared: Cluster, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "only-here")
    with serve(review) as server:
        command = ["review", "run", "--dataset", str(built), "--model", "noise", "--base-url", f"{server.base_url}/v1"]
        command += ["--sample", "4"]
        assert place.curate(*command, "--out", str(place.folder / "here")).code == exits.DONE
        said = place.curate(*command, "--out", str(place.folder / "there"), "--scheduler", str(shared.file))
    assert said.code == exits.DONE, said.err
    kept = [
        {one.key: one.answer for one in read_lines(place.folder / name / "predictions.jsonl", Prediction)}
        for name in ("here", "there")
    ]
    assert kept[0] == kept[1]
    assert len(kept[0]) > 3
    assert "only-here" not in (shared.folder / "worker.log").read_text()


def test_the_dataset_is_the_same_when_a_cluster_made_its_evidence(
    place: Place, shared: Cluster, built: Path, demo: Sources
) -> None:
    said = place.prs(*demo.both(), "--split-at", "2025-10-01,2026-01-15", "--scheduler", str(shared.file))
    assert said.code == exits.DONE, said.err
    assert digest(place.out) == digest(built)


def test_doctor_says_what_each_worker_has(place: Place, shared: Cluster) -> None:
    said = place.curate("doctor", "--scheduler", str(shared.file))
    assert said.code == exits.DONE
    table = [line.split("\t") for line in said.out.splitlines()]
    assert table[0][0] == "worker"
    assert [row[-1] for row in table[1:]] == ["yes", "yes"]


def test_the_demo_of_a_cluster_has_every_verdict_though_a_worker_is_killed(tmp_path: Path) -> None:
    command = [*CURATE, "demo", "--cluster", "--dir", str(tmp_path / "demo")]
    said = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert said.returncode == exits.DONE, said.stderr
    assert "is killed" in said.stderr
    verdicts = read_lines(tmp_path / "demo" / "verdicts.jsonl", Verdict)
    assert [one.verdict for one in verdicts] == ["accepted"] * 8 + ["rejected"]
