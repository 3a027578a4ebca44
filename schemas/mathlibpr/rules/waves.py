"""Waves of closings: one sentence, or one person on one day, that closes many pull requests is seldom a verdict."""

import re
from collections import Counter
from collections.abc import Iterator

from curate.schemas.base import Record
from curate.schemas.mathlibpr.pulls import PullRequest

MANY = 20
"""A wave closes more than this many."""
_NAMES = re.compile(r"https?://\S*[^\s.,;)]|[#@][\w-]+|\d+")


class Closing(Record):
    """How a pull request was closed."""

    words: str | None
    """The first sentence of what was said last."""
    actor: str | None
    day: str


def read_closing(pull: PullRequest) -> Closing:
    """How `pull` was closed."""
    closed = pull.closed_at or pull.updated_at
    said = [comment.body for comment in pull.comments if comment.at <= closed]
    closings = [event for event in pull.events if event.kind == "closed" and event.actor and event.at]
    return Closing(
        words=first_sentence(said[-1]) or None if said else None,
        actor=closings[-1].actor if closings else None,
        day=f"{closed:%Y-%m-%d}",
    )


class Closings:
    """Adds up by what words and by whom pull requests that never landed were closed."""

    def __init__(self) -> None:
        self._words: Counter[str] = Counter()
        self._days: Counter[tuple[str, str]] = Counter()

    def note(self, closing: Closing) -> None:
        """Counts one pull request, which was closed and never landed."""
        if closing.words:
            self._words[closing.words] += 1
        if closing.actor:
            self._days[closing.actor, closing.day] += 1

    def waves(self) -> Iterator[str]:
        """What is to be said of each wave, the largest first."""
        for words, count in self._words.most_common():
            if count > MANY:
                yield f"{count} pull requests were closed after the words “{words}”"
        for (actor, day), count in self._days.most_common():
            if count > MANY:
                yield f"{count} pull requests were closed by {actor} on {day}"


def first_sentence(text: str) -> str:
    """The first sentence of `text` without what differs from one pull request to the next."""
    line = _NAMES.sub("…", text.strip().partition("\n")[0])
    return re.split(r"(?<=[.!?]) ", line, maxsplit=1)[0][:120]
