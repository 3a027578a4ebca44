"""Every attempt is kept, and a journal that was cut off in the middle is read on."""

from pathlib import Path

import pytest

from curate.formalize.repair.journal import Event, Journal, Judged, Made
from curate.schemas.errors import Failed, Stopped

EVENTS: tuple[Event, ...] = (
    Made(origin="draft", text="theorem t : ∀ n, n = n\n", diff="", why="the draft as it was given"),
    Judged(objection="it declares an axiom", elaboration=None),
)


def write(directory: Path) -> Journal:
    journal = Journal(directory / "attempts", b"a draft")
    for event in EVENTS:
        journal.write(event)
    return journal


def without_runs(events: tuple[Event, ...]) -> tuple[Event, ...]:
    return tuple(event.model_copy(update={"run": None}) for event in events)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    assert without_runs(write(tmp_path).read()) == EVENTS


def test_another_draft_has_another_journal(tmp_path: Path) -> None:
    write(tmp_path)
    assert Journal(tmp_path / "attempts", b"another draft").read() == ()


@pytest.mark.parametrize("cut", [1, 10, 40])
def test_a_line_that_was_not_written_whole_is_cut_off_and_the_journal_goes_on(tmp_path: Path, cut: int) -> None:
    journal = write(tmp_path)
    journal.path.write_bytes(journal.path.read_bytes()[:-cut])
    assert without_runs(journal.read()) == EVENTS[:1]
    journal.write(EVENTS[1])
    assert without_runs(journal.read()) == EVENTS


def test_a_line_that_is_no_entry_is_named(tmp_path: Path) -> None:
    journal = write(tmp_path)
    journal.path.write_bytes(b'{"kind": "odd"}\n' + journal.path.read_bytes())
    with pytest.raises(Failed, match="line 1"):
        journal.read()


def test_a_second_run_on_the_same_draft_is_refused_in_a_sentence(tmp_path: Path) -> None:
    first, second = (Journal(tmp_path / "attempts", b"a draft") for _ in range(2))
    with first.only_run(), pytest.raises(Stopped, match="another run is at work"), second.only_run():
        pass
    with second.only_run():
        pass


def test_each_event_names_its_run(tmp_path: Path) -> None:
    journal = write(tmp_path)
    assert {event.run for event in journal.read()} == {journal.run}


MADE, JUDGED = EVENTS
assert isinstance(JUDGED, Judged)


@pytest.mark.parametrize(
    "events",
    [
        (MADE, MADE, JUDGED, JUDGED),
        (MADE, JUDGED.model_copy(update={"text_sha256": "0" * 64})),
        (
            MADE.model_copy(update={"run": "a"}),
            JUDGED.model_copy(update={"run": "b"}),
            MADE.model_copy(update={"run": "a"}),
        ),
        (JUDGED,),
    ],
)
def test_a_journal_that_two_runs_wrote_at_once_is_refused(tmp_path: Path, events: tuple[Event, ...]) -> None:
    journal = Journal(tmp_path / "attempts", b"a draft")
    journal.path.parent.mkdir()
    journal.path.write_text("".join(event.model_dump_json() + "\n" for event in events))
    with pytest.raises(Failed, match="two runs wrote at once"):
        journal.read()
