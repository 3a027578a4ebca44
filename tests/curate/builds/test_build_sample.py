"""Heads that still have check runs are built too, on request, and the card says how both agree."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from command_line import Place, Sources

from curate import exits
from curate.builds.agreement import plain_agreement, read_agreement

LAKE = """#!/bin/sh
case "$1" in
  --version) echo "Lake version 5.0.0 (Lean version 4.35.0)" ;;
  build) case "$(git rev-parse HEAD)" in [0-7]*) exit 0 ;; esac
    echo "error: Mathlib/Walks.lean:1:0: type mismatch"; exit 1 ;;
esac
"""
"""A lake that fails half of all commits, by the first digit."""


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    path = tmp_path / "lake"
    path.write_text(LAKE)
    path.chmod(0o755)
    return path


def planned(place: Place, built: Path, demo: Sources, count: int) -> dict[str, str]:
    """Reason by commit of the heads of a plan with `count` heads that have check runs."""
    said = place.curate("builds", "plan", "--dataset", str(built), "--git", demo.git, "--with-checks", str(count),
                        "--json")  # fmt: skip
    assert said.code == exits.DONE, said.err
    return {head["sha"]: head["reason"] for head in json.loads(said.out)["todo"]}


def test_a_larger_sample_holds_the_smaller_one_and_heads_of_both_outcomes(
    place: Place, built: Path, demo: Sources
) -> None:
    without, some, all_of_them = (planned(place, built, demo, count) for count in (0, 9, 10_000))
    assert not {"checks-passed", "checks-failed"} & set(without.values())
    assert set(without) < set(some) < set(all_of_them)
    assert len(some) == len(without) + 9
    assert {"checks-passed", "checks-failed"} <= set(all_of_them.values())


def test_builds_of_heads_with_check_runs_reach_the_card(place: Place, built: Path, demo: Sources, lake: Path) -> None:
    results, workdir = place.folder / "builds.jsonl", place.folder / "work"
    chosen = planned(place, built, demo, 12)
    how = ("--lake", str(lake), "--no-sandbox", "--with-checks", "12", "--results", str(results))
    said = place.curate("builds", "run", "--dataset", str(built), "--git", demo.git, "--workdir", str(workdir), *how)
    assert said.code == exits.DONE, said.err
    verdicts = {line["sha"]: line["verdict"] for line in map(json.loads, results.read_text().splitlines())}
    assert verdicts.keys() == chosen.keys()
    table = {
        (checks.removeprefix("checks-").removesuffix("ed"), verdicts[sha])
        for sha, checks in chosen.items()
        if checks.startswith("checks-")
    }
    said = place.prs(*demo.both(), "--evidence", "checks", "--evidence", "local_build", "--local-builds", str(results))
    assert said.code == exits.DONE, said.err
    found = json.loads((place.out / "agreement.json").read_text())
    assert {(row["checks"], row["built"]) for row in found["table"]} == table
    assert found["decided"] == 12, "a head without check runs, whose local build failed, is no agreement"
    assert 0 <= found["low"] <= found["agreed"] / 12 <= found["high"] <= 1
    again = plain_agreement(read_agreement(place.out, list(verdicts.items())))  # type: ignore[arg-type]  # read as JSON
    assert again == found
    release = place.folder / "release"
    said = place.curate("release", "build", str(place.out), "--version", "0.1.0", "--out", str(release))
    assert said.code == exits.DONE, said.err
    assert f"agree on {found['agreed']} of 12 heads, 95 % interval" in (release / "README.md").read_text()


def test_a_damaged_dataset_is_named_before_anything_is_planned(place: Place, built: Path, demo: Sources) -> None:
    rows = pq.read_table(built / "drops.parquet")
    damaged = place.folder / "damaged"
    (damaged / "snapshots").mkdir(parents=True)
    for file in ("MANIFEST.json", *(path.relative_to(built) for path in (built / "snapshots").iterdir())):
        (damaged / file).write_bytes((built / file).read_bytes())
    pq.write_table(rows.slice(1), damaged / "drops.parquet")
    for command in (("plan", "--git", demo.git), ("agreement",)):
        said = place.curate("builds", command[0], "--dataset", str(damaged), *command[1:])
        assert said.code == exits.REFUSED
        assert "drops.parquet is damaged" in said.last
