"""Agreed disputes change labels, in nobody's silence: the row, explain, the drops and the card say who and why."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import Place, Sources, rows

from curate import exits
from curate.schemas.mathlibpr.rules.overrides import Override
from curate.schemas.store.jsonl import read_lines

WHY = "the final review asked for nothing"


def dispute(row: dict[str, Any], wanted: str, **changed: object) -> dict[str, Any]:
    kept = {name: row[name] for name in ("snapshot_id", "label", "reason")}
    return {**kept, "wanted": wanted, "why": WHY, **changed}


def apply(place: Place, disputes: object, by: str = "A. Maintainer", code: int = exits.DONE) -> str:
    file = place.folder / "disputes.json"
    file.write_text(json.dumps(disputes))
    said = place.curate("labels", "apply", str(file), "--by", by, "--overrides", str(place.folder / "overrides.jsonl"))
    assert said.code == code, said.err
    return said.err


def test_an_agreed_dispute_changes_the_label_and_everything_says_who_and_why(
    place: Place, built: Path, demo: Sources
) -> None:
    revised = [row for row in rows(built, "snapshots") if row["reason"] == "revised"]
    ready = next(row for row in rows(built, "snapshots") if row["reason"] == "accepted")
    changed, dropped = revised[:2]
    stale = dispute(ready, "drop", label="not_merge_ready")
    apply(place, [dispute(changed, "merge_ready"), dispute(dropped, "drop"), stale])
    builds = place.folder / "builds.jsonl"
    lines = [{"sha": ready["head_sha"], "passed": True}, {"sha": changed["head_sha"], "passed": False}]
    said_by = {"at": "2026-03-01T00:00:00Z", "tool": "lake"}
    builds.write_text("".join(json.dumps({**line, **said_by}) + "\n" for line in lines))
    more = ["--overrides", str(place.folder / "overrides.jsonl"), "--evidence", "checks", "--evidence", "local_build"]
    said = place.prs(*demo.both(), *more, "--local-builds", str(builds))
    assert said.code == exits.DONE, said.err
    found = {row["snapshot_id"]: row for row in rows(place.out, "snapshots")}
    now = found[changed["snapshot_id"]]
    assert (now["label"], now["reason"]) == ("merge_ready", "revised")
    assert now["override"].startswith("not_merge_ready by the rules; merge_ready by A. Maintainer on ")
    assert now["override"].endswith(WHY)
    assert dropped["snapshot_id"] not in found
    assert "override-stale" in found[stale["snapshot_id"]]["flags"]
    assert found[stale["snapshot_id"]]["override"] is None
    told = place.curate("explain", str(changed["pr_number"]), "--dataset", str(place.out)).out
    assert "merge_ready by A. Maintainer" in told
    told = place.curate("explain", str(dropped["pr_number"]), "--dataset", str(place.out)).out
    assert f"dropped: disputed (by A. Maintainer: {WHY})" in told
    release = place.folder / "release"
    done = place.curate("release", "build", str(place.out), "--version", "0.1.0", "--out", str(release))
    assert done.code == exits.DONE, done.err
    card = (release / "README.md").read_text()
    assert "1 labels were changed by hand after an agreed dispute" in card
    assert "Local builds and check runs of the same heads agree on 1 of 2 heads, 95 % interval 9.5% to 90.5%" in card


def test_a_list_grows_and_the_same_dispute_counts_once(place: Place, built: Path) -> None:
    one, other = rows(built, "snapshots")[:2]
    apply(place, dispute(one, "drop"))
    assert "2 overrides, 1 of them new" in apply(place, [dispute(one, "drop"), dispute(other, "drop")])
    held = read_lines(place.folder / "overrides.jsonl", Override)
    assert {line.snapshot_id for line in held} == {one["snapshot_id"], other["snapshot_id"]}


def test_two_who_want_different_things_are_refused_and_the_list_stays(place: Place, built: Path) -> None:
    row = rows(built, "snapshots")[0]
    apply(place, dispute(row, "drop"))
    before = (place.folder / "overrides.jsonl").read_bytes()
    wanted = "merge_ready" if row["label"] == "not_merge_ready" else "not_merge_ready"
    assert "agree first" in apply(place, dispute(row, wanted), by="Somebody", code=exits.REFUSED)
    assert (place.folder / "overrides.jsonl").read_bytes() == before


@pytest.mark.parametrize("report", ["nothing", [], {"snapshot_id": "x"}, [[1]], {"why": "a\x1b[2Jb"}])
def test_what_is_no_report_is_refused_and_nothing_is_written(place: Place, report: object) -> None:
    if report == []:
        assert "0 overrides" in apply(place, report)
        return
    assert "holds no report on a label" in apply(place, report, code=exits.REFUSED)
    assert not (place.folder / "overrides.jsonl").exists()
