"""Which landed pull requests were undone since: reverts, and reverts of reverts, as git and GitHub write them."""

import re
from collections.abc import Iterable
from datetime import datetime

from curate.schemas.base import Record
from curate.schemas.mathlibpr.rules.facts import REAPPLY_TITLE, REVERT_KIND, REVERT_NUMBER, REVERT_TITLE, REVERTS

_OWN_NUMBER = re.compile(r"\s*\(#\d{1,9}\)\s*\Z")
_NUMBER = re.compile(r"\(#(\d{1,9})\)")


class Undoing(Record):
    """What a change says that it takes back, and what it brings back."""

    reverts: tuple[int, ...] = ()
    reapplies: tuple[int, ...] = ()

    @property
    def ties(self) -> tuple[int, ...]:
        """All pull requests that it speaks of."""
        return tuple(sorted({*self.reverts, *self.reapplies}))


class Undone(Record):
    """An undoing that landed."""

    by: int
    at: datetime
    undoing: Undoing


def parse_subject(subject: str) -> Undoing:
    """What the subject of a commit of the main branch says; the number at its end is its own."""
    return parse_undoing(_OWN_NUMBER.sub("", subject))


def parse_undoing(title: str, body: str = "", repo: str = "") -> Undoing:
    """What a title such as `Revert "feat: x (#12)"`, or the first line of a body, says.

    `repo` is the repository of the pull request: numbers of another one are of no concern.
    """
    said = REVERTS.match(body)
    named = (int(said[2]),) if said and (said[1] or repo).lower() == repo.lower() else ()
    if found := REAPPLY_TITLE.match(title):
        return Undoing(reverts=named, reapplies=_numbers(found[1]))
    if found := REVERT_TITLE.match(title):
        inner = parse_undoing(found[1])
        target = _numbers(found[1])[-1:]
        return Undoing(reverts=tuple(sorted({*target, *named})), reapplies=inner.reverts)
    if found := REVERT_NUMBER.match(title):
        return Undoing(reverts=tuple(sorted({int(found[1]), *named})))
    if found := REVERT_KIND.match(title):
        return Undoing(reverts=tuple(sorted({*_numbers(found[1])[-1:], *named})))
    return Undoing(reverts=named)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in _NUMBER.findall(text))


def find_reverted(undone: Iterable[Undone]) -> frozenset[int]:
    """The pull requests that are reverted after all of `undone`, in the order of their times.

    To bring a change back is to take back what took it away.
    """
    reverted: set[int] = set()
    reverted_by: dict[int, int] = {}
    for one in sorted(undone, key=lambda one: (one.at, one.by)):
        for number in one.undoing.reverts:
            reverted.add(number)
            reverted_by[number] = one.by
        for number in one.undoing.reapplies:
            reverted.discard(number)
            if number in reverted_by:
                reverted.add(reverted_by[number])
    return frozenset(reverted)
