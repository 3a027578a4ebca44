"""Histories of PRs that landed, one per thing that can go differently on the way."""

from curate.demo.story import (
    ACTIONS,
    BORS,
    DEPENDENT_ISSUES,
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
    at,
    bors_lands,
    golf,
    lemma,
    push,
    summary,
)

GREEN = Checks(bors="SUCCESS")
RED = Checks(build=("FAILURE",))
ONE_HEAD = Expected(("accepted",), landed=True)
REVISED = Expected(("revised", "accepted"), landed=True)
FAILED_FIRST = Expected(("build-failed", "accepted"), landed=True)
UNKNOWN_FIRST = Expected(("build-unknown", "accepted"), landed=True)

_FAILED_TO_LAND = "Build failed (retrying...):\n  * [Build](https://bors.invalid/run)"
_AUTO_MERGE = "As this PR is labelled `auto-merge-after-CI`, we are now sending it to bors:\n\nbors merge"


def plain() -> tuple[History, ...]:
    """Reviewed, revised or not, and landed by bors without a twist."""
    return (
        History(
            14501, "plain-bors-merge", at("2024-07-10T09:00"), "feat(Algebra/Group): add `add_comm_eq`",
            (
                push(0, "add lemma", lemma("Algebra/Group/Basic", "add_comm_eq", "(a b : Nat) : a + b = b + a",
                                           "Nat.add_comm a b"), checks=GREEN),
                summary(14501),
                Labeled(0.2, "t-algebra", ACTIONS),
                *bors_lands(30),
            ),
            ONE_HEAD, body="Adds a lemma on `+`.\n\n---\n\nThe name follows `add_comm`.",
        ),
        History(
            14533, "revised-then-merged", at("2024-07-22T12:00"), "feat(Order/Basic): add `le_succ_eq`",
            (
                push(0, "add lemma", lemma("Order/Basic", "le_succ_eq", "(a : Nat) : a ≤ a + 1", "by omega")),
                summary(14533),
                Said(20, "emmy", "Please use the library lemma.", verdict="CHANGES_REQUESTED"),
                Labeled(20, "awaiting-author", "emmy"),
                push(26, "review", golf("Order/Basic", "by omega", "Nat.le_succ a"), checks=GREEN),
                Labeled(26.1, "awaiting-author", "ada", removed=True),
                Said(40, "emmy", "LGTM", verdict="APPROVED"),
                *bors_lands(41),
            ),
            REVISED, body="Each number is below its successor.",
        ),
        History(
            14608, "three-versions", at("2024-08-05T08:00"), "feat(Data/List): add `length_pos`",
            (
                push(0, "first", lemma("Data/List/Length", "length_nil_eq", ": [].length = (0 : Nat)", "by simp")),
                push(9, "second", golf("Data/List/Length", "by simp\n\nend", "by rfl\n\nend")),
                push(30, "third", golf("Data/List/Length", ":= by rfl\n\nend", ":= rfl\n\nend"), checks=GREEN),
                *bors_lands(50),
            ),
            Expected(("revised", "not-selected", "accepted"), landed=True),
        ),
        History(
            14700, "several-commits-in-a-push", at("2024-08-19T15:00"), "feat(Logic/Basic): two lemmas on `∧`",
            (
                Push(0, (
                    Change("wip", (lemma("Logic/Basic", "and_self_eq", "(p : Prop) : (p ∧ p) = p", "by simp"),)),
                    Change("more", (lemma("Logic/Basic", "and_true_eq", "(p : Prop) : (p ∧ True) = p", "by simp"),)),
                ), RED),
                Push(5, (Change("fix", (golf("Logic/Basic", "and_true_eq", "and_true_eq'"),)),), GREEN),
                Said(6, "emmy", "bors r+"),
                Said(6.6, BORS, _FAILED_TO_LAND),
                *bors_lands(8),
            ),
            FAILED_FIRST,
        ),
        History(
            28000, "no-lean-file", at("2025-08-12T10:00"), "doc: describe the layout",
            (
                push(0, "docs", Edit("docs/overview.md", "Modules live", "All modules live"), checks=GREEN),
                *bors_lands(12),
            ),
            ONE_HEAD, author="emmy",
        ),
    )  # fmt: skip


