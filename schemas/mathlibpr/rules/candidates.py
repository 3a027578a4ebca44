"""What is decided of one pull request before git is asked: rules 1 to 4."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from curate.schemas.base import Record
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.schemas.mathlibpr.rows import Diagnostic, EvidenceClass, EvidenceRow
from curate.schemas.mathlibpr.rules.builds import Built, LocalBuild, drop_reason, judge_builds, read_diagnostics
from curate.schemas.mathlibpr.rules.facts import BORS_PREFIX, is_bot
from curate.schemas.mathlibpr.rules.heads import Head, order_heads
from curate.schemas.mathlibpr.rules.landed import Outcome, find_dependencies, is_migrated
from curate.schemas.mathlibpr.rules.owners import has_own_head
from curate.schemas.mathlibpr.rules.reverts import Undoing, parse_undoing


class Passing(Record):
    """A head with build evidence. Its `head` no longer carries the check rows; `built` has those that count."""

    head: Head
    built: Built
    diagnostics: tuple[Diagnostic, ...]


class Candidate(Record):
    """A pull request of the universe, its heads with build evidence, and what ties it to others."""

    pull: PullRequest
    """Without check rows and comments, which the next stages do not need."""
    outcome: Outcome
    heads: int
    pushed_heads: int
    final: Head | None
    """The head that it was closed at; None where it has none of its own."""
    passing: tuple[Passing, ...]
    depends_on: tuple[int, ...]
    undoing: Undoing

    @property
    def asked_heads(self) -> tuple[Head, ...]:
        """The heads whose patch is needed: all that build and, to compare them with, the final one."""
        heads = tuple(one.head for one in self.passing)
        return heads if not heads or self.final is None or self.final in heads else (*heads, self.final)

    @property
    def author_kind(self) -> Literal["human", "bot", "deleted"]:
        """Who opened it, as far as it matters."""
        if self.pull.author is None:
            return "deleted"
        return "bot" if is_bot(self.pull.author) else "human"


class Considered(NamedTuple):
    """One pull request after rules 2 to 4. `candidate` is None when the whole of it is dropped."""

    candidate: Candidate | None
    unclear: list[Drop]
    closings: list[Drop]
    heads: list[Drop]
    builds: list[Drop]


def consider_pull(
    pull: PullRequest,
    outcome: Outcome,
    allowed: Sequence[EvidenceClass],
    require_ci: bool,
    local_builds: Sequence[LocalBuild],
) -> Considered:
    """Rules 2 to 4 for one pull request of the universe, of which rule 2 said `outcome`."""
    if outcome.landed is None:
        return Considered(None, [pull_drop(pull, "landing", "landing-unclear", _unclear(pull, outcome))], [], [], [])
    if is_migrated(pull, outcome):
        moved = f"to #{outcome.migrated_to}" if outcome.migrated_to else None
        return Considered(None, [], [pull_drop(pull, "migrated", "migrated-to-fork", moved)], [], [])
    if outcome.notice:
        return Considered(None, [], [pull_drop(pull, "migrated", "closed-by-policy", outcome.notice)], [], [])
    heads = order_heads(pull)
    builds = judge_builds(pull, heads, outcome, allowed, require_ci, local_builds)
    unpushed = [head_drop(pull, head, "heads", "not-pushed") for head in heads if not head.pushed]
    if not has_own_head(pull):
        foreign = Head(sha=pull.head_sha, seq=len(heads) + 1, at=None, known_by=("head_ref",), checks=None)
        unpushed.append(head_drop(pull, foreign, "heads", "no-own-head", "it is on the base branch"))
    unbuilt = [
        head_drop(pull, head, "builds", drop_reason(built, head), built.detail, built.evidence)
        for head in heads
        if head.pushed and (built := builds[head.sha]).verdict != "pass"
    ]
    passing = tuple(
        Passing(head=_bare(head), built=builds[head.sha], diagnostics=read_diagnostics(head))
        for head in heads
        if head.pushed and builds[head.sha].verdict == "pass"
    )
    candidate = Candidate(
        pull=pull.model_copy(
            update={
                "commits": tuple(commit.model_copy(update={"checks": None}) for commit in pull.commits),
                "other_commits": (),
                "comments": (),
            }
        ),
        outcome=outcome,
        heads=len(heads) + (0 if has_own_head(pull) else 1),
        pushed_heads=sum(head.pushed for head in heads),
        final=_bare(next(head for head in heads if head.sha == pull.head_sha)) if has_own_head(pull) else None,
        passing=passing,
        depends_on=find_dependencies(pull),
        undoing=parse_undoing(BORS_PREFIX.sub("", pull.title), pull.body, pull.repo),
    )
    return Considered(candidate, [], [], unpushed, unbuilt)


def _unclear(pull: PullRequest, outcome: Outcome) -> str:
    if outcome.signs:
        return f"only one sign that anybody can edit: {outcome.signs[0]}"
    return "no sign of landing, but the comments were not all seen"


def _bare(head: Head) -> Head:
    return head.model_copy(update={"checks": None})


class Named(Protocol):
    """What a dropped pull request is named by."""

    @property
    def repo(self) -> str: ...
    @property
    def number(self) -> int: ...


def pull_drop(pull: Named, stage: str, reason: str, detail: str | None = None) -> Drop:
    """The drop of a whole pull request."""
    return Drop(
        stage=stage, unit="pull_request", repo=pull.repo, pr_number=pull.number, head_sha=None, reason=reason,
        detail=detail,
    )  # fmt: skip


def head_drop(
    pull: PullRequest,
    head: Head,
    stage: str,
    reason: str,
    detail: str | None = None,
    evidence: tuple[EvidenceRow, ...] = (),
) -> Drop:
    """The drop of one head, with what was seen of its build."""
    return Drop(
        stage=stage, unit="snapshot" if stage in ("selection", "diffs") else "head", repo=pull.repo,
        pr_number=pull.number, head_sha=head.sha, seq=head.seq, head_at=head.at, reason=reason, detail=detail,
        evidence=evidence,
    )  # fmt: skip
