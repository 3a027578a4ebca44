"""What a text must not hold: who wrote it, a secret, or what gives the label away."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from curate.releases.findings import Finding, error, warning
from curate.schemas.personal import EMAIL, MENTION, TOKEN, TRAILER

PROSE = frozenset({"title", "body", "prompt"})
"""Columns that a person wrote as text; the others are code or metadata."""
_DOMAIN = re.compile(r"@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}")
_KEYS = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bxox[abprs]-[0-9A-Za-z-]{10,}")
_DIFF_TRAILER = re.compile(r"(?im)^[+\- ][ \t]*(?:co-authored-by|signed-off-by)[ \t]*:")
_BORS = re.compile(r"(?i)\[merged by bors\]|^\s*bors\s+(?:r[+=-]|merge|d[+=-]|delegate|try|retry)", re.MULTILINE)
_STATE = re.compile(
    r"\b(?:ready-to-merge|awaiting-CI|awaiting-review|awaiting-author|auto-merge-after-CI|maintainer-merge)\b"
)
_OWNER = re.compile(r"github\.com/([A-Za-z0-9-]+)/")

_SECRET_SIGNS = ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "hf_", "sk-", "-----BEGIN ", "AKIA", "xox")
_TRAILER_SIGNS = ("authored-by", "signed-off-by")
"""A text without any of these can't match."""

REDACT = "redact it where the dataset is built, or allow it by name in the definition"
CLEAN = "it gives the label away: clean it where the dataset is built"


class Leaf(NamedTuple):
    """One text of a row."""

    column: str
    text: str


def texts_of(row: Mapping[str, Any]) -> list[Leaf]:
    """Every text in `row`, nested ones too, with its column."""
    found: list[Leaf] = []
    for column, value in row.items():
        if isinstance(value, str):
            found.append(Leaf(column, value))
        elif isinstance(value, dict | list):
            _collect(column, value, found)
    return found


def _collect(column: str, value: Any, into: list[Leaf]) -> None:
    if isinstance(value, str):
        into.append(Leaf(column, value))
    elif isinstance(value, dict):
        for name, inner in value.items():
            _collect(f"{column}.{name}", inner, into)
    elif isinstance(value, list):
        for inner in value:
            _collect(column, inner, into)


def check_personal(where: str, row: Mapping[str, Any], published: frozenset[str]) -> Iterator[Finding]:
    """E-mail addresses, logins, authors' trailers and secrets in any text of `row`.

    In a column that is not published they are warnings.
    """
    leaves = texts_of(row)
    whole = "\n".join(leaf.text for leaf in leaves)
    suspect = _has_secret(whole) or _holds(whole.lower(), _TRAILER_SIGNS)
    for column, text in leaves:
        if suspect or "@" in text:
            say = error if column.split(".")[0] in published else warning
            for rule, what in _find_personal(column, text):
                yield say(rule, f"{where}.{column}", what, REDACT)
        owner = _OWNER.search(text) if column.endswith("_url") else None
        if owner and owner[1] != str(row.get("repo", "")).split("/")[0]:
            yield error("login", f"{where}.{column}", f"links to {owner[1]}, which may be a person", REDACT)


def _find_personal(column: str, text: str) -> Iterator[tuple[str, str]]:
    if "@" in text:
        if (found := find_email(text)) is not None:
            yield "email", f"holds the e-mail address {found}"
        named = next((hit for hit in MENTION.findall(text) if hit != "@user"), None) if column in PROSE else None
        if named is not None:
            yield "login", f"mentions {named}"
    if _has_secret(text):
        yield "secret", "holds what looks like an access token or a private key"
    if TRAILER.search(text) or (column == "diff" and _DIFF_TRAILER.search(text)):
        yield "trailer", "holds a Co-authored-by or Signed-off-by line"


def _has_secret(text: str) -> bool:
    """Whether a token or key is in `text`. Plain signs are looked for first: in long code that is far quicker."""
    for sign in _SECRET_SIGNS:
        at = text.find(sign)
        while at >= 0:
            if TOKEN.match(text, at) or _KEYS.match(text, at):
                return True
            at = text.find(sign, at + 1)
    return False


def find_email(text: str) -> str | None:
    """The first e-mail address in `text`. The search starts at the `@`: long code has few of them."""
    for domain in _DOMAIN.finditer(text):
        found = EMAIL.search(text, max(0, domain.start() - 64), domain.end())
        if found:
            return found[0]
    return None


def _holds(text: str, signs: tuple[str, ...]) -> bool:
    return any(sign in text for sign in signs)


def check_leaks(where: str, row: Mapping[str, Any]) -> Iterator[Finding]:
    """What tells the label in the texts that a reviewer is shown."""
    number = row["pr_number"]
    for column in sorted(PROSE & row.keys()):
        text, place = row[column], f"{where}.{column}"
        if _BORS.search(text):
            yield error("leak-bors", place, "holds the bors prefix or a bors command", CLEAN)
        if _names(text, number):
            yield error("leak-number", place, f"names its own number #{number}", CLEAN)
        if state := _STATE.search(text):
            yield warning("leak-label", place, f"names the label {state[0]}", CLEAN)
    if _names(row.get("diff") or "", number):
        yield warning("leak-number", f"{where}.diff", f"names its own number #{number}", CLEAN)


def _names(text: str, number: int) -> bool:
    if not _holds(text, (f"#{number}", f"/pull/{number}", f"/issues/{number}")):
        return False
    return re.search(rf"(?<!\w)#{number}(?!\d)|/(?:pull|issues)/{number}(?!\d)", text) is not None
