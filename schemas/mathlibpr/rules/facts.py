"""What is known of mathlib4's ways, as tables. Each row names what justifies it."""

import re
from datetime import UTC, date, datetime
from typing import NamedTuple

REPO = "leanprover-community/mathlib4"
"""The repository whose ways these facts describe."""
BASE_REF = "master"

BORS_PREFIX = re.compile(r"^(?:\[Merged by Bors\]\s*-\s*)+")
"""bors renames what it merged (bors-ng `batcher.ex`); eighteen PRs were landed twice and carry it twice."""

BORS_LOGINS = frozenset({"bors", "bors[bot]", "mathlib-bors", "mathlib-bors[bot]"})
"""The public app until 2023, the self-hosted one since; GraphQL leaves `[bot]` out."""

BORS_MERGED = re.compile(r"^Pull request successfully merged into (\S+?)\.?\s*(?:\n|\Z)")
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


class Notice(NamedTuple):
    """Words by which pull requests were closed for another reason than what they hold."""

    name: str
    since: date
    pattern: re.Pattern[str]


NOTICES = (
    Notice(
        "moved-to-forks",
        date(2026, 9, 19),
        re.compile(r"(?i)\bmoved\s+to\s+PRs\s+from\s+forks\b.{0,200}?\bwill\s+soon\s+be\s+closed\b", re.DOTALL),
    ),  # on every open PR from a branch of the repository, such as mathlib4#7225, #12416, #24532
)
"""Each says nothing of the code. A PR that was closed after one of them has no label."""
RESET_S = 5.0
"""GitHub closes a PR whose branch is reset to the base branch: the force push and the closing are this close, in s."""

DEPENDS_ON = re.compile(
    r"(?im)^\s*-\s*\[[ x]\]\s*depends on:?\s*(?:https://github\.com/([\w.-]+/[\w.-]+)/pull/|([\w.-]+/[\w.-]+)?#)(\d{1,9})"
)
"""What `dependent-issues` reads: a repository, where one is named, and a number."""
SUPERSEDED = re.compile(
    r"(?i)\b(?:superseded by|superseeded by|in favou?r of|replaced by|subsumed by)\b[^#\n]{0,60}#(\d{1,9})"
)
SUPERSEDED_BARE = re.compile(r"(?i)\b(?:superseded|superseeded)\b")
REVERT_TITLE = re.compile(r'(?i)^revert ["“](.*)["”]')
REAPPLY_TITLE = re.compile(r'(?i)^reapply ["“](.*)["”]')
"""Git's subject of a revert and, since 2.43, of the revert of a revert."""
REVERT_NUMBER = re.compile(r"(?i)^(?:\w+(?:\([^()]*\))? ?: *)?revert:? +#(\d{1,9})\b")
"""As in mathlib4's `chore: revert #15782 (#15816)`."""
REVERT_KIND = re.compile(r"(?i)^revert(?:\([^()]*\))?: +(.*)")
REVERTS = re.compile(r"^\s*Reverts ([\w.-]+/[\w.-]+)?#(\d{1,9})\b")
"""The first line that GitHub gives a pull request made by its revert button."""
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
SAYS_NOTHING = frozenset({"SKIPPED", "NEUTRAL"})
NO_VERDICT = SAYS_NOTHING | {"CANCELLED"}
"""GitHub's `CheckConclusionState`; what is in none of these (STALE, none yet) can't be told. A cancelled run was begun,
so that alone it is not known how it would have ended; beside another one it says nothing."""

WORKFLOWS = frozenset(
    {
        "ci",  # build.yml of 2021
        "continuous integration",  # build.yml, since about 2022
        "continuous integration (staging)",  # bors.yml, since about 2022
        "continuous integration (mathlib forks)",  # build_fork.yml, `pull_request_target`, since 2025-06 (#25518)
    }
)
"""mathlib4's workflows whose jobs build the library, by name."""
CALLERS = frozenset({"", "ci", "ci (fork)", "ci (staging)"})
"""What stands before the last ` / ` in the names of their jobs: nothing until the reusable workflow of #34590."""

CODE_JOBS = (LINT_JOB, "Post-Build Step")
"""The jobs whose verdicts a reviewer may be shown, always all of them: they speak of the code and not of the review.

Left out are `check workflows` and `Check all files imported`: on heads that build they hardly ever fail, but whether
they left a row tells the label (docs/measured.md)."""


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
