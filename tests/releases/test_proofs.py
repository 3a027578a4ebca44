"""Accepted proofs of a judged run are released beside their problems; attempts only where they are asked for."""

import json
from pathlib import Path

import pytest
from problem_records import sha, write_problem

from curate.releases.build import build_release
from curate.releases.checks import check_dataset
from curate.releases.definition import find_definition, read_definition
from curate.releases.problems import build_problems
from curate.releases.tables import read_rows
from curate.releases.verify import verify_release
from curate.releases.versions import parse_version
from curate.schemas.errors import Refused

PROOFS, ATTEMPTS = "proofs/test-00000-of-00001.parquet", "attempts/test-00000-of-00001.parquet"
BODY = "theorem walk_returns : n = n := sorry"
PROOF = BODY.replace("sorry", "rfl")


def write_run(folder: Path, *samples: tuple[str | None, str, dict[str, object]]) -> Path:
    """A run as curate leaves it once it is judged; samples: text, verdict, and what its verdict has instead."""
    folder.mkdir()
    prover = {"name": "agent", "model": "anthropic/some", "max_checks": 9, "max_tokens": 9}
    (folder / "run.json").write_text(json.dumps({"version": 1, "prover": prover, "cap_s": 9.0}))
    predictions, verdicts = [], []
    for sample, (text, verdict, changed) in enumerate(samples):
        predictions.append({"problem": "walk-returns", "statement_revision": 1, "sample": sample, "claim": "proof",
                            "text": text, "ended": "solved", "checks": 3, "cost": None, "attempts": []})  # fmt: skip
        verdicts.append({"problem": "walk-returns", "statement_revision": 1, "statement_digest": sha(BODY),
                         "solution_sha256": sha(text or ""), "sample": sample, "claimed": "proof", "claim": "proof",
                         "verdict": verdict, "reason": None if verdict == "accepted" else "build", "detail": "",
                         "axioms": ["propext"], "kernels": [{"name": "Lean", "answer": "accepts"}],
                         "environment": {"implementation": "embedded", "lean_version": "4.35.0", "options": [],
                                         "label": "Lean 4.35.0 kernel"},
                         "sandbox": ["Landlock"], "limits": {}, "steps_s": {}, "wall_s": 0.5,
                         "peak_memory_mb": None, "judge_version": 1, **changed})  # fmt: skip
    for name, rows in (("predictions", predictions), ("verdicts", verdicts)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Path:
    write_problem(tmp_path / "problems", "walk-returns", BODY)
    return write_run(
        tmp_path / "run",
        (PROOF, "accepted", {}),
        (PROOF, "accepted", {}),  # the same text once more
        ("wrong", "rejected", {}),
        (f"{PROOF} -- loose", "accepted", {"sandbox": []}),
        (f"{PROOF} -- old", "accepted", {"statement_digest": sha("another statement")}),
        (None, "rejected", {}),
    )


def test_each_accepted_text_is_one_training_record_with_the_judges_word(run: Path, tmp_path: Path) -> None:
    definition, template = read_definition(find_definition("stochbench"))
    build_problems(tmp_path / "problems", tmp_path / "one", None, runs=[run])
    assert check_dataset(tmp_path / "one", definition, None, lambda _: None) == []
    (row,) = read_rows(tmp_path / "one" / PROOFS)
    assert (row["proof"], row["claim"], row["sample"], row["prover"]) == (PROOF, "proof", 0, "agent")
    assert (row["axioms"], row["kernels"], row["sandbox"]) == (["propext"], ["Lean"], ["Landlock"])
    assert "sorry" in row["statement"]
    assert not (tmp_path / "one" / ATTEMPTS).exists(), "attempts were not asked for"

    build_release(tmp_path / "one", definition, template, parse_version("0.1.0"), tmp_path / "v1", previous=None)
    assert verify_release(tmp_path / "v1").rows == {"problems": {"test": 1}, "proofs": {"test": 1}}
    assert "data_files: proofs/" in (tmp_path / "v1" / "README.md").read_text().replace('"', "").replace(
        "- split: test\n    path: ", "data_files: "
    )


def test_attempts_hold_every_sample_of_a_published_statement(run: Path, tmp_path: Path) -> None:
    definition, _ = read_definition(find_definition("stochbench"))
    build_problems(tmp_path / "problems", tmp_path / "one", None, runs=[run], attempts=True)
    assert check_dataset(tmp_path / "one", definition, None, lambda _: None) == []
    rows = list(read_rows(tmp_path / "one" / ATTEMPTS))
    assert [(row["sample"], row["verdict"]) for row in rows] == [
        (0, "accepted"),
        (1, "accepted"),
        (2, "rejected"),
        (3, "unknown"),  # judged without a sandbox
        (5, "rejected"),
    ]
    assert rows[-1]["text"] is None


def test_a_run_that_was_not_judged_wholly_is_refused(run: Path, tmp_path: Path) -> None:
    verdicts = (run / "verdicts.jsonl").read_text().splitlines()
    (run / "verdicts.jsonl").write_text("\n".join(verdicts[:-1]) + "\n")
    with pytest.raises(Refused, match=r"walk-returns#5 has no verdict"):
        build_problems(tmp_path / "problems", tmp_path / "out", None, runs=[run])
    assert not (tmp_path / "out").exists()
