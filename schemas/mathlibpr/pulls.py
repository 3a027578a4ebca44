"""A pull request as the sources saw it, after parsing and before any decision."""

import re
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct, ValidationError, convert, to_builtins
from pydantic import AwareDatetime, Field
from pydantic_core import CoreSchema, core_schema

from curate.schemas.base import Record, Sha

Time = Annotated[datetime, Meta(tz=True)]
_JOB_LINK = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+/actions/runs/(\d{1,18})(?:/job/(\d{1,18}))?(?![\w.-])")


@lru_cache(4096)
def parse_job_link(url: str | None) -> tuple[int | None, int | None]:
    """The numbers of run and job in the link of an Actions check run; None for what it does not name."""
    found = _JOB_LINK.match(url or "")
    return (int(found[1]), int(found[2]) if found[2] else None) if found else (None, None)


class CheckRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One check run or commit status on one commit. All rows are kept; `rules/checks.py` says which one counts.

    As closed and frozen as a `Record`, but of these there are millions, and a struct is made in a tenth of the time.
    """

    id: str
    """GitHub's node id, the key by which the rows of several sources are united."""
    kind: Literal["check_run", "status"]
    name: str
    conclusion: str | None
    """Of a check run `CheckConclusionState`, of a status `StatusState`; None while it runs."""
    details_url: str | None = None
    workflow: str | None = None
    started_at: Time | None = None
    completed_at: Time | None = None
    sources: tuple[str, ...]

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> CoreSchema:
        """How a record that holds rows checks them: a row as it is, anything else by these fields."""
        return core_schema.union_schema(
            [core_schema.is_instance_schema(cls), core_schema.no_info_plain_validator_function(_as_row)],
            mode="left_to_right",
            serialization=core_schema.plain_serializer_function_ser_schema(to_builtins),
        )

    @property
    def run(self) -> int | None:
        """The number of the Actions run."""
        return parse_job_link(self.details_url)[0]

    @property
    def job(self) -> int | None:
        """The number of the job in it."""
        return parse_job_link(self.details_url)[1]


def make_check_row(**values: object) -> CheckRow:
    """The row with these fields, times as JSON writes them or as they are.

    Raises:
        ValueError: a field is not what it must be.
    """
    try:
        return convert(values, CheckRow)
    except ValidationError as error:
        raise ValueError(str(error)) from error


def _as_row(values: object) -> CheckRow:
    if not isinstance(values, dict):
        raise ValueError("a check row is an object")
    return make_check_row(**values)


class Commit(Record):
    """A commit of the PR's branch, or a sha that a force push or a check row names."""

    sha: Sha
    committed_at: AwareDatetime | None
    checks: tuple[CheckRow, ...] | None
    """None: the source has no roll-up for this commit, which is not a failure."""


class Event(Record):
    """One timeline item, of the kinds that a decision rests on. `at` is None where the source gives no time."""

    kind: Literal[
        "closed", "merged", "reopened", "labeled", "unlabeled", "force_pushed", "renamed", "base_changed",
        "ready_for_review", "convert_to_draft",
    ]  # fmt: skip
    at: AwareDatetime | None
    not_before: AwareDatetime | None = None
    """The latest known time of an earlier item: bounds `at` where the source does not give it."""
    actor: str | None = None
    label: str | None = None
    before_sha: Sha | None = None
    after_sha: Sha | None = None
    previous: str | None = None
    """The title or base branch before the change."""
    current: str | None = None


class Comment(Record):
    """An issue comment or a review body."""

    id: str
    author: str | None
    at: AwareDatetime
    body: str


class BodyEdit(Record):
    """The whole body as it was from `at` on."""

    at: AwareDatetime
    body: str


class PullRequest(Record):
    """One PR with all that the sources gave of it. Logins stay inside; none is ever written to a dataset."""

    repo: str
    """`owner/name`."""
    number: int = Field(gt=0, lt=1_000_000_000)
    title: str
    body: str
    state: Literal["OPEN", "CLOSED", "MERGED"]
    is_draft: bool
    created_at: AwareDatetime
    updated_at: AwareDatetime
    closed_at: AwareDatetime | None
    merged_at: AwareDatetime | None
    merge_commit_sha: Sha | None
    base_ref: str
    head_ref: str | None
    head_sha: Sha
    head_repo: str | None
    """None: the fork was deleted."""
    author: str | None
    """None: the user was deleted."""
    labels: tuple[str, ...]
    files: tuple[str, ...]
    commits: tuple[Commit, ...]
    """In the branch's order, oldest first."""
    other_commits: tuple[Commit, ...] = ()
    """Shas outside the commit list that have check rows of their own."""
    events: tuple[Event, ...]
    comments: tuple[Comment, ...]
    body_edits: tuple[BodyEdit, ...] | None = None
    """Oldest first; None: the source has no edit history."""
    cut: tuple[str, ...] = ()
    """The lists (`commits`, `events`, `files`, `comments`, `checks`) that the source cut short."""
    fetched_at: AwareDatetime | None
    sources: tuple[str, ...]
