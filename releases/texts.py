"""What a text must not hold: who wrote it, a secret, or what gives the label away."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from curate.releases.findings import Finding, error, warning
from curate.schemas.mathlibpr.rules.leaks import Where, find_leaks
from curate.schemas.people import find_people
from curate.schemas.personal import MENTION, find_addresses
from curate.schemas.secrets import find_secrets

PROSE = frozenset({"title", "body", "prompt"})
"""Columns that a person wrote as text; the others are code or metadata."""
CODE = frozenset({"diff", "chosen", "rejected", "statement", "preamble"})
_OWNER = re.compile(r"github\.com/([A-Za-z0-9-]+)/")

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
    """E-mail addresses, logins and secrets in any text of `row`.

    In a column that is not published they are warnings.
    """
    for column, text in texts_of(row):
        say = error if column.split(".")[0] in published else warning
        for rule, what in _find_personal(column, text):
            yield say(rule, f"{where}.{column}", what, REDACT)
        owner = _OWNER.search(text) if column.endswith("_url") else None
        if owner and owner[1] != str(row.get("repo", "")).split("/")[0]:
            yield error("login", f"{where}.{column}", f"links to {owner[1]}, which may be a person", REDACT)


def _find_personal(column: str, text: str) -> Iterator[tuple[str, str]]:
    if "@" in text:
        address = next(find_addresses(text, code=column in CODE), None)
        if address is not None:
            yield "email", f"holds the e-mail address {text[address.start : address.end]}"
        named = next((hit for hit in MENTION.findall(text) if hit != "@user"), None) if column in PROSE else None
        if named is not None:
            yield "login", f"mentions {named}"
    if column in PROSE:
        for who, found in find_people(text):
            yield "login" if "login" in who else "person", f"names {who}: {found[:60]!r}"
    if secrets := find_secrets(text):
        yield "secret", f"holds what looks like a {secrets[0].name}"


def check_leaks(where: str, row: Mapping[str, Any]) -> Iterator[Finding]:
    """What tells the label, or names an author, in the texts that a reviewer is shown."""
    for column in sorted((PROSE | {"diff"}) & row.keys()):
        kind: Where = "code" if column == "diff" else "prose"
        for leak, found in find_leaks(row[column] or "", row["pr_number"], kind):
            say = error if leak.severity == "error" else warning
            yield say(leak.name, f"{where}.{column}", f"{leak.what}: {found[:60]!r}", CLEAN)
