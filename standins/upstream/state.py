"""A pull request as it stood at a moment: the fold of its history's steps, with the shas of the upstream."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from curate.standins.upstream.checks import Row, check_rows
from curate.standins.upstream.objects import CommitObject
from curate.standins.upstream.story import (
    BORS_PREFIX,
    BaseChanged,
    BodyEdited,
    History,
    Labeled,
    Landed,
    Push,
    Renamed,
    Said,
    Step,
    Turned,
)

IDS_PER_PULL = 10_000
ROWS_PER_PUSH = 64


@dataclass(frozen=True, slots=True)
class Pushed:
    """A push as it came out: where the branch was, and the commits that the PR lists from then on."""

    step: Push
    at: datetime
    before: str | None
    commits: tuple[CommitObject, ...]
    base: str
    """The merge base with the base branch."""

    @property
    def sha(self) -> str:
        """The tip."""
        return self.commits[-1].sha


@dataclass(frozen=True, slots=True)
class Pull:
    """A history and what became of it in git. `landings` are commits on its base branch, oldest first."""

    history: History
    pushed: tuple[Pushed, ...]
    landings: tuple[CommitObject, ...]
    below: "Pull | None" = None
    """The PR that this one is stacked on."""

    @property
    def number(self) -> int:
        """The PR's number."""
        return self.history.number


@dataclass(frozen=True, slots=True)
class Item:
    """A step with its id, its time and what it replaced."""

    id: int
    at: datetime
    step: Step
    push: Pushed | None = None
    before: str | None = None
    """The former title, base branch or body."""
    after: str | None = None


@dataclass(slots=True)
class PullState:
    """What GitHub would have shown of a PR."""

    pull: Pull
    title: str
    body: str
    base: str
    draft: bool
    state: Literal["OPEN", "CLOSED", "MERGED"] = "OPEN"
    closed_at: datetime | None = None
    merged_at: datetime | None = None
    merged_by: str | None = None
    merge_commit: str | None = None
    updated_at: datetime = field(default=datetime.min)
    labels: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    head: Pushed | None = None
    """None: nothing was pushed yet, and the PR is not there."""

    def said(self, item: Item) -> str:
        """The body of a comment as it stood."""
        assert isinstance(item.step, Said)
        text = item.step.body
        if "{head}" not in text:
            return text
        pushes = [seen.push for seen in self.items if seen.push is not None]
        earlier = [push for push in pushes if push.at <= item.at]
        shown = pushes[-1] if item.step.edited else earlier[-1]
        return text.replace("{head}", shown.sha).replace("{short}", shown.sha[:10])

    def rows(self, sha: str, moment: datetime | None = None) -> tuple[Row, ...] | None:
        """The check rows on a commit at that moment (None: at the end of all); None: no roll-up.

        A commit of the PR below has the rows that it got there: rows belong to commits, not to PRs.
        """
        pull: Pull | None = self.pull
        while pull is not None:
            for place, pushed in enumerate(pull.pushed):
                if pushed.sha == sha and pushed.step.checks is not None:
                    first_id = pull.number * IDS_PER_PULL + (place + 1) * ROWS_PER_PUSH
                    rows = check_rows(pushed.step.checks, first_id, pushed.at, pull.history.fork is not None)
                    return tuple(seen for row in rows if (seen := row.seen_at(moment)) is not None)
            pull = pull.below
        return None


def state_at(pull: Pull, moment: datetime | None = None) -> PullState | None:
    """The PR at `moment` (None: at the end of all); None when it was not opened yet."""
    history = pull.history
    if moment is not None and moment < history.opened:
        return None
    state = PullState(pull, history.title, history.body, history.base, history.draft, updated_at=history.opened)
    pushed, landings = iter(pull.pushed), iter(pull.landings)
    for place, step in enumerate(history.steps):
        when = history.moment(step)
        if moment is not None and when > moment:
            break
        item = Item(history.number * IDS_PER_PULL + place, when, step)
        match step:
            case Push():
                state.head = next(pushed)
                item = Item(item.id, when, step, push=state.head)
            case Renamed():
                title = f"{BORS_PREFIX}{state.title}" if step.title is None else step.title
                item = Item(item.id, when, step, before=state.title, after=title)
                state.title = title
            case BodyEdited():
                item = Item(item.id, when, step, before=state.body, after=step.body)
                state.body = step.body
            case BaseChanged():
                item = Item(item.id, when, step, before=state.base, after=step.base)
                state.base = step.base
            case Labeled():
                _relabel(state.labels, step)
            case Landed():
                landing = next(landings)
                if step.by == "github":
                    state.state, state.merged_at, state.closed_at = "MERGED", when, when
                    state.merged_by, state.merge_commit = step.actor, landing.sha
            case Turned():
                _turn(state, step, when)
            case Said():
                pass
        state.items.append(item)
        state.updated_at = when
    return state


def _relabel(labels: list[str], step: Labeled) -> None:
    if step.removed:
        labels.remove(step.label)
    elif step.label not in labels:
        labels.append(step.label)


def _turn(state: PullState, step: Turned, when: datetime) -> None:
    match step.what:
        case "closed":
            state.closed_at = when
            if state.state == "OPEN":
                state.state = "CLOSED"
        case "reopened":
            state.state, state.closed_at = "OPEN", None
        case "ready_for_review" | "convert_to_draft":
            state.draft = step.what == "convert_to_draft"
        case "branch_deleted":
            pass
