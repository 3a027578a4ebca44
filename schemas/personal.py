"""What counts as personal data or a secret, and how it leaves a text: one definition for door, build and checks.

Every search starts at a sign that must be there (an `@`, the fixed beginning of a token) and looks a bounded way from
it, so that time is linear in the length of a text.
"""

import re
import string
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from curate.schemas.tlds import TLDS

REDACTED = "redacted"
RULES = 2
"""Of redaction; raised when they change, so that nothing that was redacted by older ones is used."""
LOCAL_MAX = 64
"""The longest part of an address before its `@`."""
_LOCAL = re.compile(r"[A-Za-z0-9._%+\-\x80-\U0010ffff]+\Z")
_DOMAIN = re.compile(r"@((?:[A-Za-z0-9-]{1,63}\.){1,12}([A-Za-z]{2,24}))")
_DOMAIN_BYTES = re.compile(_DOMAIN.pattern.encode())
_AFTER_CODE = re.compile(r"[\w(\['`«:]|\.\w")
"""What follows a name in code, and no address in a sentence."""
MENTION = re.compile(r"(?<![\w/`.@])@[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?![\w@]|\.\w)")


class Secret(NamedTuple):
    """A kind of secret: what it begins with, and all of it."""

    name: str
    signs: tuple[str, ...]
    pattern: str


_GENERATED = r"(?=(?:[A-Za-z]{0,40}[0-9]){3}|[A-Za-z0-9]{0,40}?[A-Z]{2}[A-Za-z0-9]{0,40}?[A-Z]{2})"
"""As a generator makes them: three digits, or twice two capitals in a row, which no name in code has."""

SECRETS = (
    Secret("GitHub", tuple(f"gh{kind}_" for kind in "pousr"), r"gh[pousr]_[A-Za-z0-9]{20,255}"),
    Secret("GitHub, fine-grained", ("github_pat_",), r"github_pat_[A-Za-z0-9_]{20,255}"),
    Secret("Hugging Face", ("hf_",), rf"hf_{_GENERATED}[A-Za-z0-9]{{30,40}}(?![A-Za-z0-9_])"),
    Secret("OpenAI and Anthropic", ("sk-",), r"sk-(?=(?:[A-Za-z_-]{0,64}[0-9]){3})[A-Za-z0-9_-]{20,255}"),
    Secret("AWS", ("AKIA", "ASIA"), r"A[KS]IA[0-9A-Z]{16}(?![0-9A-Za-z])"),
    Secret("Slack", ("xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-"), r"xox[abeprs]-[0-9A-Za-z-]{10,255}"),
    Secret("Slack webhook", ("hooks.slack.com/services/",), r"hooks\.slack\.com/services/[A-Za-z0-9/]{20,99}"),
    Secret("GitLab", ("glpat-",), r"glpat-[A-Za-z0-9_-]{20,255}"),
    Secret("Google", ("AIza",), r"AIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])"),
    Secret("Google, OAuth", ("ya29.", "GOCSPX-"), r"(?:ya29\.[0-9A-Za-z_-]{20,255}|GOCSPX-[0-9A-Za-z_-]{20,64})"),
    Secret("JWT", ("eyJ",), r"eyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{4,8192}\.[A-Za-z0-9_-]{10,2048}"),
    Secret("PyPI", ("pypi-",), r"pypi-AgE[A-Za-z0-9_-]{30,1024}"),
    Secret("npm", ("npm_",), rf"npm_{_GENERATED}[A-Za-z0-9]{{36}}(?![A-Za-z0-9_])"),
    Secret(
        "Stripe",
        ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"),
        r"(?:[sr]k_(?:live|test)_[0-9A-Za-z]{16,255}|whsec_[0-9A-Za-z]{24,255})",
    ),
    Secret("Discord", ("M", "N", "O"), r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![\w-])"),
    Secret("Discord webhook", ("discord.com/api/", "discordapp.com/api/"),
           r"discord(?:app)?\.com/api/webhooks/[0-9]{15,22}/[A-Za-z0-9_-]{50,100}"),
    Secret("SendGrid", ("SG.",), r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}"),
    Secret("Twilio", ("SK",), r"SK[0-9a-f]{32}(?![0-9A-Za-z])"),
    Secret("DigitalOcean", ("dop_v1_", "doo_v1_"), r"do[op]_v1_[0-9a-f]{64}"),
)  # fmt: skip
_KEY_BEGIN = "-----BEGIN "
_KEY_HEAD = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINE = re.compile(r"[A-Za-z0-9+/=:,. -]*")
_KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_HEAD_BYTES, _KEY_END_BYTES = (re.compile(pattern.pattern.encode()) for pattern in (_KEY_HEAD, _KEY_END))
_KEY_MAX = 20_000
_DISCORD = re.compile(r"\.[A-Za-z0-9_-]{6}\.")
_DISCORD_BYTES = re.compile(_DISCORD.pattern.encode())
_LOCAL_BYTES = frozenset(string.ascii_letters.encode() + string.digits.encode() + b"._%+-") | set(range(0x80, 0x100))
_BEFORE = r"(?<![A-Za-z0-9_])"
_BEFORE_BYTES = rb"(?:(?<![A-Za-z0-9_])|(?<=\\[bfnrt])|(?<=\\u[0-9A-Fa-f]{4}))"
_PATTERNS = {secret: re.compile(_BEFORE + secret.pattern) for secret in SECRETS}
_BYTES = {secret: re.compile(_BEFORE_BYTES + secret.pattern.encode()) for secret in SECRETS}


class Span(NamedTuple):
    """Where something stands in a text."""

    start: int
    end: int


