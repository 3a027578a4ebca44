"""Histories of PRs that landed, one per way of landing."""

from curate.standins.upstream.steps import (
    FAILED_FIRST,
    GREEN,
    ONE_HEAD,
    RED,
    REVISED,
    bors_lands,
    golf,
    lemma,
    push,
    summary,
    tell,
)
from curate.standins.upstream.story import (
    ACTIONS,
    BORS,
    MATHLIB_BOT,
    Change,
    Checks,
    Edit,
    Expected,
    History,
    Labeled,
    Landed,
    Push,
    Said,
    Turned,
)

_FAILED_TO_LAND = "Build failed (retrying...):\n  * [Build](https://bors.invalid/run)"
_AUTO_MERGE = "As this PR is labelled `auto-merge-after-CI`, we are now sending it to bors:\n\nbors merge"


def plain() -> tuple[History, ...]:
    """Reviewed, revised or not, and landed by bors without a twist."""
    return (
        tell(
            14501,
            "plain-bors-merge",
            "2024-07-10T09:00",
            "feat(Algebra/Group): add `add_comm_eq`",
            ONE_HEAD,
            push(
                0,
                "add lemma",
                lemma("Algebra/Group/Basic", "add_comm_eq", "(a b : Nat) : a + b = b + a", "Nat.add_comm a b"),
                checks=GREEN,
            ),
            summary(14501),
            Labeled(0.2, "t-algebra", ACTIONS),
            *bors_lands(30),
            body="Adds a lemma on `+`.\n\n---\n\nThe name follows `add_comm`.",
        ),
        tell(
            14533,
            "revised-then-merged",
            "2024-07-22T12:00",
            "feat(Order/Basic): add `le_succ_eq`",
            REVISED,
            push(0, "add lemma", lemma("Order/Basic", "le_succ_eq", "(a : Nat) : a ≤ a + 1", "by omega")),
            summary(14533),
            Said(20, "emmy", "Please use the library lemma.", verdict="CHANGES_REQUESTED"),
            Labeled(20, "awaiting-author", "emmy"),
            push(26, "review", golf("Order/Basic", "by omega", "Nat.le_succ a"), checks=GREEN),
            Labeled(26.1, "awaiting-author", "ada", removed=True),
            Said(40, "emmy", "LGTM", verdict="APPROVED"),
            *bors_lands(41),
            body="Each number is below its successor.",
        ),
        tell(
            14608,
            "three-versions",
            "2024-08-05T08:00",
            "feat(Data/List): add `length_pos`",
            Expected(("revised", "not-selected", "accepted"), landed=True),
            push(0, "first", lemma("Data/List/Length", "length_nil_eq", ": [].length = (0 : Nat)", "by simp")),
            push(9, "second", golf("Data/List/Length", "by simp\n\nend", "by rfl\n\nend")),
            push(30, "third", golf("Data/List/Length", ":= by rfl\n\nend", ":= rfl\n\nend"), checks=GREEN),
            *bors_lands(50),
        ),
        tell(
            14700,
            "several-commits-in-a-push",
            "2024-08-19T15:00",
            "feat(Logic/Basic): two lemmas on `∧`",
            FAILED_FIRST,
            Push(
                0,
                (
                    Change("wip", (lemma("Logic/Basic", "and_self_eq", "(p : Prop) : (p ∧ p) = p", "by simp"),)),
                    Change(
                        "more",
                        (lemma("Logic/Basic", "and_true_eq", "(p : Prop) : (p ∧ True) = p", "by simp"),),
                    ),
                ),
                RED,
            ),
            Push(5, (Change("fix", (golf("Logic/Basic", "and_true_eq", "and_true_eq'"),)),), GREEN),
            Said(6, "emmy", "bors r+"),
            Said(6.6, BORS, _FAILED_TO_LAND),
            *bors_lands(8),
        ),
        tell(
            28000,
            "no-lean-file",
            "2025-08-12T10:00",
            "doc: describe the layout",
            ONE_HEAD,
            push(0, "docs", Edit("docs/overview.md", "Modules live", "All modules live"), checks=GREEN),
            *bors_lands(12),
            author="emmy",
        ),
    )


