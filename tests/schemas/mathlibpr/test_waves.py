"""Many closings by one sentence, or by one person on one day, are said at the end of a run."""

from pulls import comment, event, pull

from curate.schemas.mathlibpr.rules.waves import MANY, Closings, first_sentence, read_closing


def closed(number: int, *said: str, actor: str | None = None) -> Closings:
    closings = Closings()
    for place in range(number):
        comments = tuple(comment("x", text.format(place)) for text in said)
        events = (event("closed", 60, actor=actor),) if actor else ()
        closings.note(read_closing(pull(title="feat: x", comments=comments, events=events)))
    return closings


def test_a_sentence_that_closes_many_is_told_whatever_numbers_and_names_it_holds() -> None:
    (wave,) = closed(MANY + 1, "Closing #{0} since @ada{0} moved. Thanks for {0}.").waves()
    assert wave.startswith(f"{MANY + 1} pull requests were closed after the words “Closing … since … moved.”")
    assert list(closed(MANY, "Closing #{0} since @ada moved.").waves()) == []


def test_a_person_who_closes_many_on_one_day_is_told() -> None:
    (wave,) = closed(MANY + 1, actor="emmy").waves()
    assert "closed by emmy on 2025-03-03" in wave
    assert list(closed(MANY, actor="emmy").waves()) == []


def test_the_first_sentence_is_without_what_differs() -> None:
    assert first_sentence("Superseded by #12, see https://x/y. Bye.\nMore") == "Superseded by …, see …."
