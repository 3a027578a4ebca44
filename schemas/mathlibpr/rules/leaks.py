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


_ENDS = r"\n\r\v\f\x85\u2028\u2029"
"""What ends a line for one reader or another: GitHub's own texts have all of them."""
_BLANK = rf"[^\S{_ENDS}]"
"""Within a line: with the ends of lines among them a text of nothing else would take time by its square."""
_START = rf"(?:^|(?<=[{_ENDS}])){_BLANK}*(?:(?:[>*+•~`_#|-]|<!--){_BLANK}*){{0,8}}"
"""The beginning of a line, behind quotation marks, bullets and signs of emphasis."""
_REST = rf"[^{_ENDS}]*(?:\r\n|[{_ENDS}]|\Z)"
_BORS_SAYING = r"(?i)[\[［]merged[^\S\n]{1,3}by[^\S\n]{1,3}bors[\]］][ \t]*(?:-[ \t]*)?"
_BORS_COMMAND = (
    rf"(?im){_START}(?:bors|bros)(?::|{_BLANK}){_BLANK}*[^\s{_ENDS}]{_REST}"
    rf"|{_START}maintainer{_BLANK}{{1,20}}(?:merge|delegate)\b{_REST}"
    rf"|{_START}bors\s{{1,40}}(?:r[+=-]|merge|d[+=-]|delegate|try|retry)"
)
_DASH = "[-_\u2010-\u2015\u2212]{1,2}"
_NOBODY = rf"(?!(?:drive|stand|side|case|line|step|sort|group|order|lay){_DASH}by)"
_BY = rf"{_NOBODY}[a-z]{{2,20}}(?:{_DASH}[a-z]{{2,20}}){{0,3}}{_DASH}by"
"""Any word of git's own form, such as `Helped-by`."""
_WORDS = (
    r"(?:co[- ]?author(?:ed)?|signed[- ]?off|reviewed|acked|tested|reported|suggested|helped|contributed|authored"
    r"|committed|approved)"
)
_COLON = rf"{_BLANK}{{0,20}}[*_`\u200b-\u200d\ufeff]{{0,4}}{_BLANK}{{0,20}}(?::|：|&#58;|&#x3a;|&colon;)"
_SOMEBODY = r"(?![\s*_`]{0,20}[<\[{(]?(?:redacted|(?:(?:author|your|full|first|last|real|user|some)[ _-]?)?name)\b)"
"""A template that says where the name belongs names nobody."""
_TRAILER = rf"(?im){_START}(?:{_BY}|{_WORDS}[- ]?by|thanks[- ]to|cc){_COLON}{_SOMEBODY}{_REST}"
_CODE_BY = r"(?:[a-z]{2,20}(?:-[a-z]{2,20}){0,3}-by|(?:co[- ]authored|signed[- ]off) by)"
"""Only what no name of Lean looks like: `signedOffBy` and `tested_by` are fields."""
_CODE_TRAILER = rf"(?im)^([-+ ][ \t>*#/\"'`-]{{0,12}}{_CODE_BY}[ \t]*:){_SOMEBODY}[ \t]*[^\s].*?(?=\r?$)"
_CODE_MARK = rf"(?im)^([-+ ])[ \t>*#/\"'`-]{{0,12}}{_CODE_BY}[ \t]*:.*?(?=\r?$)"
_BY_SIGN = r"(?i)by[ \t]*:"
_HELD = {_BORS_SAYING: ("bors",), _BORS_COMMAND: ("bors", "bros", "maintainer")}
"""Words, one of which every leak of these kinds holds; most texts hold none, and the patterns are slow."""
_OWN_NUMBER = r"(?:(?<![\w/])[\w.-]{1,60}/[\w.-]{1,100})?[#＃]NUMBER(?!\d)|(?<![A-Za-z])(?i:gh)-NUMBER(?!\d)"
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
    Leak("trailer", "code", _CODE_TRAILER, r"\1 redacted", "error", "holds a trailer that names a person"),
    Leak("trailer", "code", _CODE_MARK, r"\1…", "warning", "holds a trailer"),
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


def redact_trailers(code: str) -> str:
    """`code`, or a diff of it, in which no trailer names anybody; each line stays where it is."""
    named = (leak for leak in LEAKS if leak.pattern == _CODE_TRAILER and leak.replacement is not None)
    for leak in named:
        if _may_hold(leak, code, 0):
            code = _compiled(leak.pattern).sub(leak.replacement or "", code)
    return code


def find_leaks(text: str, number: int, where: Where) -> Iterator[tuple[Leak, str]]:
    """Each leak of the table that `text` holds, with the first text that it was found in."""
    for leak in LEAKS:
        if leak.where == where and _may_hold(leak, text, number):
            found = _pattern(leak, number).search(text)
            if found:
                yield leak, found[0].strip()


def _may_hold(leak: Leak, text: str, number: int) -> bool:
    """Whether the pattern need be tried: what every leak of its kind holds is looked for first."""
    if leak.pattern in _HELD:
        folded = text.casefold()
        return any(word in folded for word in _HELD[leak.pattern])
    if leak.pattern in (_CODE_TRAILER, _CODE_MARK):
        return _compiled(_BY_SIGN).search(text) is not None
    return "NUMBER" not in leak.pattern or str(number) in text