def checks_apart() -> tuple[History, ...]:
    """What the rows of one head can look like: attempts, twins, decoys and none at all."""
    module = "Topology/Checks"

    def story(number: int, name: str, opened: str, expected: Expected, *checks: Checks | None) -> History:
        path = f"{module}{number}"
        first = push(
            0,
            "add lemma",
            lemma(path, "double_eq", "(n : Nat) : n + n = 2 * n", "by omega"),
            checks=checks[0],
        )
        steps = [
            push(10.0 * n, "revise", golf(path, "double_eq", "double_eq'"), checks=given)
            for n, given in enumerate(checks[1:], start=1)
        ]
        title = f"feat(Topology): lemma {number}"
        return History(number, name, at(opened), title, (first, *steps, *bors_lands(60)), expected)

    again = ("FAILURE", "SUCCESS")
    return (
        story(16777, "rerun-to-success", "2024-09-02T10:00", ONE_HEAD, Checks(again, bors="SUCCESS")),
        story(16790, "rerun-to-success-listed-newest-first", "2024-09-03T10:00", ONE_HEAD,
              Checks(again, bors="SUCCESS", newest_first=True)),
        story(16801, "rerun-to-failure", "2024-09-04T10:00", FAILED_FIRST, Checks(("SUCCESS", "FAILURE")), GREEN),
        story(16802, "rerun-to-failure-listed-newest-first", "2024-09-05T10:00", FAILED_FIRST,
              Checks(("SUCCESS", "FAILURE"), new_run=True, newest_first=True), GREEN),
        story(17001, "cancelled-then-success", "2024-09-12T10:00", ONE_HEAD,
              Checks(("CANCELLED", "SUCCESS"), new_run=True, bors="SUCCESS")),
        story(17050, "cancelled-latest", "2024-09-15T10:00", UNKNOWN_FIRST,
              Checks(("SUCCESS", "CANCELLED"), new_run=True), GREEN),
        story(17120, "skipped-after-success", "2024-09-20T10:00", REVISED,
              Checks(("SUCCESS", "SKIPPED"), new_run=True), GREEN),
        story(17180, "timed-out-then-startup-failure", "2024-09-25T10:00",
              Expected(("build-failed", "build-failed", "accepted"), landed=True),
              Checks(("TIMED_OUT",)), Checks(("STARTUP_FAILURE",)), GREEN),
        story(17250, "only-the-lower-case-decoy", "2024-10-01T10:00", UNKNOWN_FIRST, Checks(()), GREEN),
        story(17400, "no-roll-up", "2024-10-05T10:00",
              Expected(("no-check-rows",), landed=True, weaker=(("bors_success", ("accepted",)),)), None),
        story(17800, "red-head-landed-anyway", "2024-10-15T10:00",
              Expected(("revised", "build-failed"), landed=True, weaker=(("bors_success", ("revised", "accepted")),)),
              Checks(), Checks(("FAILURE",), bors="SUCCESS")),
        story(18200, "lint-failed-build-passed", "2024-10-28T10:00", REVISED, Checks(lint="FAILURE"), GREEN),
    )  # fmt: skip


