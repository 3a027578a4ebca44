"""What counts as personal data or a secret, and how it leaves a text: one definition for door and checks."""

import re

_LOCAL = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%+-") | set(range(0x80, 0x100))
_DOMAIN = re.compile(rb"@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}")
EMAIL = re.compile(r"[\w.%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}")
MENTION = re.compile(r"(?<![\w/`.@])@[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?![\w@])")
TOKEN = re.compile(
    r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|hf_[A-Za-z0-9]{20,}|sk-[A-Za-z0-9_-]{20,})"
)
_TOKEN_BYTES = re.compile(TOKEN.pattern.encode())
_TOKEN_SIGNS = (b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_", b"github_pat_", b"hf_", b"sk-")
TRAILER = re.compile(r"(?im)^[ \t]*(?:co-authored-by|signed-off-by)[ \t]*:.*(?:\r?\n|\Z)")

REDACTED = "redacted"


def redact_json(raw: bytes) -> bytes:
    """JSON text with every e-mail address and token in it replaced by ``redacted``; all else byte for byte the same.

    Works on the bytes, so that what the archive keeps is what the source sent. An escape such as ``\\n`` or
    ``\\u00e9`` just before an address stays whole.
    """
    if any(sign in raw for sign in _TOKEN_SIGNS):
        raw = _TOKEN_BYTES.sub(REDACTED.encode(), raw)
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
    start = at
    while start > floor and raw[start - 1] in _LOCAL:
        start -= 1
    slashes = 0
    while start - slashes > floor and raw[start - slashes - 1] == 0x5C:
        slashes += 1
    if slashes % 2:  # the first letter(s) of the run belong to an escape
        start += 5 if raw[start : start + 1] == b"u" else 1
    return min(start, at)


def redact_text(text: str) -> str:
    """`text` without e-mail addresses and tokens."""
    if "@" in text:
        text = EMAIL.sub(REDACTED, text)
    return TOKEN.sub(REDACTED, text)


def mask_mentions(text: str) -> str:
    """`text` in which each ``@login`` reads ``@user``: whom it named can't be told from it."""
    return MENTION.sub("@user", text)
