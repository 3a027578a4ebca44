"""Every attempt is kept, and a journal that was cut off in the middle is read on."""

from pathlib import Path

import pytest

from curate.formalize.repair.journal import Event, Journal, Judged, Made
from curate.schemas.errors import Failed

EVENTS: tuple[Event, ...] = (
    Made(origin="draft", text="theorem t : ∀ n, n = n\n", diff="", why="the draft as it was given"),
    Judged(objection="it declares an axiom", elaboration=None),
)


def write(directory: Path) -> Journal:
    journal = Journal(directory / "attempts", b"a draft")
    for event in EVENTS:
        journal.write(event)
    return journal


def test_what_was_written_is_read(tmp_path: Path) -> None:
    assert write(tmp_path).read() == EVENTS


def test_another_draft_has_another_journal(tmp_path: Path) -> None:
    write(tmp_path)
    assert Journal(tmp_path / "attempts", b"another draft").read() == ()


@pytest.mark.parametrize("cut", [1, 10, 40])
def test_a_line_that_was_not_written_whole_is_cut_off_and_the_journal_goes_on(tmp_path: Path, cut: int) -> None:
    journal = write(tmp_path)
    journal.path.write_bytes(journal.path.read_bytes()[:-cut])
    assert journal.read() == EVENTS[:1]
    journal.write(EVENTS[1])
    assert journal.read() == EVENTS


def test_a_line_that_is_no_entry_is_named(tmp_path: Path) -> None:
    journal = write(tmp_path)
    journal.path.write_bytes(b'{"kind": "odd"}\n' + journal.path.read_bytes())
    with pytest.raises(Failed, match="line 1"):
        journal.read()
