"""Rule 2: whether a pull request's change is on the main branch, and by what that was seen."""

import re
from collections.abc import Sequence
from typing import Literal

from curate.schemas.base import Record
from curate.schemas.mathlibpr.pulls import PullRequest
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
    REVERT_TITLE,
    REVERTS,
    SUPERSEDED,
    SUPERSEDED_BARE,
    is_bot,
)

Sign = Literal["state", "title", "bors_comment", "master_commit"]
UnmergedKind = Literal["abandoned", "superseded", "migrated", "llm-generated", "bot", "unknown"]


class Outcome(Record):
    """What became of a pull request."""

    landed: bool
    signs: tuple[Sign, ...]
    """Which of the four were seen. The first two decide; the others bear them out."""
    landed_shas: tuple[str, ...]
    """Commits of the main branch whose subject ends `(#N)`, oldest first."""
    unmerged_kind: UnmergedKind | None
    migrated_to: int | None
    flags: tuple[str, ...]
    """`relanded`, `uncorroborated`, `master-commit-without-landing`."""


def judge_outcome(pull: PullRequest, landed_shas: Sequence[str] | None, base_ref: str = BASE_REF) -> Outcome:
    """Whether `pull` landed.

    Args:
        pull: a closed pull request.
        landed_shas: commits of the main branch that name it; None when no git repository was given.
        base_ref: the main branch's name.
    """
    signs = _signs(pull, landed_shas, base_ref)
    landed = "state" in signs or "title" in signs
    flags = []
    prefix = BORS_PREFIX.match(pull.title)
    if (prefix and prefix[0].count("[") > 1) or len(landed_shas or ()) > 1:
        flags.append("relanded")
    if landed and not {"bors_comment", "master_commit"} & set(signs):
        flags.append("uncorroborated")
    if not landed and "master_commit" in signs:
        flags.append("master-commit-without-landing")
    successor = find_successor(pull)
    return Outcome(
        landed=landed,
        signs=signs,
        landed_shas=tuple(landed_shas or ()),
        unmerged_kind=None if landed else _unmerged_kind(pull, successor),
        migrated_to=successor,
        flags=tuple(flags),
    )


def _signs(pull: PullRequest, landed_shas: Sequence[str] | None, base_ref: str) -> tuple[Sign, ...]:
    seen: dict[Sign, bool] = {
        "state": pull.state == "MERGED",
        "title": BORS_PREFIX.match(pull.title) is not None,
        "bors_comment": any(
            comment.author in BORS_LOGINS and (merged := BORS_MERGED.match(comment.body)) and merged[1] == base_ref
            for comment in pull.comments
        ),
        "master_commit": bool(landed_shas),
    }
    return tuple(sign for sign, yes in seen.items() if yes)


def find_successor(pull: PullRequest) -> int | None:
    """The pull request that carries on the work of one that was moved to a fork."""
    for comment in pull.comments:
        if (moved := MIGRATION.search(comment.body)) and int(moved[1]) != pull.number:
            return int(moved[1])
    return None


def find_reverts(pull: PullRequest) -> tuple[int, ...]:
    """The pull requests that `pull` says it reverts."""
    said = REVERTS.match(pull.body)
    return tuple(sorted({*parse_reverts(BORS_PREFIX.sub("", pull.title)), *([int(said[1])] if said else [])}))


def parse_reverts(title: str) -> tuple[int, ...]:
    """The PR numbers that a title such as `Revert "feat: x (#12)" (#34)` says it reverts."""
    quoted = REVERT_TITLE.match(title)
    return tuple(int(number) for number in re.findall(r"\(#(\d{1,9})\)", quoted[1])) if quoted else ()


def is_migrated(pull: PullRequest, outcome: Outcome) -> bool:
    """Whether `pull` is left to its successor: it was labelled as moved to a fork and never landed itself."""
    return MIGRATED_LABEL in pull.labels and not outcome.landed


def find_dependencies(pull: PullRequest) -> tuple[int, ...]:
    """The pull requests that `pull` says it depends on."""
    return tuple(sorted({int(number) for number in DEPENDS_ON.findall(pull.body)} - {pull.number}))


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
    named = [int(found) for found in SUPERSEDED.findall(text)]
    return any(other != number for other in named) or bool(SUPERSEDED_BARE.search(text) and re.search(r"#\d", text))
