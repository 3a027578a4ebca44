"""Rule 2: whether a pull request's change is on the main branch, and by what that was seen."""

import re
from collections.abc import Sequence
from typing import Literal

from curate.schemas.base import Record
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.schemas.mathlibpr.rows import UnmergedKind
from curate.schemas.mathlibpr.rules.facts import (
    ABANDONED_LABELS,
    BASE_REF,
    BORS_LOGINS,
    BORS_MERGED,
    BORS_PREFIX,
    DEPENDS_ON,
    LLM_CLOSING,
    LLM_LABEL,
    MIGRATED_LABEL,
    MIGRATION,
    NOTICES,
    RESET_S,
    SUPERSEDED,
    SUPERSEDED_BARE,
    is_bot,
)
from curate.schemas.mathlibpr.rules.owners import has_own_head

Sign = Literal["state", "title", "bors_comment", "bors_closed", "master_commit"]


class Outcome(Record):
    """What became of a pull request."""

    landed: bool | None
    """None: the signs contradict each other, or one that would tell was not seen."""
    signs: tuple[Sign, ...]
    """Which of the five were seen."""
    landed_shas: tuple[str, ...]
    """Commits of the main branch whose subject ends `(#N)`, oldest first."""
    unmerged_kind: UnmergedKind | None
    migrated_to: int | None
    flags: tuple[str, ...]
    """`relanded`."""
    notice: str | None = None
    """The name of the notice by which it was closed, if it was closed by one."""


def judge_outcome(pull: PullRequest, landed_shas: Sequence[str] | None, base_ref: str = BASE_REF) -> Outcome:
    """Whether `pull` landed.

    Args:
        pull: a closed pull request.
        landed_shas: commits of the main branch that name it; None when no git repository was given.
        base_ref: the main branch's name.
    """
    signs = _signs(pull, landed_shas, base_ref)
    landed = _landed(pull, signs)
    prefix = BORS_PREFIX.match(pull.title)
    relanded = (prefix and prefix[0].count("[") > 1) or len(landed_shas or ()) > 1
    successor = find_successor(pull)
    return Outcome(
        landed=landed,
        signs=signs,
        landed_shas=tuple(landed_shas or ()),
        unmerged_kind=_unmerged_kind(pull, successor) if landed is False else None,
        migrated_to=successor,
        flags=("relanded",) if relanded else (),
        notice=None if landed else find_notice(pull),
    )


def _landed(pull: PullRequest, signs: Sequence[Sign]) -> bool | None:
    """A sign that no user can edit suffices, or any two. One that anybody can edit, alone, tells nothing.

    Nor does the absence of all where the comments were not seen, since bors writes its own at the end. That bors closed
    it bears another sign out, and is none by itself: bors sets the title of what it merged.
    """
    if "state" in signs or "master_commit" in signs or len(signs) > 1:
        return True
    return None if set(signs) - {"bors_closed"} or "comments" in pull.cut else False


def _signs(pull: PullRequest, landed_shas: Sequence[str] | None, base_ref: str) -> tuple[Sign, ...]:
    seen: dict[Sign, bool] = {
        "state": pull.state == "MERGED",
        "title": BORS_PREFIX.match(pull.title) is not None,
        "bors_comment": any(
            comment.author in BORS_LOGINS and (merged := BORS_MERGED.match(comment.body)) and merged[1] == base_ref
            for comment in pull.comments
        ),
        "bors_closed": _is_closed_by_bors(pull),
        "master_commit": bool(landed_shas),
    }
    return tuple(sign for sign, yes in seen.items() if yes)


def _is_closed_by_bors(pull: PullRequest) -> bool:
    """Whether bors itself closed `pull` at the end, as it does when it has merged; nobody else can be that actor."""
    closings = [event for event in pull.events if event.kind == "closed"]
    return bool(closings) and closings[-1].actor in BORS_LOGINS


def find_successor(pull: PullRequest) -> int | None:
    """The pull request that carries on the work of one that was moved to a fork."""
    for comment in pull.comments:
        if (moved := MIGRATION.search(comment.body)) and int(moved[1]) != pull.number:
            return int(moved[1])
    return None


def find_notice(pull: PullRequest) -> str | None:
    """The notice by which `pull` was closed: words of the table before it was closed, or a reset of its branch."""
    closed = pull.closed_at or pull.updated_at
    for notice in NOTICES:
        for comment in pull.comments:
            if notice.since <= comment.at.date() and comment.at <= closed and notice.pattern.search(comment.body):
                return notice.name
    pushes = [event.at for event in pull.events if event.kind == "force_pushed" and event.at]
    if not has_own_head(pull) and any(abs((closed - at).total_seconds()) <= RESET_S for at in pushes):
        return "branch-reset"
    return None


def is_migrated(pull: PullRequest, outcome: Outcome) -> bool:
    """Whether `pull` is left to its successor: it was labelled as moved to a fork and never landed itself."""
    return MIGRATED_LABEL in pull.labels and not outcome.landed


def find_dependencies(pull: PullRequest) -> tuple[int, ...]:
    """The pull requests of the same repository that `pull` says it depends on."""
    named = ((found[1] or found[2] or pull.repo, int(found[3])) for found in DEPENDS_ON.finditer(pull.body))
    return tuple(sorted({number for repo, number in named if repo.lower() == pull.repo.lower()} - {pull.number}))


def _unmerged_kind(pull: PullRequest, successor: int | None) -> UnmergedKind:
    said = [pull.body, *(comment.body for comment in pull.comments)]
    if pull.author is not None and is_bot(pull.author):
        return "bot"
    if successor is not None or MIGRATED_LABEL in pull.labels:
        return "migrated"
    if LLM_LABEL in pull.labels or any(all(phrase in text for phrase in LLM_CLOSING) for text in said):
        return "llm-generated"
    if any(_supersedes(text, pull.number) for text in said):
        return "superseded"
    return "abandoned" if ABANDONED_LABELS & set(pull.labels) else "unknown"


def _supersedes(text: str, number: int) -> bool:
    if not re.search(r"#\d", text):  # most texts; the patterns below are far slower
        return False
    named = [int(found) for found in SUPERSEDED.findall(text)]
    return any(other != number for other in named) or bool(SUPERSEDED_BARE.search(text))