def endings() -> tuple[History, ...]:
    """Other ways onto master, and off it again."""
    shaky = lemma("Analysis/Shaky", "shaky_eq", "(n : Nat) : n * 1 = n", "by simp")
    unshaky = Edit(shaky.path, shaky.new or "", shaky.old)
    twice = lemma("Analysis/Twice", "twice_eq", "(n : Nat) : n + n = n * 2", "by omega")
    untwice = Edit(twice.path, twice.new or "", twice.old)
    return (
        tell(
            15120,
            "doubled-prefix",
            "2024-08-22T10:00",
            "feat(Analysis): add `twice_eq`",
            Expected(("revised", "accepted"), landed=True, flags=("reverted", "relanded")),
            push(0, "add", twice),
            *bors_lands(10),
            Turned(40, "reopened", "emmy"),
            push(42, "repair", golf("Analysis/Twice", "by omega", "(Nat.mul_two n).symm"), checks=GREEN),
            *bors_lands(60),
        ),
        tell(
            15130,
            "revert-of-the-doubled-one",
            "2024-08-23T06:00",
            'Revert "feat(Analysis): add `twice_eq` (#15120)"',
            ONE_HEAD,
            push(0, "revert", untwice, checks=GREEN),
            *bors_lands(2),
            author="emmy",
            body="This reverts #15120.",
        ),
        tell(
            15500,
            "githubs-own-merge",
            "2024-09-08T10:00",
            "chore: bump the toolchain",
            ONE_HEAD,
            push(0, "bump", Edit("lean-toolchain", "v4.10.0", "v4.11.0"), checks=Checks()),
            Landed(8, "github", "emmy"),
            Turned(8, "closed", "emmy"),
            author="emmy",
        ),
        tell(
            22000,
            "landed-then-reverted",
            "2025-01-13T10:00",
            "feat(Analysis): add `shaky_eq`",
            Expected(("accepted",), landed=True, flags=("reverted",)),
            push(0, "add", shaky, checks=GREEN),
            *bors_lands(10),
        ),
        tell(
            22010,
            "the-revert",
            "2025-01-15T10:00",
            'Revert "feat(Analysis): add `shaky_eq` (#22000)"',
            ONE_HEAD,
            push(0, "revert", unshaky, checks=GREEN),
            *bors_lands(3),
            author="emmy",
            body="This reverts commit of #22000: it broke `simp`.",
        ),
        tell(
            23000,
            "deleted-user",
            "2025-01-27T10:00",
            "feat(Analysis): add `gone_eq`",
            ONE_HEAD,
            push(0, "add", lemma("Analysis/Gone", "gone_eq", "(n : Nat) : 0 + n = n", "by simp"), checks=GREEN),
            Said(3, None, "I leave the rest to you."),
            *bors_lands(30),
            author=None,
        ),
        tell(
            24100,
            "only-awaiting-ci-removed",
            "2025-03-10T10:00",
            "feat(Analysis): add `awaited_eq`",
            Expected(("no-check-rows",), landed=True, weaker=(("awaiting_ci_removed", ("accepted",)),)),
            push(0, "add", lemma("Analysis/Awaited", "awaited_eq", ": 2 = 2", "rfl"), checks=None),
            Labeled(0.1, "awaiting-CI", "ada"),
            Labeled(1, "awaiting-CI", MATHLIB_BOT, removed=True),
            *bors_lands(30),
        ),
        tell(
            24200,
            "only-auto-merge-comment",
            "2025-03-17T10:00",
            "feat(Analysis): add `auto_eq`",
            Expected(("no-check-rows",), landed=True, weaker=(("auto_merge_comment", ("accepted",)),)),
            push(0, "add", lemma("Analysis/Auto", "auto_eq", ": 3 = 3", "rfl"), checks=None),
            Labeled(0.1, "auto-merge-after-CI", "emmy"),
            Said(1, ACTIONS, _AUTO_MERGE),
            *bors_lands(2, actor=MATHLIB_BOT),
        ),
        tell(
            24300,
            "dependency-bot",
            "2025-03-24T10:00",
            "chore: update Mathlib dependencies 2025-03-24",
            ONE_HEAD,
            push(
                0,
                "update",
                Edit("lake-manifest.json", '"aesop": "0000001"', '"aesop": "0000002"'),
                checks=GREEN,
            ),
            Labeled(0.1, "auto-merge-after-CI", MATHLIB_BOT),
            Said(1, ACTIONS, _AUTO_MERGE),
            *bors_lands(2, actor=MATHLIB_BOT),
            author=MATHLIB_BOT,
        ),
        tell(
            37450,
            "closed-on-the-last-day",
            "2026-04-04T10:00",
            "feat(Analysis): add `last_eq`",
            ONE_HEAD,
            push(0, "add", lemma("Analysis/Last", "last_eq", ": 4 = 4", "rfl"), checks=GREEN),
            *bors_lands(37),
            fork="grace",
        ),
    )


def forks() -> tuple[History, ...]:
    """PRs from forks, in each era of the check names, and one whose fork is gone."""

    def story(number: int, name: str, opened: str, deleted: bool = False) -> History:
        path = f"NumberTheory/Fork{number}"
        return tell(
            number,
            name,
            opened,
            f"feat(NumberTheory): lemma {number}",
            REVISED,
            push(0, "add", lemma(path, "mul_one_eq", "(n : Nat) : n * 1 = n", "by simp")),
            summary(number),
            Said(5, "emmy", "Shorter, please.\n\n```suggestion\nNat.mul_one n\n```"),
            push(9, "review", golf(path, "n * 1 = n := by simp", "n * 1 = n := Nat.mul_one n"), checks=GREEN),
            *bors_lands(30),
            author="grace",
            fork="grace",
            fork_deleted=deleted,
        )

    return (
        story(26500, "deleted-fork", "2025-07-07T10:00", deleted=True),
        story(26700, "fork-with-ci-success", "2025-07-14T10:00"),
        story(31000, "fork-of-late-2025", "2025-11-03T10:00"),
        story(35000, "fork-with-reusable-workflow", "2026-02-09T10:00"),
        story(36000, "fork-with-suffixed-job", "2026-03-09T10:00"),
    )


def landed() -> tuple[History, ...]:
    """All of them."""
    return plain() + endings() + forks()
