"""Access tokens and keys in a text: one table, by which they are found, taken out and, in a release, refused.

All signs are looked for in one pass, and a kind only where one of its signs stands, so that long code costs next to
nothing. Where a sign could begin a name in code as well (`hf_aestronglyMeasurable`), what follows must look drawn by
chance.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import AnyStr, Generic, NamedTuple

from curate.schemas.text import storable

REDACTED = "redacted"
_KEY_MARK = r"-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_KEY_BODY = r"(?<!\\)[A-Za-z0-9+/=]{16,}"
"""The lookbehind keeps an escape of JSON whole."""
KEY_REACH = 20_000
"""How far the end of a private key is looked for."""


_SETTINGS = (
    "token", "Token", "TOKEN", "secret", "Secret", "SECRET", "api_key", "apikey", "apiKey", "API_KEY", "APIKEY",
    "password", "PASSWORD",
)  # fmt: skip


class Secret(NamedTuple):
    """A kind of secret: `pattern` is tried wherever one of `signs` begins."""

    name: str
    signs: tuple[str, ...]
    pattern: str
    by_chance: bool = False
    """Whether the part after the last `_` or `-` of the sign must look drawn by chance."""


SECRETS = (
    Secret("GitHub token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_[A-Za-z0-9]{20,255}"),
    Secret("GitHub token", ("github_pat_",), r"github_pat_[A-Za-z0-9_]{20,255}"),
    Secret("Hugging Face token", ("hf_", "api_org_"), r"(?:hf_|api_org_)[A-Za-z0-9]{20,64}(?![A-Za-z0-9_])", True),
    Secret("API key", ("sk-",), r"sk-(?:ant|proj|svcacct|admin|or)-[A-Za-z0-9_-]{20,255}"),
    Secret("API key", ("sk-",), r"sk-[A-Za-z0-9_-]{20,255}", True),
    Secret("AWS key", ("AKIA", "ASIA"), r"A[KS]IA[0-9A-Z]{16}(?![0-9A-Z])"),
    Secret(
        "AWS key",
        ("aws_", "AWS_"),
        r"(?i:aws_(?:secret_)?(?:access_)?(?:key|token))(?i:_id)?\W{1,8}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])",
    ),
    Secret("AWS token", ("SESSION_TOKEN", "session_token"), r"(?i:session_token)\W{1,8}[A-Za-z0-9/+]{100,2000}"),
    Secret("Slack token", ("xox",), r"xox[abeoprs][.-](?:xox[bp]-)?[0-9A-Za-z-]{10,255}"),
    Secret("Slack token", ("xapp-",), r"xapp-\d{1,2}-[A-Za-z0-9-]{20,255}"),
    Secret("Slack hook", ("hooks.slack.com/",), r"hooks\.slack\.com/services/[A-Za-z0-9_/]{20,120}"),
    Secret("Discord hook", ("/api/webhooks/",), r"/api/webhooks/\d{17,20}/[A-Za-z0-9_-]{40,100}"),
    Secret(
        "Discord token",
        ("MD", "MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"),
        r"[MNO][DTjz][A-Za-z0-9_-]{22,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])",
    ),
    Secret("Google key", ("AIza",), r"AIza[0-9A-Za-z_-]{35}"),
    Secret("Google secret", ("GOCSPX-",), r"GOCSPX-[0-9A-Za-z_-]{20,64}"),
    Secret("Google token", ("ya29.",), r"ya29\.[0-9A-Za-z_-]{20,512}"),
    Secret("GitLab token", ("gl",), r"gl(?:pat|dt|ft|soat|rt|cbt|imt|ptt|agent|oas)-[A-Za-z0-9_-]{20,255}"),
    Secret("npm token", ("npm_",), r"npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])"),
    Secret("PyPI token", ("pypi-",), r"pypi-AgE[A-Za-z0-9_-]{40,512}"),
    Secret(
        "Stripe key",
        ("sk_live_", "rk_live_", "sk_test_", "rk_test_"),
        r"[sr]k_(?:live|test)_[0-9A-Za-z]{16,128}(?![0-9A-Za-z_])",
        True,
    ),
    Secret("Stripe key", ("whsec_",), r"whsec_[0-9A-Za-z+/]{32,64}(?![0-9A-Za-z_])", True),
    Secret("Square token", ("sq0",), r"sq0(?:atp|csp)-[0-9A-Za-z_-]{22,43}"),
    Secret("Shopify token", ("shp",), r"shp(?:at|ca|pa|ss)_[0-9a-f]{32}(?![0-9A-Za-z_])"),
    Secret("Atlassian token", ("ATATT3",), r"ATATT3[A-Za-z0-9_=-]{60,512}"),
    Secret("Linear key", ("lin_api_",), r"lin_api_[A-Za-z0-9]{40}(?![A-Za-z0-9_])"),
    Secret("New Relic key", ("NRAK-",), r"NRAK-[A-Z0-9]{27}(?![A-Z0-9])"),
    Secret("Vault token", ("hvs.", "hvb.", "hvr."), r"hv[sbr]\.[A-Za-z0-9]{24,512}(?![A-Za-z0-9_])", True),
    Secret("Doppler token", ("dp.",), r"dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9]{40,44}(?![A-Za-z0-9_])", True),
    Secret("Tailscale key", ("tskey-",), r"tskey-[a-z]{3,10}-[A-Za-z0-9]{10,24}-[A-Za-z0-9]{20,48}"),
    Secret("age key", ("AGE-SECRET-KEY-1",), r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    Secret("SendGrid key", ("SG.",), r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    Secret("Telegram token", (":AA",), r"(?<=\d{8}):AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])"),
    Secret("Twilio key", ("SK", "AC"), r"(?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z_])"),
    Secret("Azure key", ("AccountKey=",), r"AccountKey=[A-Za-z0-9/+]{86}=="),
    Secret("DigitalOcean token", ("dop_v1_", "doo_v1_", "dor_v1_"), r"do[opr]_v1_[0-9a-f]{64}"),
    Secret("Databricks token", ("dapi",), r"dapi[0-9a-f]{32}(?![0-9A-Za-z_])"),
    Secret("Docker token", ("dckr_pat_",), r"dckr_pat_[A-Za-z0-9_-]{27,64}"),
    Secret("Mailgun key", ("key-",), r"key-[0-9a-f]{32}(?![0-9A-Za-z_])"),
    Secret("API key", ("gsk_", "r8_"), r"(?:gsk_|r8_)[A-Za-z0-9]{37,52}(?![A-Za-z0-9_])", True),
    Secret(
        "API key",
        ("xai-", "nvapi-", "pplx-"),
        r"(?:xai|nvapi|pplx)-[A-Za-z0-9_-]{40,255}",
        True,
    ),
    Secret("API key", ("lsv2_",), r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}(?![0-9A-Za-z_])"),
    Secret("Hugging Face token", ("hf_oauth_",), r"hf_oauth_[A-Za-z0-9]{20,255}(?![A-Za-z0-9_])", True),
    Secret("password in a header", ("Basic ",), r"Basic [A-Za-z0-9+/]{24,512}={0,2}(?![A-Za-z0-9_])", True),
    Secret("token in a header", ("Bearer ", "bearer "), r"[Bb]earer [A-Za-z0-9._~+/-]{24,512}=*", True),
    Secret(
        "token in a setting",
        _SETTINGS,
        r"(?i:token|secret|api_?key|password)(?i:_key|_token)?\\?[\"'`]?\s{0,3}[:=]\s{0,3}\\?[\"'`]?"
        r"[0-9a-f]{32}(?:[0-9a-f]{8}|[0-9a-f]{32})?(?![0-9A-Za-z_])",
    ),
    Secret(
        "token in a setting",
        _SETTINGS,
        r"(?i:token|secret|api_?key|password)(?i:_key|_token)?\\?[\"'`]?\s{0,3}[:=]\s{0,3}\\?[\"'`]?"
        r"[A-Za-z0-9+/-]{20,128}={0,2}(?![A-Za-z0-9_.])",
        True,
    ),
    Secret("web token", ("eyJ",), r"eyJ[A-Za-z0-9_-]{8,200}\.eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,1024}"),
    Secret("password", ("://",), r"://[^\s:/@?#\[\]'\"<>\\]{1,64}:[^\s:/@?#\[\]'\"<>\\]{3,128}@(?=[A-Za-z0-9])"),
    Secret("private key", ("-----BEGIN ",), r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"),
)


class _Table(NamedTuple, Generic[AnyStr]):
    """All signs of all kinds, and for the place of each its kind."""

    find_signs: Callable[[AnyStr], Iterable[tuple[int, int, int]]]
    """Place in `kinds`, start and end of every sign in a text, in one pass: one search for each took most of the time
    of reading an archive."""
    kinds: tuple[tuple[Secret, re.Pattern[AnyStr]], ...]


@cache
def _text_table() -> _Table[str]:
    from ahocorasick_rs import AhoCorasick  # here: commands that search no text start sooner

    listed = [(sign, secret, re.compile(secret.pattern)) for secret in SECRETS for sign in secret.signs]
    finder = AhoCorasick([sign for sign, _, _ in listed])
    return _Table(
        lambda text: finder.find_matches_as_indexes(storable(text), overlapping=True), tuple(one[1:] for one in listed)
    )


@cache
def _bytes_table() -> _Table[bytes]:
    from ahocorasick_rs import BytesAhoCorasick

    listed = [(sign.encode(), one, re.compile(one.pattern.encode())) for one in SECRETS for sign in one.signs]
    finder = BytesAhoCorasick([sign for sign, _, _ in listed])
    return _Table(lambda text: finder.find_matches_as_indexes(text, overlapping=True), tuple(one[1:] for one in listed))


class Found(NamedTuple):
    """Where a secret stands in a text."""

    start: int
    end: int
    name: str


def find_secrets(text: AnyStr) -> list[Found]:
    """The secrets in `text`, from left to right, none within another."""
    found: list[Found] = []
    for one in sorted(_search(text)):
        if not found or one.start >= found[-1].end:
            found.append(one)
    return found


def _search(text: AnyStr) -> Iterator[Found]:
    table = _text_table() if isinstance(text, str) else _bytes_table()
    after = [0] * len(table.kinds)
    for place, at, end in table.find_signs(text):
        if at < after[place]:
            continue
        secret, pattern = table.kinds[place]
        match = pattern.match(text, at)
        if match and secret.by_chance and not looks_drawn_by_chance(_plain(match[0])[end - at :]):
            after[place] = at + 1 + len(match[0]) // 8  # a sign over and over must not take for ever
        elif match:
            after[place] = _key_end(text, match.end()) if secret.name == "private key" else match.end()
            yield Found(at, after[place], secret.name)


def _key_end(text: AnyStr, start: int) -> int:
    """Where the private key whose first mark ends at `start` is over; `start` itself when no end is near."""
    last = _compile(_KEY_MARK, text).search(text, start, start + KEY_REACH)
    return last.end() if last else start


def _compile(pattern: str, like: AnyStr) -> re.Pattern[AnyStr]:
    return re.compile(pattern if isinstance(like, str) else pattern.encode())


def _plain(text: AnyStr) -> str:
    return text if isinstance(text, str) else text.decode("ascii", "replace")


def looks_drawn_by_chance(body: str) -> bool:
    """Whether letters and digits are mixed as in a token, and not as in a name made of words.

    In a random text of letters half are capitals; in camelCase about one in six. Names rarely hold three digits that
    are not side by side.
    """
    letters = [char for char in body if char.isalpha()]
    capitals = sum(char.isupper() for char in letters)
    if len(re.findall(r"\d+", body)) >= 3:
        return True
    return bool(letters) and 0.28 <= capitals / len(letters) <= 0.8 and "_" not in body


def redact_secrets(text: AnyStr) -> AnyStr:
    """`text` with ``redacted`` in place of each secret; of a private key the lines between its marks.

    The number of lines stays, and so do their ends.
    """
    found = find_secrets(text)
    if not found:
        return text
    pieces: list[AnyStr] = []
    done = 0
    for start, end, name in found:
        pieces += (text[done:start], _replace(text[start:end], name))
        done = end
    pieces.append(text[done:])
    return text[:0].join(pieces)


def _column(line: re.Match[AnyStr]) -> AnyStr:
    """The `+` with which a line of a diff begins: it is no part of the key."""
    text, at = line.string, line.start()
    begins = at > 0 and text[at - 1 : at] in ("\n", b"\n") and line[0][:1] in ("+", b"+")
    return line[0][: 1 if begins else 0]


def _replace(secret: AnyStr, name: str) -> AnyStr:
    redacted = REDACTED if isinstance(secret, str) else REDACTED.encode()
    if name == "private key":
        marked = _compile(_KEY_MARK, secret).sub(redacted, secret)
        return _compile(_KEY_BODY, secret).sub(lambda line: _column(line) + redacted, marked)
    if name == "password":
        return _compile(r"(?<=://).*(?=@)", secret).sub(redacted, secret)
    return redacted
