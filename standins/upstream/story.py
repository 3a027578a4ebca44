"""What happened to one pull request, told step by step and without any source's format.

A history is a plan: it names no sha. `upstream.play` turns plans into git objects, `state.state_at` says what
GitHub would have shown at a moment, and each renderer writes that in its own shape.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias

REPO = "leanprover-community/mathlib4"
BORS_PREFIX = "[Merged by Bors] - "
BORS = "mathlib-bors"
ACTIONS = "github-actions"
MATHLIB_BOT = "leanprover-community-mathlib4-bot"
DEPENDENT_ISSUES = "mathlib4-dependent-issues-bot"
BOTS = frozenset({BORS, ACTIONS, MATHLIB_BOT, DEPENDENT_ISSUES, "dependabot"})

Outcome: TypeAlias = Literal[
    "accepted", "revised", "unmerged",
    "not-pushed", "no-check-rows", "build-failed", "build-unknown", "same-version", "not-selected",
]  # fmt: skip
UniverseDrop: TypeAlias = Literal["open", "base-not-master", "closed-after-until", "migrated-to-fork"]
UnmergedKind: TypeAlias = Literal["abandoned", "superseded", "migrated", "llm-generated", "bot", "unknown"]
UNTIL = datetime(2026, 4, 6, tzinfo=UTC)
"""The end of the day that the hand-written outcomes take for `--until`."""
LABEL_OF: dict[str, str] = {
    "accepted": "merge_ready",
    "revised": "not_merge_ready",
    "unmerged": "not_merge_ready",
}


@dataclass(frozen=True, slots=True)
class Edit:
    """Replaces the first `old` of a file by `new`. `old` None creates the file, `new` None removes it."""

    path: str
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """One commit of a branch."""

    message: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Checks:
    """What CI said of one pushed commit; `checks.check_rows` spells it out as the rows of its era."""

    build: tuple[str | None, ...] = ("SUCCESS",)
    """Conclusions of the job `Build`, one per attempt, oldest first. Empty: no row. None: it still runs."""
    lint: str = "SUCCESS"
    bors: str | None = None
    """State of the commit status that bors posts."""
    new_run: bool = False
    """Each attempt is a run of its own, rather than a job of the same run."""
    newest_first: bool = False
    """The attempts are listed newest first, as GitHub sometimes does."""


@dataclass(frozen=True, slots=True)
class Push:
    """The branch moves. `force` starts anew from master as it is then; `merge` merges master first."""

    hour: float
    commits: tuple[Change, ...]
    checks: Checks | None = field(default_factory=Checks)
    """None: no roll-up."""
    kind: Literal["normal", "force", "merge"] = "normal"
    lost: bool = False
    """The git repository does not have this commit."""


@dataclass(frozen=True, slots=True)
class Said:
    """A comment, or a review when it has a verdict.

    `{head}` and `{short}` in the body are the head's sha and its beginning; kept current if `edited`.
    """

    hour: float
    author: str | None
    body: str
    verdict: Literal["APPROVED", "CHANGES_REQUESTED", "COMMENTED"] | None = None
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Labeled:
    """A label was put on, or taken off."""

    hour: float
    label: str
    actor: str | None
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Renamed:
    """A new title. None: bors put its prefix before the title."""

    hour: float
    title: str | None
    actor: str | None


@dataclass(frozen=True, slots=True)
class BodyEdited:
    """A new body."""

    hour: float
    body: str
    actor: str | None


@dataclass(frozen=True, slots=True)
class Landed:
    """The change went onto its base branch as one commit whose subject ends `(#N)`."""

    hour: float
    by: Literal["bors", "github"]
    actor: str | None


@dataclass(frozen=True, slots=True)
class Turned:
    """One of the plain turns of a PR's life."""

    hour: float
    what: Literal["closed", "reopened", "ready_for_review", "convert_to_draft", "branch_deleted"]
    actor: str | None


@dataclass(frozen=True, slots=True)
class BaseChanged:
    """A new base branch."""

    hour: float
    base: str
    actor: str | None


Step: TypeAlias = Push | Said | Labeled | Renamed | BodyEdited | Landed | Turned | BaseChanged


@dataclass(frozen=True, slots=True)
class Expected:
    """What label rules 1 make of a history with git, `--until 2026-04-05` and the selection `paper`, by hand.

    `heads` has one outcome per push, in order. Commits below a push's tip are `not-pushed`.
    """

    heads: tuple[Outcome, ...] = ()
    landed: bool = False
    drop: UniverseDrop | None = None
    unmerged: UnmergedKind | None = None
    archive: tuple[Outcome | None, ...] | None = None
    """The heads as an archive of the older shape shows them, where that differs. None: never named there."""
    weaker: tuple[tuple[str, tuple[Outcome, ...]], ...] = ()
    """The heads when a weaker class of evidence is asked for."""
    flags: tuple[str, ...] = ()
    kept_with: tuple[int, ...] = ()
    """PRs that must be in the same split."""

    def in_archive(self) -> tuple[Outcome | None, ...]:
        """The outcome of each push when the source is one archive of the older shape."""
        return self.heads if self.archive is None else self.archive


@dataclass(frozen=True, slots=True)
class History:
    """A pull request from its opening on. `steps` are in the order of time; the first is the first push."""

    number: int
    name: str
    """What it is a case of."""
    opened: datetime
    title: str
    steps: tuple[Step, ...]
    expected: Expected
    body: str = ""
    author: str | None = "ada"
    fork: str | None = None
    """Owner of the fork that the branch lives in; None: a branch of the repository itself."""
    fork_deleted: bool = False
    base: str = "master"
    draft: bool = False
    stacked_on: int | None = None
    """The branch starts at this PR's branch."""
    branch: str = ""

    def moment(self, step: Step) -> datetime:
        """When a step happened."""
        return self.opened + timedelta(hours=step.hour)

    def pushes(self) -> tuple[Push, ...]:
        """The pushes, in order."""
        return tuple(step for step in self.steps if isinstance(step, Push))


def at(text: str) -> datetime:
    """A moment in UTC from `2024-07-20T09:00`."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
