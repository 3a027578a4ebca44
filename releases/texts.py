"""What a text must not hold: who wrote it, a secret, or what gives the label away."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from releases.findings import Finding, error, warning
from schemas.personal import EMAIL, MENTION, TOKEN, TRAILER

PROSE = frozenset({"title", "body", "prompt"})
"""Columns that a person wrote as text; the others are code or metadata."""
_DOMAIN = re.compile(r"@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}")
_KEYS = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bxox[abprs]-[0-9A-Za-z-]{10,}")
_DIFF_TRAILER = re.compile(r"(?im)^[+\- ][ \t]*(?:co-authored-by|signed-off-by)[ \t]*:")
_BORS = re.compile(
    r"(?i)\[merged by bors\]|^\s*bors\s+(?:r[+=-]|merge|d[+=-]|delegate|try|retry)", re.MULTILINE
)
_STATE = re.compile(
    r"\b(?:ready-to-merge|awaiting-CI|awaiting-review|awaiting-author|auto-merge-after-CI|maintainer-merge)\b"
)
_OWNER = re.compile(r"github\.com/([A-Za-z0-9-]+)/")

REDACT = "redact it where the dataset is built, or allow it by name in the definition"
CLEAN = "it gives the label away: clean it where the dataset is built"


class Leaf(NamedTuple):
    """One text of a row."""

    column: str
    text: str


def texts_of(row: Mapping[str, Any]) -> Iterator[Leaf]:
    """Every text in `row`, nested ones too, with its column."""
    for column, value in row.items():
        yield from _leaves(column, value)


def _leaves(column: str, value: Any) -> Iterator[Leaf]:
    if isinstance(value, str):
        yield Leaf(column, value)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(f"{column}.{name}", inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(column, inner)


def check_personal(where: str, row: Mapping[str, Any], published: frozenset[str]) -> Iterator[Finding]:
    """E-mail addresses, logins, authors' trailers and secrets in any text of `row`.

    In a column that is not published they are warnings.
    """
    for column, text in texts_of(row):
        say = error if column.split(".")[0] in published else warning
        place = f"{where}.{column}"
        if (found := find_email(text)) is not None:
            yield say("email", place, f"holds the e-mail address {found}", REDACT)
        if TOKEN.search(text) or _KEYS.search(text):
            yield say("secret", place, "holds what looks like an access token or a private key", REDACT)
        if TRAILER.search(text) or (column == "diff" and _DIFF_TRAILER.search(text)):
            yield say("trailer", place, "holds a Co-authored-by or Signed-off-by line", REDACT)
        if column in PROSE:
            named = (
                next((hit for hit in MENTION.findall(text) if hit != "@user"), None) if "@" in text else None
            )
            if named is not None:
                yield say("login", place, f"mentions {named}", REDACT)
        elif column.endswith("_url"):
            owner = _OWNER.search(text)
            if owner and owner[1] != str(row.get("repo", "")).split("/")[0]:
                yield say("login", place, f"links to {owner[1]}, which may be a person", REDACT)


def find_email(text: str) -> str | None:
    """The first e-mail address in `text`. The search starts at the `@`: long code has few of them."""
    if "@" not in text:
        return None
    for domain in _DOMAIN.finditer(text):
        found = EMAIL.search(text, max(0, domain.start() - 64), domain.end())
        if found:
            return found[0]
    return None


def check_leaks(where: str, row: Mapping[str, Any]) -> Iterator[Finding]:
    """What tells the label in the texts that a reviewer is shown."""
    number = row["pr_number"]
    own = re.compile(rf"(?<![\w/])#{number}(?!\d)|/pull/{number}(?!\d)")
    for column in sorted(PROSE & row.keys()):
        text, place = row[column], f"{where}.{column}"
        if _BORS.search(text):
            yield error("leak-bors", place, "holds the bors prefix or a bors command", CLEAN)
        if own.search(text):
            yield error("leak-number", place, f"names its own number #{number}", CLEAN)
        if state := _STATE.search(text):
            yield warning("leak-label", place, f"names the label {state[0]}", CLEAN)
    diff = row.get("diff")
    if diff and f"#{number}" in diff and own.search(diff):
        yield warning("leak-number", f"{where}.diff", f"names its own number #{number}", CLEAN)
