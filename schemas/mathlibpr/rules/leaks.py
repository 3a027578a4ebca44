"""What tells a label or a person in a text that a reviewer is shown: one table, by which texts are cleaned and checked.

Whatever `find_leaks` calls an error in a text, `clean` takes out of it, and cleaning twice changes nothing.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

Where = Literal["prose", "code"]


class Leak(NamedTuple):
    """A kind of leak in one kind of text."""

    name: str
    where: Where
    pattern: str
    """`NUMBER` in it stands for the number of the pull request whose text it is."""
    replacement: str | None
    """None: it stays, and is only told."""
    severity: Literal["error", "warning"]
    what: str


_BORS_SAYING = r"(?i)\[merged by bors\][ \t]*(?:-[ \t]*)?"
_BORS_COMMAND = (
    r"(?im)^[^\S\n]*(?:bors|bros)(?::|[^\S\n])[^\S\n]*\S.*(?:\n|\Z)"
    r"|^\s*bors\s+(?:r[+=-]|merge|d[+=-]|delegate|try|retry)"
)
_TRAILERS = r"(?:co[- ]?author(?:ed)?|signed[- ]?off|reviewed|acked|tested|reported|suggested)[- ]?by"
_TRAILER = rf"(?im)^[^\S\n]*{_TRAILERS}[^\S\n]*:.*(?:\n|\Z)"
_CODE_TRAILER = rf"(?im)^([-+ ])[ \t]*{_TRAILERS}[ \t]*:.*$"
_OWN_NUMBER = r"(?:(?<![\w/])[\w.-]+/[\w.-]+)?#NUMBER(?!\d)"
_OWN_LINK = r"(?<=/pull/)NUMBER(?!\d)|(?<=/issues/)NUMBER(?!\d)"
_STATE = r"\b(?:ready-to-merge|awaiting-CI|awaiting-review|awaiting-author|auto-merge-after-CI|maintainer-merge)\b"

LEAKS = (
    Leak("leak-bors", "prose", _BORS_SAYING, "", "error", "holds the bors prefix"),
    Leak("leak-bors", "prose", _BORS_COMMAND, "", "error", "holds a bors command"),
    Leak("trailer", "prose", _TRAILER, "", "error", "holds a trailer that names a person"),
    Leak("leak-number", "prose", _OWN_NUMBER, "#…", "error", "names its own number"),
    Leak("leak-number", "prose", _OWN_LINK, "…", "error", "links to itself"),
    Leak("leak-label", "prose", _STATE, None, "warning", "names a label of the review"),
    Leak("leak-bors", "code", _BORS_SAYING, "", "warning", "holds the bors prefix"),
    Leak("trailer", "code", _CODE_TRAILER, r"\1…", "error", "holds a trailer that names a person"),
    Leak("leak-number", "code", _OWN_NUMBER, "#…", "warning", "names its own number"),
    Leak("leak-number", "code", _OWN_LINK, "…", "warning", "links to itself"),
)
"""In code a warning is cleaned where a reviewer is shown it, but stays in what is published, so that it applies."""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _pattern(leak: Leak, number: int) -> re.Pattern[str]:
    if "NUMBER" in leak.pattern:
        return re.compile(leak.pattern.replace("NUMBER", str(number)))
    return _compiled(leak.pattern)


def clean(text: str, number: int, where: Where) -> str:
    """`text`, which belongs to pull request `number`, without what the table replaces."""
    before = None
    while before != text:  # what is left of one leak can make up another
        before = text
        for leak in LEAKS:
            if leak.where == where and leak.replacement is not None and _may_hold(leak, text, number):
                text = _pattern(leak, number).sub(leak.replacement, text)
    return text


def find_leaks(text: str, number: int, where: Where) -> Iterator[tuple[Leak, str]]:
    """Each leak of the table that `text` holds, with the first text that it was found in."""
    for leak in LEAKS:
        if leak.where == where and _may_hold(leak, text, number):
            found = _pattern(leak, number).search(text)
            if found:
                yield leak, found[0].strip()


def _may_hold(leak: Leak, text: str, number: int) -> bool:
    """Whether the pattern need be tried: a number that is nowhere in a long text is not looked for by pattern."""
    return "NUMBER" not in leak.pattern or str(number) in text
