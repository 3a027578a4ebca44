"""Histories of PRs that never landed, that were left out, or whose text is hostile."""

from curate.standins.upstream.steps import GREEN, ONE_HEAD, bors_lands, golf, lemma, push, tell
from curate.standins.upstream.story import (
    ACTIONS,
    MATHLIB_BOT,
    REPO,
    BaseChanged,
    BodyEdited,
    Checks,
    Edit,
    Expected,
    History,
    Labeled,
    Landed,
    Outcome,
    Renamed,
    Said,
    Step,
    Turned,
    UnmergedKind,
)

HOSTILE_TITLE = "feat: \x1b[31mred\x1b[0m \u202egnp.exe \ud800 \x00 $(touch owned) `[Merged by Bors] - done`"
HOSTILE_BODY = (
    "[Merged by Bors] - this line is not a title\r\n\r\n\x1b]0;owned\x07\x00\ud83d \u2028"
    "Pull request successfully merged into master.\r\n<script>alert(1)</script>\n"
    "@emmy mail me at eve@example.org\ntoken ghp_" + "0123456789" * 3 + "\n--upload-pack=touch\n\n"
    "Co-authored-by: Eve <eve@example.org>\nCo-authored-by: @emmy\n\n---\n- [x] depends on: #99999\n"
)


def closed(hour: float, actor: str = "emmy") -> Turned:
    """Somebody closes the PR."""
    return Turned(hour, "closed", actor)


def _one(number: int, module: str, checks: Checks | None = Checks()) -> Step:
    return push(0, "add", lemma(module, f"lemma_{number}", "(n : Nat) : n + 0 = n", "by simp"), checks=checks)


def _unmerged(kind: UnmergedKind, *heads: Outcome, kept_with: tuple[int, ...] = ()) -> Expected:
    return Expected(heads or ("unmerged",), unmerged=kind, kept_with=kept_with)


def never_landed() -> tuple[History, ...]:
    """One of each kind, and what looks like a landing but is none."""
    return (
        tell(
            15010,
            "unmerged-bot",
            "2024-08-20T10:00",
            "chore: update Mathlib dependencies 2024-08-20",
            _unmerged("bot"),
            push(0, "update", Edit("lake-manifest.json", '"batteries": "0000001"', '"batteries": "0000002"')),
            Turned(30, "closed", MATHLIB_BOT),
            author=MATHLIB_BOT,
        ),
        tell(
            20100,
            "unmerged-abandoned",
            "2024-12-20T10:00",
            "feat(Geometry): add `lemma_20100`",
            _unmerged("abandoned"),
            _one(20100, "Geometry/Abandoned"),
            Said(20, "emmy", "This duplicates a lemma; what do you think?", verdict="CHANGES_REQUESTED"),
            Labeled(20, "awaiting-author", "emmy"),
            Labeled(900, "merge-conflict", ACTIONS),
            closed(2400, "ada"),
        ),
        tell(
            20500,
            "unmerged-superseded",
            "2025-01-06T10:00",
            "feat(Geometry): add `lemma_20500`",
            _unmerged("superseded"),
            _one(20500, "Geometry/Superseded"),
            Said(90, "ada", "Superseded by #22000."),
            closed(90.1, "ada"),
        ),
        tell(
            21000,
            "unmerged-unknown",
            "2025-01-09T10:00",
            "feat(Geometry): add `lemma_21000`",
            _unmerged("unknown", "unmerged", "not-selected", "unmerged"),
            _one(21000, "Geometry/Unknown"),
            Turned(1, "ready_for_review", "ada"),
            push(30, "again", golf("Geometry/Unknown", "lemma_21000", "lemma_21000'")),
            push(60, "and again", golf("Geometry/Unknown", "lemma_21000'", "lemma_21000''")),
            closed(400, "ada"),
            draft=True,
        ),
        tell(
            21100,
            "unmerged-last-head-red",
            "2025-05-12T10:00",
            "feat(Geometry): add `lemma_21100`",
            _unmerged("unknown", "unmerged", "build-failed", "build-unknown"),
            _one(21100, "Geometry/Red"),
            push(30, "break", golf("Geometry/Red", "lemma_21100", "lemma"), checks=Checks(("FAILURE",))),
            push(31, "break more", golf("Geometry/Red", "theorem lemma ", "theorem "), checks=Checks((None,))),
            closed(400, "ada"),
        ),
        tell(
            21200,
            "unmerged-merge-of-master-only",
            "2025-05-19T10:00",
            "feat(Geometry): add `lemma_21200`",
            _unmerged("unknown", "unmerged", "same-version"),
            _one(21200, "Geometry/Stale"),
            push(300, "", kind="merge"),
            closed(900, "ada"),
        ),
        tell(
            21800,
            "talks-of-bors-but-did-not-land",
            "2025-06-02T10:00",
            "doc: explain what `[Merged by Bors] - ` means",
            _unmerged("unknown"),
            push(
                0,
                "doc",
                Edit("docs/overview.md", "# Overview\n", "# Overview\n\nBors renames what it merges.\n"),
            ),
            Said(2, "grace", "Should say: Pull request successfully merged into master.\n\nBuild succeeded:"),
            Said(3, "emmy", "> bors merge\n\nNot yet."),
            closed(300, "ada"),
        ),
        tell(
            25600,
            "unmerged-migrated-without-label",
            "2025-06-09T10:00",
            "feat(Geometry): add `lemma_25600`",
            _unmerged("migrated", kept_with=(26700,)),
            _one(25600, "Geometry/Moved"),
            Said(
                200,
                "ada",
                f"This PR has been migrated to a fork-based workflow: https://github.com/{REPO}/pull/26700",
            ),
            closed(200.1, "ada"),
        ),
        tell(
            35900,
            "unmerged-llm-generated",
            "2026-03-02T10:00",
            "feat(Geometry): add `lemma_35900`",
            _unmerged("llm-generated"),
            _one(35900, "Geometry/Generated"),
            Labeled(4, "LLM-generated", "emmy"),
            Said(
                5,
                "emmy",
                "Thank you, but we will have to close this PR: LLM-generated code needs an author who understands it.",
            ),
            closed(5.1),
            author="heidi",
            fork="heidi",
        ),
    )


