"""Who is named or addressed in prose, in ways that neither a plain address nor a plain `@login` shows: one table.

Prose only: in code these shapes mean other things.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Person(NamedTuple):
    """One way to name somebody."""

    name: str
    sign: re.Pattern[str]
    """What a text must hold for the pattern to be tried."""
    pattern: re.Pattern[str]
    replacement: str


_LOGIN = r"[A-Za-z0-9][A-Za-z0-9-]{0,38}"
_END = r"(?![\w@-]|\.\w)"
_TLD = (
    r"(?:com|org|net|edu|gov|info|dev|io|ai|ac|uk|de|fr|it|nl|ch|at|be|dk|se|no|fi|pl|es|pt|eu|us|ca|au|jp|cn|kr|in|br"
    r"|ru)"
)
_AT = r"(?:\s{0,3}[\[({<]\s{0,3}at\s{0,3}[\])}>]\s{0,3}|\s{1,3}at\s{1,3})"
_DOT = r"(?:\s{0,3}[\[({<]\s{0,3}dot\s{0,3}[\])}>]\s{0,3}|\s{1,3}dot\s{1,3}|\.)"
_SPELLED_DOT = r"(?:\s{0,3}[\[({<]\s{0,3}dot\s{0,3}[\])}>]\s{0,3}|\s{1,3}dot\s{1,3})"
_WORD = r"[A-Za-z0-9][A-Za-z0-9_%+-]{0,63}"
_ANY_AT = re.compile("[@＠]")

PEOPLE = (
    Person(
        "a disguised e-mail address",
        re.compile(r"(?i)\bdot\b|[_-]dot[_-]|[\[({<]\s{0,3}at\s{0,3}[\])}>]"),
        re.compile(
            rf"(?i)\b{_WORD}(?:{_DOT}{_WORD}){{0,3}}(?:"
            rf"{_AT}{_WORD}(?:{_DOT}{_WORD}){{0,3}}{_SPELLED_DOT}{_TLD}\b"
            rf"|\s{{0,3}}[\[({{<]\s{{0,3}}at\s{{0,3}}[\])}}>]\s{{0,3}}{_WORD}(?:\.{_WORD}){{0,3}}\.{_TLD}\b"
            rf"|@{_WORD}(?:{_DOT}{_WORD}){{0,3}}{_SPELLED_DOT}{_TLD}\b)"
            r"|\b[a-z0-9.]{1,40}[_-]at[_-][a-z0-9]{1,40}(?:[_-]dot[_-][a-z0-9]{1,40}){0,3}[_-]dot[_-]"
            r"(?:com|org|net|edu|uk|de|fr|io)\b"
        ),
        "redacted",
    ),
    Person(
        "an encoded e-mail address",
        re.compile(r"(?i)&#0{0,4}64;|&#x0{0,4}40;|&commat;|%40|＠"),
        re.compile(
            rf"(?i)\b{_WORD}(?:\.{_WORD}){{0,3}}(?:&#0{{0,4}}64;|&#x0{{0,4}}40;|&commat;|%40|＠)"
            rf"{_WORD}(?:\.{_WORD}){{0,4}}\.[a-z]{{2,24}}\b"
        ),
        "redacted",
    ),
    Person(
        "an e-mail address",
        _ANY_AT,
        re.compile(
            r'"[^"\n]{1,64}"@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b'  # a quoted name
            r"|\b[\w.%+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}\b(?<![ -~])"  # a domain in another alphabet
            r"|\b[\w.%+-]{1,64}[ \t]{1,2}@[ \t]{1,2}(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b"
            r"|\b[\w.%+-]{1,64}\\@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b"  # escaped for Markdown
            r"|\b[A-Za-z][\w.%+-]{0,63}@localhost\b"
            r"|\b[A-Za-z][\w.%+-]{0,63}@\[?(?:\d{1,3}\.){3}\d{1,3}\]?"
        ),
        "redacted",
    ),
    Person("somebody of Zulip", _ANY_AT, re.compile(r"@_?\*\*[^*\n]{1,80}\*\*"), "@user"),
    Person("a login", _ANY_AT, re.compile(rf"(?<=\bcc/)@(?!user\b){_LOGIN}{_END}"), "@user"),
    Person("a login", _ANY_AT, re.compile(rf"(?<=@user)(?:/@(?!user\b){_LOGIN}{_END})+"), "/@user"),
    Person("a login", _ANY_AT, re.compile(rf"(?<![\w/`.@])_@(?!user_){_LOGIN}_(?!\w)"), "_@user_"),
    Person("a login", _ANY_AT, re.compile(rf"(?<=`)@(?!user`){_LOGIN}(?=`)"), "@user"),
    Person("a login", _ANY_AT, re.compile(rf"(?<![\w＠])＠{_LOGIN}{_END}"), "@user"),
    Person(
        "somebody's page",
        re.compile(r"github\.com/|zulipchat\.com/"),
        re.compile(
            rf"(?<=github\.com/)(?!user\b|leanprover|features|orgs|settings|sponsors|marketplace|topics|apps){_LOGIN}"
            rf"(?=[\s)\]>\"'.,;?#]|/?$|/?\s)"
            r"|(?<=zulipchat\.com/)#narrow/(?:dm|pm-with)/[\w,%.-]{1,200}"
        ),
        "user",
    ),
)
"""Of each kind, the text that stands for it is none of the kind: masking twice changes nothing."""


def mask_people(text: str) -> str:
    """`text`, prose, in which nobody of the table can be told any more."""
    for person in PEOPLE:
        if person.sign.search(text):
            text = person.pattern.sub(person.replacement, text)
    return text


def find_people(text: str) -> Iterator[tuple[str, str]]:
    """What of the table `text` holds: the kind, and the first that was found of it."""
    for person in PEOPLE:
        if person.sign.search(text) and (found := person.pattern.search(text)):
            yield person.name, found[0]