def branches() -> tuple[History, ...]:
    """What can happen to the branch: force pushes, merges of master, stacks, lost commits, too many commits."""

    def many(first: int, last: int) -> tuple[Change, ...]:
        path = "Data/Nat/Many"
        return tuple(
            Change(f"step {n}", (lemma(path, f"step_{n}", f": {n} = {n}", "rfl"),))
            for n in range(first, last)
        )

    stack = "Algebra/Ring/Stack"
    return (
        History(
            16044, "force-push-old-head-kept", at("2024-08-26T10:00"), "feat(Data/Set): add `mem_self`",
            (
                push(0, "add", lemma("Data/Set/Basic", "mem_self", "(n : Nat) : n ∈ [n]", "by simp")),
                push(30, "rewrite", lemma("Data/Set/Basic", "mem_self", "(n : Nat) : n ∈ [n]", "List.mem_cons_self"),
                     kind="force", checks=GREEN),
                *bors_lands(60),
            ),
            Expected(("revised", "accepted"), landed=True, archive=(None, "accepted")),
        ),
        History(
            16102, "force-push-old-head-lost", at("2024-08-28T10:00"), "feat(Data/Set): add `not_mem_nil`",
            (
                push(0, "add", lemma("Data/Set/Lost", "not_mem_nil", "(n : Nat) : n ∉ ([] : List Nat)", "by simp"),
                     lost=True),
                push(30, "rewrite", lemma("Data/Set/Lost", "not_mem_nil'", "(n : Nat) : n ∉ ([] : List Nat)",
                                          "nofun"), kind="force", checks=GREEN),
                *bors_lands(60),
            ),
            Expected(("revised", "accepted"), landed=True, archive=(None, "accepted")),
        ),
        History(
            16500, "merge-of-master-only", at("2024-09-01T10:00"), "feat(Data/Fin): add `fin_lt`",
            (
                push(0, "add", lemma("Data/Fin/Basic", "fin_lt", "(n : Nat) (i : Fin n) : i.val < n", "i.isLt")),
                push(300, "", kind="merge", checks=GREEN),
                *bors_lands(320),
            ),
            Expected(("same-version", "accepted"), landed=True),
        ),
        History(
            16560, "revised-then-merge-of-master", at("2024-11-04T10:00"), "feat(Data/Int): add `neg_neg_eq`",
            (
                push(0, "add", lemma("Data/Int/Basic", "neg_neg_eq", "(a : Int) : - -a = a", "by omega")),
                push(24, "review", golf("Data/Int/Basic", "by omega", "Int.neg_neg a")),
                Labeled(30, "merge-conflict", ACTIONS),
                push(300, "", kind="merge", checks=GREEN),
                Labeled(300.3, "merge-conflict", ACTIONS, removed=True),
                *bors_lands(320),
            ),
            Expected(("revised", "same-version", "accepted"), landed=True),
        ),
        History(
            19500, "stack-below", at("2024-12-02T10:00"), "feat(Algebra/Ring): add `sq_eq`",
            (push(0, "add", lemma(stack, "sq_eq", "(n : Nat) : n ^ 2 = n * n", "by ring"), checks=GREEN),
             *bors_lands(200)),
            ONE_HEAD,
        ),
        History(
            19510, "stack-above", at("2024-12-03T10:00"), "feat(Algebra/Ring): add `cube_eq`",
            (
                push(0, "add", lemma(stack + "Above", "cube_eq", "(n : Nat) : n ^ 3 = n * n * n", "by ring")),
                Labeled(0.5, "blocked-by-other-PR", DEPENDENT_ISSUES),
                Labeled(190, "blocked-by-other-PR", DEPENDENT_ISSUES, removed=True),
                push(480, "", kind="merge", checks=GREEN),
                *bors_lands(500),
            ),
            REVISED, body="Cubes.\n\n---\n\n- [ ] depends on: #19500\n", stacked_on=19500,
        ),
        History(
            23500, "more-commits-than-a-page", at("2025-02-10T10:00"), "feat(Data/Nat): many steps",
            (Push(0, many(1, 91)), Push(48, many(91, 116), GREEN), *bors_lands(80)),
            REVISED,
        ),
        History(
            27000, "head-that-git-lacks", at("2025-07-21T10:00"), "feat(Data/Nat): add `lost_eq`",
            (push(0, "add", lemma("Data/Nat/Lost", "lost_eq", ": 1 = 1", "rfl"), checks=GREEN, lost=True),
             *bors_lands(20)),
            ONE_HEAD, fork="grace",
        ),
    )  # fmt: skip


