"""What a workspace keeps never changes a result: damage is made good, other names and older versions are told apart."""

import shutil
import tarfile
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from command_line import Place, Sources, digest

from curate import exits
from curate.clock import check_until
from curate.schemas.errors import Refused
from curate.scrapers.archive import MAGIC, Archive
from curate.workspace import VERSION, Workspace


def damage(directory: Path, prefix: str) -> list[str]:
    """Flips a byte in every value of the archive whose key begins with `prefix`."""
    with Archive(directory) as archive:
        keys = list(archive.keys(prefix))
        for key in keys:
            stored = bytearray(archive._cache.get(key))
            stored[len(MAGIC) + 3] ^= 1
            archive._cache.set(key, bytes(stored))
    return keys


def test_a_damaged_cached_patch_is_made_anew(place: Place, demo: Sources) -> None:
    assert place.prs(*demo.both()).code == exits.DONE
    wanted = digest(place.out)
    shutil.rmtree(place.out)
    assert damage(place.folder / "workspace" / "patches", "patch/")
    said = place.prs(*demo.both())
    assert (said.code, digest(place.out)) == (exits.DONE, wanted)
    with Archive(place.folder / "workspace" / "patches") as patches:
        assert all(patches.get(key) for key in patches.keys("patch/"))
    shutil.rmtree(place.out)
    for name in ("patches", "pulls"):
        (place.folder / "workspace" / name / "cache.db").write_bytes(b"no database")
    said = place.prs(*demo.both())
    assert said.err.count("is computed anew") == 2
    assert (said.code, digest(place.out)) == (exits.DONE, wanted)
    (place.folder / "workspace" / "archive" / "cache.db").write_bytes(b"no database")
    shutil.rmtree(place.out)
    assert place.prs(*demo.both()).code == exits.REFUSED
    assert (place.folder / "workspace" / "archive" / "cache.db").read_bytes() == b"no database", "left as it is"


def test_a_damaged_record_is_named_and_the_same_command_reads_it_anew(place: Place, demo: Sources) -> None:
    assert place.prs(*demo.both()).code == exits.DONE
    wanted = digest(place.out)
    with Archive(place.folder / "workspace" / "archive") as archive:
        first = next(iter(archive.keys("raw/")))
    shutil.rmtree(place.out)
    assert damage(place.folder / "workspace" / "archive", first) == [first]
    assert (place.prs(*demo.both()).code, digest(place.out)) == (exits.DONE, wanted)  # what it gave is kept
    shutil.rmtree(place.folder / "workspace" / "pulls")
    shutil.rmtree(place.out)
    said = place.prs(*demo.both())
    assert said.code == exits.STOPPED
    assert "is damaged in the archive" in said.last
    assert "remove" not in said.last
    assert (place.prs(*demo.both()).code, digest(place.out)) == (exits.DONE, wanted)


def test_a_source_is_called_as_it_is_named_this_time_whatever_read_it_first(place: Place, demo: Sources) -> None:
    with tarfile.open(place.folder / "first.tar.xz", "w:xz", preset=0) as tar:
        tar.add(demo.queueboard, "")
    shutil.copy(place.folder / "first.tar.xz", place.folder / "second.tar.xz")
    for name in ("first", "second"):
        assert place.prs("--queueboard", str(place.folder / f"{name}.tar.xz")).code == exits.DONE
    used = digest(place.out)
    assert '"name": "second.tar.xz"' in (place.out / "MANIFEST.json").read_text()
    shutil.rmtree(place.folder / "workspace")
    assert place.prs("--queueboard", str(place.folder / "second.tar.xz")).code == exits.DONE
    assert digest(place.out) == used


def test_an_older_workspace_goes_on_with_a_sentence_and_a_newer_one_is_refused(place: Place, demo: Sources) -> None:
    assert place.prs(*demo.both()).code == exits.DONE
    wanted = digest(place.out)
    version = place.folder / "workspace" / "version"
    version.unlink()  # as the first version left it
    said = place.prs(*demo.both())
    assert (said.code, "is of version 1: " in said.err, digest(place.out)) == (exits.DONE, True, wanted)
    assert "is of version" not in place.prs(*demo.both()).err
    for text in (str(VERSION + 1), "", "x", "²"):
        version.write_text(text)
        place.refused("workspace of another curate", *demo.both())


@pytest.mark.parametrize("command", [["funnel"], ["explain", "16560"]])
def test_a_damaged_file_is_named_before_any_figure_is_shown(place: Place, built: Path, command: list[str]) -> None:
    shutil.copytree(built, place.out)
    names = (
        ["funnel.json"]
        if command == ["funnel"]
        else sorted(str(path.relative_to(place.out)) for path in place.out.rglob("*.parquet"))
    )
    for name in names:
        path = place.out / name
        kept = path.read_bytes()
        path.write_bytes(kept[:-9] + bytes([kept[-9] ^ 1]) + kept[-8:])
        said = place.curate(*command, "--dataset", str(place.out))
        assert (said.code, said.out, f"{path} is damaged" in said.last) == (exits.REFUSED, "", True)
        path.unlink()
        assert f"{path} is missing" in place.curate(*command, "--dataset", str(place.out)).last
        path.write_bytes(kept)


def test_a_clock_that_was_set_back_refuses_no_valid_run(monkeypatch: pytest.MonkeyPatch) -> None:
    newest = datetime(2026, 4, 6, tzinfo=UTC)
    monkeypatch.setattr("curate.clock.utc_today", lambda: datetime(2025, 1, 1, tzinfo=UTC).date())
    check_until(datetime(2026, 4, 7, tzinfo=UTC).date(), newest)
    for day, record in ((8, newest), (5, None)):
        with pytest.raises(Refused, match="is in the future"):
            check_until(datetime(2026, 4, day, tzinfo=UTC).date(), record)


def test_today_may_be_asked_for_where_it_is_tomorrow_already() -> None:
    day = datetime.fromtimestamp(time.time() + 86400, UTC).date()
    check_until(day, None)


def test_a_workspace_is_made_with_its_version(tmp_path: Path) -> None:
    said: list[str] = []
    with Workspace(tmp_path / "new").locked(said.append):
        assert (tmp_path / "new" / "version").read_text() == f"{VERSION}\n"
    assert said == []
