"""Faults of the stand-in Hub: the ones that a test names, and others drawn by a seed."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple

Kind = Literal[
    "busy",  # 429
    "busy_until",  # 429 with Retry-After
    "rate_limited",  # 429 with RateLimit, as the Hub counts requests
    "quota",  # the same for commits, with the Hub's words
    "error",  # 500, nothing was done
    "lost",  # it was done, the answer is 500
    "dropped",  # it was done, the connection is closed without an answer
    "down",  # nothing was done, the connection is closed without an answer
    "slow",  # the answer comes after `slow_s`
    "conflict",  # 409, nothing was done
    "stale",  # 412, nothing was done
    "cut_upload",  # the connection is closed midway through the body
    "cut_download",  # half of the answer's body is sent
    "altered",  # one byte of the answer's body is another
    "gated",  # 403 of a repository that asks for a permission
    "gated_login",  # 401 of the same, to somebody without a login
    "disabled",  # 403 of a repository that the Hub closed
    "storage",  # 403 of a full account
    "page",  # a web page with status 200, as a captive portal sends it
    "blocked",  # a web page with status 403, as a firewall or a CDN sends it
    "not_found_page",  # a web page with status 404
    "card",  # the Hub's check of the card finds an error
    "elsewhere",  # the download is redirected to another host
    "renamed",  # 307 to the same address, as after a repository was renamed
    "hangs",  # nothing for `slow_s`, then 504
]

READS: tuple[Kind, ...] = (
    "busy", "busy_until", "rate_limited", "error", "dropped", "down", "page", "blocked", "disabled",
    "not_found_page", "renamed", "hangs",
)  # fmt: skip
WRITES: tuple[Kind, ...] = (
    "busy", "busy_until", "rate_limited", "quota", "error", "dropped", "down", "lost", "conflict", "stale", "storage",
    "disabled", "blocked", "renamed", "hangs",
)  # fmt: skip
DOWNLOADS: tuple[Kind, ...] = (*READS, "gated", "gated_login", "elsewhere")


class Refusal(NamedTuple):
    """What is answered instead of doing what was asked."""

    status: int
    message: str = ""
    headers: Mapping[str, str] = MappingProxyType({})
    page: bool = False

    def body(self) -> bytes:
        """A page, or the Hub's JSON."""
        if self.page:
            return f"<html><body>{self.message}</body></html>".encode()
        return json.dumps({"error": self.message}).encode()

    def all_headers(self) -> dict[str, str]:
        """Its headers, the type of the body included."""
        return {**self.headers, "Content-Type": "text/html" if self.page else "application/json"}


_GATED = "Access to dataset {repo} is restricted and you are not in the authorized list."
_CARD = {"errors": [{"message": '"license" must be one of [apache-2.0, mit]'}], "warnings": []}


def refusal_of(kind: Kind | None, retry_after_s: int) -> Refusal | None:
    """The answer that `kind` gives, or None where what was asked is done all the same."""
    window = {"RateLimit": f'"api";r=0;t={retry_after_s}', "RateLimit-Policy": '"fixed window";"api";q=1000;w=300'}
    gated = {"X-Error-Code": "GatedRepo", "X-Error-Message": _GATED.format(repo="owner/mathlibpr")}
    table: dict[Kind, Refusal] = {
        "busy": Refusal(429, "You have exceeded your rate limit"),
        "busy_until": Refusal(429, "You have exceeded your rate limit", {"Retry-After": str(retry_after_s)}),
        "rate_limited": Refusal(429, "We had to rate limit you", window),
        "quota": Refusal(429, "You have exceeded our hourly quotas for action: commit.", window),
        "error": Refusal(500, "Internal Error"),
        "hangs": Refusal(504, "The request timed out"),
        "conflict": Refusal(409, "Another operation is in progress"),
        "stale": Refusal(412, "A commit has happened since. Please refresh and try again."),
        "gated": Refusal(403, gated["X-Error-Message"], gated),
        "gated_login": Refusal(401, gated["X-Error-Message"], gated),
        "disabled": Refusal(
            403,
            "Access to this resource is disabled.",
            {"X-Error-Message": "Access to this resource is disabled."},
        ),
        "storage": Refusal(
            403,
            "Private repository storage limit reached",
            {"X-Error-Message": "Private repository storage limit reached, please upgrade your plan"},
        ),
        "page": Refusal(200, "Please log in to the wifi", page=True),
        "blocked": Refusal(403, "Request blocked", page=True),
        "not_found_page": Refusal(404, "Not found", page=True),
    }
    return table.get(kind) if kind else None


def card_errors() -> bytes:
    """The answer of the Hub's check of a card that it refuses."""
    return json.dumps(_CARD).encode()


@dataclass
class Faults:
    """Which requests go wrong. `script` entries (method, part of the path, kind) are each used once, in order."""

    script: list[tuple[str, str, Kind]] = field(default_factory=list)
    standing: list[tuple[str, str, Kind]] = field(default_factory=list)
    """The same, but used for each request that matches; method "*" is any."""
    down_after: int | None = None
    """The Hub answers this many requests more and is then down."""
    seed: int = 0
    rate: float = 0.0
    """The share of requests that go wrong besides those of the script."""
    retry_after_s: int = 1
    slow_s: float = 0.0

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311  (faults, not secrets)
        self.done: list[tuple[str, str, Kind]] = []

    def draw(self, method: str, path: str) -> Kind | None:
        """The fault of the next request, if any."""
        kind = self._pick(method, path)
        if kind is not None:
            self.done.append((method, path, kind))
        return kind

    def _pick(self, method: str, path: str) -> Kind | None:
        if self.down_after is not None:
            self.down_after -= 1
            if self.down_after < 0:
                return "down"
        for number, (wanted, part, kind) in enumerate(self.script):
            if wanted == method and part in path:
                del self.script[number]
                return kind
        for wanted, part, kind in self.standing:
            if wanted in ("*", method) and part in path:
                return kind
        return self._random.choice(_kinds(method, path)) if self._random.random() < self.rate else None


def _kinds(method: str, path: str) -> tuple[Kind, ...]:
    if method == "PUT":
        return (*READS, "cut_upload")
    if "/commit/" in path or "/tag/" in path or path.startswith("/api/repos/create"):
        return WRITES
    if "/resolve/" in path:
        return (*DOWNLOADS, "cut_download") if method == "GET" else DOWNLOADS
    return READS
