"""Answers of GitHub that could not be understood, kept for a bug report without anything that is somebody's own.

A sample holds what the answer was to, its status, the headers that a decision may rest on, and its body with every
login, text and address replaced. It can be replayed: `classify_answer` decides on it as on the answer itself.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from curate.schemas.base import Record
from curate.schemas.personal import mask_mentions, redact_text
from curate.schemas.secrets import REDACTED
from curate.schemas.store.atomic import write_file
from curate.scrapers.github.verdicts import Answer, Resource

SAMPLES_KEPT = 40
"""So many samples are kept; the kinds of answers matter, not their number."""
LONGEST_BODY = 40_000
"""Characters of a body that are kept."""
KEPT_HEADERS = (
    "content-type", "date", "link", "retry-after", "server", "x-github-enterprise-version", "x-github-request-id",
    "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-resource",
)  # fmt: skip
PERSONAL_KEYS = frozenset(
    {"login", "name", "nameWithOwner", "full_name", "title", "body", "diff", "email", "headRefName", "path"}
    | {
        "previousTitle",
        "currentTitle",
        "description",
        "context",
        "detailsUrl",
        "targetUrl",
        "details_url",
        "target_url",
    }
)
"""Keys of JSON whose texts are people's own, or name them."""


class Sample(Record):
    """One answer that could not be understood, and why."""

    request: str
    why: str
    status: int
    headers: Mapping[str, str]
    body: str

    @property
    def resource(self) -> Resource:
        """The API that gave it: only requests of REST are named by a path."""
        return "rest" if self.request.startswith(("/", "http")) else "graphql"

    @property
    def answer(self) -> Answer:
        """The answer, to be decided upon again."""
        return Answer(self.status, self.headers, self.body)


def take_sample(request: str, answer: Answer, why: str) -> Sample:
    """The sample of `answer` to `request`, with personal details replaced."""
    headers = {name: redact_text(answer.headers[name]) for name in KEPT_HEADERS if name in answer.headers}
    return Sample(
        request=request,
        why=mask_mentions(redact_text(why)),
        status=answer.status,
        headers=headers,
        body=strip_body(answer.body),
    )


def strip_body(body: str) -> str:
    """`body` without logins, texts, addresses and tokens; its structure as JSON stays."""
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError):
        return mask_mentions(redact_text(body[:LONGEST_BODY]))
    return mask_mentions(redact_text(json.dumps(_strip(parsed), ensure_ascii=False)))[:LONGEST_BODY]


def _strip(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: REDACTED if key in PERSONAL_KEYS and isinstance(held, str) else _strip(held)
            for key, held in value.items()
        }
    return [_strip(held) for held in value] if isinstance(value, list) else value


def write_sample(folder: Path, sample: Sample) -> None:
    """Keeps `sample` in `folder`, unless one of its kind is there or the folder is full."""
    kind = hashlib.sha256(f"{sample.request}\n{sample.status}\n{sample.why}".encode()).hexdigest()[:16]
    path = folder / f"{kind}.json"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists() and sum(1 for _ in folder.glob("*.json")) < SAMPLES_KEPT:
        write_file(path, (sample.model_dump_json(indent=1) + "\n").encode())


def read_samples(folder: Path) -> dict[str, Sample]:
    """The samples in `folder`, by the name of their file."""
    return {path.name: Sample.model_validate_json(path.read_bytes()) for path in sorted(folder.glob("*.json"))}