def endings() -> tuple[History, ...]:
    """Other ways onto master, and off it again."""
    shaky = lemma("Analysis/Shaky", "shaky_eq", "(n : Nat) : n * 1 = n", "by simp")
    unshaky = Edit(shaky.path, shaky.new or "", shaky.old)
    twice = lemma("Analysis/Twice", "twice_eq", "(n : Nat) : n + n = n * 2", "by omega")
    untwice = Edit(twice.path, twice.new or "", twice.old)
    return (
        History(
            15120, "doubled-prefix", at("2024-08-22T10:00"), "feat(Analysis): add `twice_eq`",
            (
                push(0, "add", twice),
                *bors_lands(10),
                Turned(40, "reopened", "emmy"),
                push(42, "repair", golf("Analysis/Twice", "by omega", "(Nat.mul_two n).symm"), checks=GREEN),
                *bors_lands(60),
            ),
            Expected(("revised", "accepted"), landed=True, flags=("reverted", "relanded")),
        ),
        History(
            15130, "revert-of-the-doubled-one", at("2024-08-23T06:00"), 'Revert "feat(Analysis): add `twice_eq` (#15120)"',
            (push(0, "revert", untwice, checks=GREEN), *bors_lands(2)),
            ONE_HEAD, author="emmy", body="This reverts #15120.",
        ),
        History(
            15500, "githubs-own-merge", at("2024-09-08T10:00"), "chore: bump the toolchain",
            (
                push(0, "bump", Edit("lean-toolchain", "v4.10.0", "v4.11.0"), checks=Checks()),
                Landed(8, "github", "emmy"),
                Turned(8, "closed", "emmy"),
            ),
            ONE_HEAD, author="emmy",
        ),
        History(
            22000, "landed-then-reverted", at("2025-01-13T10:00"), "feat(Analysis): add `shaky_eq`",
            (push(0, "add", shaky, checks=GREEN), *bors_lands(10)),
            Expected(("accepted",), landed=True, flags=("reverted",)),
        ),
        History(
            22010, "the-revert", at("2025-01-15T10:00"), 'Revert "feat(Analysis): add `shaky_eq` (#22000)"',
            (push(0, "revert", unshaky, checks=GREEN), *bors_lands(3)),
            ONE_HEAD, author="emmy", body="This reverts commit of #22000: it broke `simp`.",
        ),
        History(
            23000, "deleted-user", at("2025-01-27T10:00"), "feat(Analysis): add `gone_eq`",
            (
                push(0, "add", lemma("Analysis/Gone", "gone_eq", "(n : Nat) : 0 + n = n", "by simp"), checks=GREEN),
                Said(3, None, "I leave the rest to you."),
                *bors_lands(30),
            ),
            ONE_HEAD, author=None,
        ),
        History(
            24100, "only-awaiting-ci-removed", at("2025-03-10T10:00"), "feat(Analysis): add `awaited_eq`",
            (
                push(0, "add", lemma("Analysis/Awaited", "awaited_eq", ": 2 = 2", "rfl"), checks=None),
                Labeled(0.1, "awaiting-CI", "ada"),
                Labeled(1, "awaiting-CI", MATHLIB_BOT, removed=True),
                *bors_lands(30),
            ),
            Expected(("no-check-rows",), landed=True, weaker=(("awaiting_ci_removed", ("accepted",)),)),
        ),
        History(
            24200, "only-auto-merge-comment", at("2025-03-17T10:00"), "feat(Analysis): add `auto_eq`",
            (
                push(0, "add", lemma("Analysis/Auto", "auto_eq", ": 3 = 3", "rfl"), checks=None),
                Labeled(0.1, "auto-merge-after-CI", "emmy"),
                Said(1, ACTIONS, _AUTO_MERGE),
                *bors_lands(2, actor=MATHLIB_BOT),
            ),
            Expected(("no-check-rows",), landed=True, weaker=(("auto_merge_comment", ("accepted",)),)),
        ),
        History(
            24300, "dependency-bot", at("2025-03-24T10:00"), "chore: update Mathlib dependencies 2025-03-24",
            (
                push(0, "update", Edit("lake-manifest.json", '"aesop": "0000001"', '"aesop": "0000002"'), checks=GREEN),
                Labeled(0.1, "auto-merge-after-CI", MATHLIB_BOT),
                Said(1, ACTIONS, _AUTO_MERGE),
                *bors_lands(2, actor=MATHLIB_BOT),
            ),
            ONE_HEAD, author=MATHLIB_BOT,
        ),
        History(
            37450, "closed-on-the-last-day", at("2026-04-04T10:00"), "feat(Analysis): add `last_eq`",
            (push(0, "add", lemma("Analysis/Last", "last_eq", ": 4 = 4", "rfl"), checks=GREEN), *bors_lands(37)),
            ONE_HEAD, fork="grace",
        ),
    )  # fmt: skip


def forks() -> tuple[History, ...]:
    """PRs from forks, in each era of the check names, and one whose fork is gone."""

    def story(number: int, name: str, opened: str, deleted: bool = False) -> History:
        path = f"NumberTheory/Fork{number}"
        return History(
            number, name, at(opened), f"feat(NumberTheory): lemma {number}",
            (
                push(0, "add", lemma(path, "mul_one_eq", "(n : Nat) : n * 1 = n", "by simp")),
                summary(number),
                Said(5, "emmy", "Shorter, please.\n\n```suggestion\nNat.mul_one n\n```"),
                push(9, "review", golf(path, "n * 1 = n := by simp", "n * 1 = n := Nat.mul_one n"), checks=GREEN),
                *bors_lands(30),
            ),
            REVISED, author="grace", fork="grace", fork_deleted=deleted,
        )  # fmt: skip

    return (
        story(26500, "deleted-fork", "2025-07-07T10:00", deleted=True),
        story(26700, "fork-with-ci-success", "2025-07-14T10:00"),
        story(31000, "fork-of-late-2025", "2025-11-03T10:00"),
        story(35000, "fork-with-reusable-workflow", "2026-02-09T10:00"),
        story(36000, "fork-with-suffixed-job", "2026-03-09T10:00"),
    )


def landed() -> tuple[History, ...]:
    """All of them."""
    return plain() + checks_apart() + branches() + endings() + forks()
