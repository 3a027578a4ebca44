"""A run that would give the same bytes leaves the dataset alone, and any change at all makes it build again."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from command_line import Place, Said, Sources, digest, git

from curate import exits
from curate.scrapers.archive import Archive

UNCHANGED = "nothing has changed since"


class Copy:
    """Sources of one's own, to be changed."""

    def __init__(self, demo: Sources, folder: Path) -> None:
        self.queueboard = Path(shutil.copytree(demo.queueboard, folder / "queueboard"))
        self.git = Path(shutil.copytree(demo.git, folder / "mathlib4.git"))
        self.sources = Sources(str(self.queueboard), str(self.git))


@pytest.fixture
def copy(demo: Sources, tmp_path: Path) -> Copy:
    return Copy(demo, tmp_path)


def run(place: Place, copy: Copy, *more: str) -> Said:
    said = place.prs(*copy.sources.both(), *more)
    assert said.code == exits.DONE, said.err
    return said


def test_the_same_run_again_builds_nothing_and_says_the_same(place: Place, copy: Copy) -> None:
    first = run(place, copy)
    wanted, made = digest(place.out), (place.out / "MANIFEST.json").stat().st_ino
    again = run(place, copy)
    assert UNCHANGED not in first.err
    assert UNCHANGED in again.err
    assert (again.out, digest(place.out)) == (first.out, wanted)
    assert (place.out / "MANIFEST.json").stat().st_ino == made


def later(copy: Copy) -> list[str]:
    entry = sorted(copy.queueboard.glob("data/*/timestamp.txt"))[0]
    entry.write_text("2026-04-21T00:00:00+00:00")
    return []


def another_title(copy: Copy) -> list[str]:
    path = copy.queueboard / "data" / "16560" / "pr_info.json"
    answer = json.loads(path.read_bytes())
    answer["data"]["repository"]["pullRequest"]["body"] += " more"
    path.write_text(json.dumps(answer))
    return []


def another_tip(copy: Copy) -> list[str]:
    git(copy.git, "update-ref", "refs/heads/master", "refs/heads/master~1")
    return []


def fewer_heads(copy: Copy) -> list[str]:
    """A head that git held before is gone."""
    path = copy.queueboard.parent / "without.git"
    git(copy.queueboard.parent, "clone", "-q", "--bare", "--no-local", str(copy.git), str(path))
    shutil.rmtree(copy.git)
    path.rename(copy.git)
    return []


CHANGES: dict[str, Callable[[Copy], list[str]]] = {
    "a record": another_title,
    "when a record was read": later,
    "the main branch": another_tip,
    "the heads that git holds": fewer_heads,
    "the last day": lambda copy: ["--until", "2026-03-01"],
    "the selection": lambda copy: ["--select", "all"],
    "the evidence": lambda copy: ["--evidence", "awaiting_ci_removed"],
    "the splits": lambda copy: ["--split-at", "2025-10-01"],
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_whatever_changes_it_builds_again_as_if_it_were_the_first_time(
    place: Place, copy: Copy, change: Callable[[Copy], list[str]]
) -> None:
    run(place, copy)
    more = change(copy)
    assert UNCHANGED not in run(place, copy, *more).err
    warm = digest(place.out)
    for folder in (place.out, place.folder / "workspace"):
        shutil.rmtree(folder)
    run(place, copy, *more)
    assert digest(place.out) == warm


def test_a_dataset_that_was_touched_is_built_again(place: Place, copy: Copy) -> None:
    run(place, copy)
    wanted = digest(place.out)
    for name in ("funnel.json", "MANIFEST.json"):
        path = place.out / name
        path.write_text(path.read_text().replace(" ", "  ", 1))
        assert UNCHANGED not in run(place, copy).err
        assert digest(place.out) == wanted


def test_another_version_of_the_code_builds_again(
    place: Place, copy: Copy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run(place, copy)
    (tmp_path / "other.py").write_text("")
    monkeypatch.setattr("curate.prs.reuse._code_files", lambda: [tmp_path / "other.py"])
    assert UNCHANGED not in run(place, copy).err


def test_only_records_that_are_new_are_read(place: Place, copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    run(place, copy)
    another_title(copy)
    with Archive(place.folder / "workspace" / "archive") as archive:
        kept = {key: archive.get(key) for key in archive.keys("raw/")}
    seen: list[str] = []
    get = Archive.get
    monkeypatch.setattr(Archive, "get", lambda self, key: seen.append(key) or get(self, key))
    run(place, copy)
    read = [key for key in seen if key.startswith("raw/")]
    assert len(read) == 1
    assert read[0] not in kept


def test_a_kept_result_that_is_damaged_is_computed_anew(place: Place, copy: Copy) -> None:
    run(place, copy)
    wanted = digest(place.out)
    with closing(sqlite3.connect(place.folder / "workspace" / "pulls" / "cache.db")) as results, results:
        assert results.execute("UPDATE Cache SET value = substr(value, 1, length(value) - 3)").rowcount > 50
    shutil.rmtree(place.out)
    run(place, copy)
    assert digest(place.out) == wanted