def find_addresses(text: str, code: bool = False) -> Iterator[Span]:
    """The e-mail addresses in `text`.

    An address has a real top-level domain. In `code`, where `x@Foo.bar` is a pattern or a product, its domain is in
    small letters as well, and what follows is not what follows a name; of a diff's line the first column is no part
    of it. The login `git` is an address of a repository.
    """
    at, done = text.find("@"), 0
    while at >= 0:
        domain = _DOMAIN.match(text, at)
        if domain and (local := _LOCAL.search(text, max(done, at - LOCAL_MAX), at)) and _is_domain(domain, text, code):
            start = local.start()
            if code and start < at - 1 and text[start] in "+-" and (start == 0 or text[start - 1] == "\n"):
                start += 1
            if text[start:at] != "git" and not (code and text[start:at] in "+-"):
                yield Span(start, domain.end())
                done = domain.end()
        at = text.find("@", max(at + 1, done))


def _is_domain(domain: re.Match[str], text: str, code: bool) -> bool:
    if domain[2].lower() not in TLDS or len(domain[1]) > 255:
        return False
    return not code or (domain[1].islower() and not _AFTER_CODE.match(text, domain.end()))


def find_secrets(text: str) -> Iterator[Span]:
    """The tokens and private keys in `text`, in order, none within another. Of a key, each line is one."""
    spans = [Span(*found.span()) for secret in SECRETS for found in _at_signs(secret, text)]
    spans += _key_lines(text)
    done = 0
    for span in sorted(spans):
        if span.start >= done:
            yield span
            done = span.end


def _at_signs(secret: Secret, text: str) -> Iterator[re.Match[str]]:
    """Looks only where a sign stands: a pattern tried at every letter would take most of the time."""
    pattern = _PATTERNS[secret]
    if secret.name == "Discord":  # begins with any of three letters; what is rare in it is the middle
        for middle in _DISCORD.finditer(text):
            if found := pattern.search(text, max(0, middle.start() - 28), middle.end() + 40):
                yield found
        return
    for sign in secret.signs:
        at = text.find(sign)
        while at >= 0:
            if found := pattern.match(text, at):
                yield found
            at = text.find(sign, at + 1)


def _key_lines(text: str) -> Iterator[Span]:
    """The lines of each private key, without a diff's column, from the first to the last or where it breaks off."""
    at = text.find(_KEY_BEGIN)
    while at >= 0:
        head = _KEY_HEAD.match(text, at)
        end = at + 1
        if head:
            yield Span(*head.span())
            end = head.end()
            for start, stop in _lines_after(text, end):
                line = text[start:stop]
                last = _KEY_END.search(line)
                if not (last or _KEY_LINE.fullmatch(line)):
                    break
                if line.strip():
                    yield Span(start, stop)
                end = stop
                if last:
                    break
        at = text.find(_KEY_BEGIN, end)


def _lines_after(text: str, at: int) -> Iterator[tuple[int, int]]:
    """The lines after `at`, without their ends and without a diff's column."""
    start = text.find("\n", at) + 1
    while start > 0:
        stop = text.find("\n", start)
        stop = len(text) if stop < 0 else stop
        first = start + 1 if text[start : start + 1] in ("+", "-", " ") else start
        yield first, stop - 1 if text[stop - 1 : stop] == "\r" and stop > first else stop
        start = stop + 1 if stop < len(text) else 0


def redact_text(text: str) -> str:
    """Prose without e-mail addresses and secrets."""
    text = _replace(text, find_secrets(text))
    return _replace(text, find_addresses(text)) if "@" in text else text


def redact_code(text: str) -> str:
    """Code or a diff of it without addresses and secrets; each line stays where it is, with its first column."""
    text = _replace(text, find_secrets(text))
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
    raw = _redact_secrets(raw)
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
        ):
            pieces += (raw[done:start], REDACTED.encode())
            done = domain.end()
        at = raw.find(b"@", max(at + 1, done))
    return b"".join((*pieces, raw[done:])) if pieces else raw


def _redact_secrets(raw: bytes) -> bytes:
    spans = [found.span() for secret in SECRETS for found in _in_bytes(secret, raw)]
    spans += _keys_in_bytes(raw)
    pieces: list[bytes] = []
    done = 0
    for start, end in sorted(spans):
        if start >= done:
            pieces += (raw[done:start], REDACTED.encode())
            done = end
    return b"".join((*pieces, raw[done:])) if pieces else raw


def _keys_in_bytes(raw: bytes) -> Iterator[tuple[int, int]]:
    """The private keys within strings of JSON; of one that breaks off, its first line."""
    at = raw.find(_KEY_BEGIN.encode())
    while at >= 0:
        head = _KEY_HEAD_BYTES.match(raw, at)
        done = at + 1
        if head:
            end = raw.find(b"-----END ", head.end(), head.end() + _KEY_MAX)
            whole = _KEY_END_BYTES.match(raw, end) if end >= 0 and b'"' not in raw[head.end() : end] else None
            done = whole.end() if whole else head.end()
            yield at, done
        at = raw.find(_KEY_BEGIN.encode(), done)


def _in_bytes(secret: Secret, raw: bytes) -> Iterator[re.Match[bytes]]:
    pattern = _BYTES[secret]
    if secret.name == "Discord":
        for middle in _DISCORD_BYTES.finditer(raw):
            if found := pattern.search(raw, max(0, middle.start() - 28), middle.end() + 40):
                yield found
        return
    for sign in secret.signs:
        at = raw.find(sign.encode())
        while at >= 0:
            if found := pattern.match(raw, at):
                yield found
            at = raw.find(sign.encode(), at + 1)


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
