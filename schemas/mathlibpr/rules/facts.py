"""What is known of mathlib4's ways, as tables. Each row names what justifies it."""

import re
from datetime import UTC, datetime
from typing import NamedTuple

BASE_REF = "master"

BORS_PREFIX = re.compile(r"^(?:\[Merged by Bors\]\s*-\s*)+")
"""bors renames what it merged (bors-ng `batcher.ex`); eighteen PRs were landed twice and carry it twice."""

BORS_LOGINS = frozenset({"bors", "bors[bot]", "mathlib-bors", "mathlib-bors[bot]"})
"""The public app until 2023, the self-hosted one since; GraphQL leaves `[bot]` out."""

BORS_MERGED = re.compile(r"^Pull request successfully merged into (\S+?)\.?\s*\n")
"""bors-ng `message.ex`."""

CI_BOT_LOGINS = frozenset(
    {
        "github-actions",
        "github-actions[bot]",
        "leanprover-community-mathlib4-bot",
        "leanprover-community-bot-assistant",
    }
)
"""Who the `Post-CI job` acts as (mathlib4 `.github/workflows/build.in.yml`, `maintainer_bors.yml`)."""

AUTO_MERGE = "As this PR is labelled `auto-merge-after-CI`, we are now sending it to bors:"
MIGRATION = re.compile(
    r"This PR has been migrated to a fork-based workflow: https://github\.com/[\w.-]+/[\w.-]+/pull/(\d{1,9})"
)
"""mathlib4 `scripts/migrate_to_fork.py`, June 2025."""
MIGRATED_LABEL = "migrated-to-fork"
AWAITING_CI_LABEL = "awaiting-CI"
LLM_LABEL = "LLM-generated"
LLM_CLOSING = ("we will have to close this PR", "LLM-generated code")

DEPENDS_ON = re.compile(r"(?im)^\s*-\s*\[[ x]\]\s*depends on:?\s*(?:https://github\.com/[^\s]+/pull/|#)(\d{1,9})")
"""What `dependent-issues` reads."""
SUPERSEDED = re.compile(
    r"(?i)\b(?:superseded by|superseeded by|in favou?r of|replaced by|subsumed by)\b[^#\n]{0,60}#(\d{1,9})"
)
SUPERSEDED_BARE = re.compile(r"(?i)\b(?:superseded|superseeded)\b")
REVERT_TITLE = re.compile(r'^Revert "(.*)"')
REVERTS = re.compile(r"^\s*Reverts (?:[\w.-]+/[\w.-]+)?#(\d{1,9})\b")
"""The title and the first line that GitHub gives a pull request made by its revert button."""
ABANDONED_LABELS = frozenset(
    {
        "WIP", "awaiting-author", "merge-conflict", "blocked-by-other-PR", "blocked-by-batt-PR", "blocked-by-core-PR",
        "blocked-by-qq-PR", "blocked-by-core-relase", "help-wanted", "please-adopt", "awaiting-CI", "awaiting-zulip",
        "not-ready-to-merge",
    }
)  # fmt: skip
"""queueboard `classify_pr_state.py`: labels under which a closed PR was left rather than turned down."""

BOT_LOGINS = CI_BOT_LOGINS | BORS_LOGINS | {
    "dependabot", "mathlib-update-dependencies", "mathlib-splicebot", "mathlib-nolints", "mergify", "leanprover-bot",
    "mathlib4-dependent-issues-bot",
}  # fmt: skip

SUMMARY_HEADER = re.compile(r"^### PR summary \[[0-9a-f]{7,40}\]\(https://github\.com/[^)\s]*/commits/([0-9a-f]{40})\)")
"""mathlib-ci `pr_summary`: the comment names the head it speaks of."""

BUILD_JOB = "Build"
LINT_JOB = "Lint style"
JOB_SUFFIXES = (" (fork)", " (staging)")
PASS = frozenset({"SUCCESS"})
FAIL = frozenset({"FAILURE", "TIMED_OUT", "STARTUP_FAILURE", "ACTION_REQUIRED"})
NO_VERDICT = frozenset({"SKIPPED", "NEUTRAL"})
"""GitHub's `CheckConclusionState`; what is in none of the three (CANCELLED, STALE, none yet) can't be told."""

CODE_JOBS = frozenset({LINT_JOB, "Check all files imported", "Post-Build Step", "check workflows"})
"""Checks that speak of the code and not of the review; what a reviewer may be shown as diagnostics."""


class Era(NamedTuple):
    """A time with one set of CI job names."""

    until: datetime
    closing_jobs: frozenset[str]
    """Jobs each of whose success means that lint and build succeeded."""


ERAS = (
    Era(datetime(2025, 6, 10, tzinfo=UTC), frozenset({"Post-CI job"})),  # before mathlib4#25642
    Era(datetime(2025, 10, 7, tzinfo=UTC), frozenset({"CI Success", "Post-CI job"})),  # until mathlib4#30283
    Era(datetime.max.replace(tzinfo=UTC), frozenset({"Post-Build Step", "Post-CI job"})),
)


def era_at(at: datetime) -> Era:
    """The era of CI job names at `at`."""
    return next(era for era in ERAS if at < era.until)


def is_bot(login: str) -> bool:
    """Whether `login` is a bot's."""
    return login in BOT_LOGINS or login.endswith(("[bot]", "-bot"))