def left_out() -> tuple[History, ...]:
    """PRs that the universe does not hold, and the successor of a migrated one."""
    migrated = lemma("Geometry/Migrated", "lemma_25556", "(n : Nat) : n * 0 = 0", "by simp")
    moved = f"This PR has been migrated to a fork-based workflow: https://github.com/{REPO}/pull/25790"
    return (
        tell(
            17657,
            "other-base",
            "2024-10-11T18:00",
            "chore: adaptations for nightly-2024-10-10",
            Expected(drop="base-not-master"),
            push(0, "adapt", Edit("lean-toolchain", "v4.11.0", "nightly-2024-10-10")),
            Landed(41, "github", "emmy"),
            closed(41),
            author="emmy",
            base="bump/v4.14.0",
        ),
        tell(
            17700,
            "base-changed-away",
            "2024-10-12T10:00",
            "chore: adaptations for later",
            Expected(drop="base-not-master"),
            _one(17700, "Geometry/Rebased"),
            BaseChanged(5, "nightly-testing", "emmy"),
            closed(41),
            author="emmy",
        ),
        tell(
            25556,
            "migrated-to-fork",
            "2025-06-07T10:00",
            "feat(Geometry): add `lemma_25556`",
            Expected(drop="migrated-to-fork"),
            push(0, "add", migrated),
            Labeled(200, "migrated-to-fork", "ada"),
            Said(200, "ada", moved),
            closed(200.1, "ada"),
        ),
        tell(
            25790,
            "successor-of-a-migrated-one",
            "2025-06-15T18:00",
            "feat(Geometry): add `lemma_25556`",
            Expected(("revised", "accepted"), landed=True, kept_with=(25556,)),
            push(0, "add", migrated),
            push(
                30,
                "review",
                golf("Geometry/Migrated", "n * 0 = 0 := by simp", "n * 0 = 0 := rfl"),
                checks=GREEN,
            ),
            *bors_lands(50),
            fork="ada",
            body=f"Continues https://github.com/{REPO}/pull/25556, migrated from a branch.",
        ),
        tell(
            36900,
            "still-open",
            "2026-03-23T10:00",
            "feat(Geometry): add `lemma_36900`",
            Expected(drop="open"),
            _one(36900, "Geometry/Open"),
            Labeled(2, "awaiting-author", "emmy"),
            fork="grace",
        ),
        tell(
            37500,
            "closed-after-the-last-day",
            "2026-04-05T10:00",
            "feat(Geometry): add `lemma_37500`",
            Expected(drop="closed-after-until"),
            _one(37500, "Geometry/Late", GREEN),
            *bors_lands(14),
            fork="grace",
        ),
    )


def hostile() -> tuple[History, ...]:
    """Text that must not reach a terminal, a shell, an option or a reviewer as it is."""
    late = "Co-authored-by: Emmy <emmy@example.org>\n\nSee the discussion at #29000, merged as planned."
    return (
        tell(
            29000,
            "hostile-text",
            "2025-09-08T10:00",
            HOSTILE_TITLE,
            ONE_HEAD,
            _one(29000, "Geometry/Hostile", GREEN),
            Said(2, "eve", HOSTILE_BODY),
            *bors_lands(20),
            author="eve",
            fork="eve",
            body=HOSTILE_BODY,
            branch="--upload-pack=touch owned;$(id)",
        ),
        tell(
            30500,
            "text-changed-after-the-head",
            "2025-10-20T10:00",
            "feat: stuff",
            ONE_HEAD,
            _one(30500, "Geometry/Renamed", GREEN),
            Renamed(40, "feat(Geometry): add `lemma_30500` as reviewed", "emmy"),
            BodyEdited(41, late, "ada"),
            *bors_lands(50),
            body="First words.",
            fork="ada",
        ),
        tell(
            33000,
            "title-of-100-kb",
            "2025-12-15T10:00",
            "feat(Geometry): " + "long " * 20_000,
            ONE_HEAD,
            _one(33000, "Geometry/Long", GREEN),
            *bors_lands(20),
            fork="ada",
        ),
    )


def unlanded() -> tuple[History, ...]:
    """All of them."""
    return never_landed() + left_out() + hostile()
