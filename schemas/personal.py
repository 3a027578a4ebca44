"""What counts as personal data or a secret, and how it leaves a text: one definition for door and checks."""

import re

from curate.schemas.secrets import REDACTED, redact_secrets

_LOCAL = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%+-") | set(range(0x80, 0x100))
_DOMAIN = re.compile(rb"@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}")
EMAIL = re.compile(r"[\w.%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}")
MENTION = re.compile(r"(?<![\w/`.@])@[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?![\w@])")
RULES = 2
"""Of redaction; raised when they change, so that nothing that was redacted by older ones is used."""


def redact_json(raw: bytes) -> bytes:
    """JSON text with every e-mail address and token in it replaced by ``redacted``; all else byte for byte the same.

    Works on the bytes, so that what the archive keeps is what the source sent. An escape such as ``\\n`` just before
    an address stays whole.
    """
    raw = redact_secrets(raw)
    at = raw.find(b"@")
    if at < 0:
        return raw
    pieces: list[bytes] = []
    done = 0
    while at >= 0:
        domain = _DOMAIN.match(raw, at)
        start = _local_start(raw, done, at) if domain else at
        if domain and start < at:
            pieces += (raw[done:start], REDACTED.encode())
            done = domain.end()
        at = raw.find(b"@", max(at + 1, done))
    return b"".join((*pieces, raw[done:]))


def _local_start(raw: bytes, floor: int, at: int) -> int:
    """Where the part of an address before `at` begins; a letter written as ``\\u00e9`` belongs to it."""
    start = at
    while True:
        while start > floor and raw[start - 1] in _LOCAL:
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


def redact_text(text: str) -> str:
    """`text` without e-mail addresses and secrets."""
    text = redact_secrets(text)
    return EMAIL.sub(REDACTED, text) if "@" in text else text


def mask_mentions(text: str) -> str:
    """`text` in which each ``@login`` reads ``@user``: whom it named can't be told from it."""
    return MENTION.sub("@user", text)
