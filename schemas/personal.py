"""What counts as personal data or a secret, and how it leaves a text: one definition for door, build and checks.

Every search for an address starts at an `@` and looks a bounded way from it, so that time is linear in the length of a
text.
"""

import re
import string
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from curate.schemas.secrets import REDACTED, redact_secrets
from curate.schemas.tlds import TLDS

RULES = 5
"""Of redaction; raised when they change, so that nothing that was redacted by older ones is used."""
LOCAL_MAX = 64
"""The longest part of an address before its `@`."""
_LOCAL = re.compile(r"[A-Za-z0-9._%+\-\x80-\U0010ffff]+\Z")
_LOCAL_IN_CODE = re.compile(r"[\w.%+-]+\Z")
_DOMAIN = re.compile(r"@((?:[A-Za-z0-9-]{1,63}\.){1,12}([A-Za-z]{2,24}))")
_DOMAIN_BYTES = re.compile(_DOMAIN.pattern.encode())
_AFTER_CODE = re.compile(r"[\w(\['`«:]|\.\w")
"""What follows a name in code, and no address in a sentence."""
_HOSTS = frozenset({"com", "org", "net", "edu", "gov", "mil", "int", "info", "dev"})
_NAMES = frozenset({"id", "im", "re", "to", "mk", "lt", "gt", "ne", "mt", "mp", "tr", "st"})
"""Top-level domains of two letters that are names of Lean's library as well; the longer ones nearly all are words."""
_PRIME = re.compile(r"'(?![A-Za-z])")
_PRIME_BYTES = re.compile(_PRIME.pattern.encode())
"""Ends a name such as `Code.zero'`, where no quote was opened before the address."""
MENTION = re.compile(r"(?<![\w/`.@])@[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?![\w@]|\.\w)")


_LOCAL_BYTES = frozenset(string.ascii_letters.encode() + string.digits.encode() + b"._%+-") | set(range(0x80, 0x100))


class Span(NamedTuple):
    """Where something stands in a text."""

    start: int
    end: int


def find_addresses(text: str, code: bool = False) -> Iterator[Span]:
    """The e-mail addresses in `text`.

    An address has a real top-level domain. In `code`, where `x@Foo.bar` is a pattern or a product, its domain is in
    small letters as well, and what follows is not what follows a name; of a diff's line the first column is no part
    of it. Where it is not within `<>`, its domain ends there as those of most people do, and not in a word. A prime
    after it ends a name. The login `git` is an address of a repository.
    """
    at, done = text.find("@"), 0
    while at >= 0:
        domain = _DOMAIN.match(text, at)
        before = _LOCAL_IN_CODE if code else _LOCAL
        if domain and (local := before.search(text, max(done, at - LOCAL_MAX), at)) and _is_domain(domain, text, code):
            start = local.start()
            if code and start < at - 1 and text[start] in "+-" and (start == 0 or text[start - 1] == "\n"):
                start += 1
            primed = _PRIME.match(text, domain.end()) and text[max(0, start - 1) : start] != "'"
            name = code and not _is_enclosed(text, start, domain.end()) and not _ends_as_a_host(domain)
            if text[start:at] != "git" and not primed and not name and not (code and text[start:at] in "+-"):
                yield Span(start, domain.end())
                done = domain.end()
        at = text.find("@", max(at + 1, done))


def _is_domain(domain: re.Match[str], text: str, code: bool) -> bool:
    if domain[2].lower() not in TLDS or len(domain[1]) > 255:
        return False
    return not code or (domain[1].islower() and not _AFTER_CODE.match(text, domain.end()))


def _is_enclosed(text: str, start: int, end: int) -> bool:
    return (text[max(0, start - 1) : start] == "<" and text[end : end + 1] == ">") or text.endswith("mailto:", 0, start)


def _ends_as_a_host(domain: re.Match[str]) -> bool:
    """Whether a domain in code is one: `c.zero`, `expr.app` and `y.id` are names."""
    *_, label, top = domain[1].split(".")
    if domain[1].count(".") > 1 and len(top) == 2:
        return True
    return len(label) > 1 and (top in _HOSTS or (len(top) == 2 and top not in _NAMES))


def redact_text(text: str) -> str:
    """Prose without e-mail addresses and secrets."""
    text = redact_secrets(text)
    return _replace(text, find_addresses(text)) if "@" in text else text


def redact_code(text: str) -> str:
    """Code or a diff of it without addresses and secrets; each line stays where it is, with its first column."""
    text = redact_secrets(text)
    return _replace(text, find_addresses(text, code=True)) if "@" in text else text


def _replace(text: str, spans: Iterable[Span]) -> str:
    pieces: list[str] = []
    done = 0
    for span in spans:
        pieces += (text[done : span.start], REDACTED)
        done = span.end
    return "".join((*pieces, text[done:])) if pieces else text


def redact_json(raw: bytes) -> bytes:
    """JSON text with every e-mail address and secret in it replaced by ``redacted``; all else byte for byte the same.

    Works on the bytes, so that what the archive keeps is what the source sent. An escape such as ``\\n`` just before
    an address stays whole.
    """
    raw = redact_secrets(raw)
    at = raw.find(b"@")
    pieces: list[bytes] = []
    done = 0
    while at >= 0:
        domain = _DOMAIN_BYTES.match(raw, at)
        start = _local_start(raw, max(done, at - 6 * LOCAL_MAX), at) if domain else at
        if (
            domain
            and start < at < start + 6 * LOCAL_MAX
            and domain[2].lower().decode() in TLDS
            and raw[start:at] != b"git"
            and not (_PRIME_BYTES.match(raw, domain.end()) and raw[max(0, start - 1) : start] != b"'")
        ):
            pieces += (raw[done:start], REDACTED.encode())
            done = domain.end()
        at = raw.find(b"@", max(at + 1, done))
    return b"".join((*pieces, raw[done:])) if pieces else raw


def _local_start(raw: bytes, floor: int, at: int) -> int:
    """Where the part of an address before `at` begins; a letter written as ``\\u00e9`` belongs to it."""
    start = at
    while True:
        while start > floor and raw[start - 1] in _LOCAL_BYTES:
            start -= 1
        slashes = 0
        while start - slashes > floor and raw[start - slashes - 1] == 0x5C:
            slashes += 1
        if slashes % 2 == 0:
            return start
        if raw[start : start + 1] != b"u":
            return min(start + 1, at)  # the first letter of the run belongs to an escape
        if raw[start + 1 : start + 5] < b"0080":
            return min(start + 5, at)
        start -= 1


def mask_mentions(text: str) -> str:
    """`text` in which each ``@login`` reads ``@user``: whom it named can't be told from it."""
    return MENTION.sub("@user", text)
