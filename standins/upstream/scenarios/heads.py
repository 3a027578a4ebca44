"""Histories about heads: what CI left on one, and how a branch gets from one to the next."""

from curate.standins.upstream.steps import (
    FAILED_FIRST,
    GREEN,
    ONE_HEAD,
    REVISED,
    UNKNOWN_FIRST,
    bors_lands,
    golf,
    lemma,
    push,
    tell,
)
from curate.standins.upstream.story import ACTIONS, DEPENDENT_ISSUES, Change, Checks, Expected, History, Labeled, Push


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
        return tell(number, name, opened, title, expected, first, *steps, *bors_lands(60))

    again = ("FAILURE", "SUCCESS")
    return (
        story(16777, "rerun-to-success", "2024-09-02T10:00", ONE_HEAD, Checks(again, bors="SUCCESS")),
        story(
            16790,
            "rerun-to-success-listed-newest-first",
            "2024-09-03T10:00",
            ONE_HEAD,
            Checks(again, bors="SUCCESS", newest_first=True),
        ),
        story(16801, "rerun-to-failure", "2024-09-04T10:00", FAILED_FIRST, Checks(("SUCCESS", "FAILURE")), GREEN),
        story(
            16802,
            "rerun-to-failure-listed-newest-first",
            "2024-09-05T10:00",
            FAILED_FIRST,
            Checks(("SUCCESS", "FAILURE"), new_run=True, newest_first=True),
            GREEN,
        ),
        story(
            17001,
            "cancelled-then-success",
            "2024-09-12T10:00",
            ONE_HEAD,
            Checks(("CANCELLED", "SUCCESS"), new_run=True, bors="SUCCESS"),
        ),
        story(
            17050,
            "cancelled-latest",
            "2024-09-15T10:00",
            REVISED,
            Checks(("SUCCESS", "CANCELLED"), new_run=True),
            GREEN,
        ),
        story(
            17120,
            "skipped-and-neutral-after-success",
            "2024-09-20T10:00",
            REVISED,
            Checks(("SUCCESS", "NEUTRAL", "SKIPPED"), new_run=True),
            GREEN,
        ),
        story(
            17180,
            "every-other-conclusion",
            "2024-09-25T10:00",
            Expected(("build-failed", "build-failed", "build-failed", "build-unknown", "accepted"), landed=True),
            Checks(("TIMED_OUT",)),
            Checks(("STARTUP_FAILURE",)),
            Checks(("ACTION_REQUIRED",)),
            Checks(("STALE",)),
            GREEN,
        ),
        story(17250, "only-the-lower-case-decoy", "2024-10-01T10:00", UNKNOWN_FIRST, Checks(()), GREEN),
        story(
            17400,
            "no-roll-up",
            "2024-10-05T10:00",
            Expected(("no-check-rows",), landed=True, weaker=(("bors_success", ("accepted",)),)),
            None,
        ),
        story(
            17800,
            "red-head-landed-anyway",
            "2024-10-15T10:00",
            Expected(("revised", "build-failed"), landed=True, weaker=(("bors_success", ("revised", "build-failed")),)),
            Checks(),
            Checks(("FAILURE",), bors="SUCCESS"),
        ),
        story(18200, "lint-failed-build-passed", "2024-10-28T10:00", REVISED, Checks(lint="FAILURE"), GREEN),
    )


def branches() -> tuple[History, ...]:
    """What can happen to a branch: force pushes, merges of master, stacks, lost and too many commits."""

    def many(first: int, last: int) -> tuple[Change, ...]:
        path = "Data/Nat/Many"
        return tuple(
            Change(f"step {n}", (lemma(path, f"step_{n}", f": {n} = {n}", "rfl"),)) for n in range(first, last)
        )

    stack = "Algebra/Ring/Stack"
    return (
        tell(
            16044,
            "force-push-old-head-kept",
            "2024-08-26T10:00",
            "feat(Data/Set): add `mem_self`",
            Expected(("revised", "accepted"), landed=True, archive=(None, "accepted")),
            push(0, "add", lemma("Data/Set/Basic", "mem_self", "(n : Nat) : n ∈ [n]", "by simp")),
            push(
                30,
                "rewrite",
                lemma("Data/Set/Basic", "mem_self", "(n : Nat) : n ∈ [n]", "List.mem_cons_self"),
                kind="force",
                checks=GREEN,
            ),
            *bors_lands(60),
        ),
        tell(
            16102,
            "force-push-old-head-lost",
            "2024-08-28T10:00",
            "feat(Data/Set): add `not_mem_nil`",
            Expected(("revised", "accepted"), landed=True, archive=(None, "accepted")),
            push(
                0,
                "add",
                lemma("Data/Set/Lost", "not_mem_nil", "(n : Nat) : n ∉ ([] : List Nat)", "by simp"),
                lost=True,
            ),
            push(
                30,
                "rewrite",
                lemma("Data/Set/Lost", "not_mem_nil'", "(n : Nat) : n ∉ ([] : List Nat)", "nofun"),
                kind="force",
                checks=GREEN,
            ),
            *bors_lands(60),
        ),
        tell(
            16500,
            "merge-of-master-only",
            "2024-09-01T10:00",
            "feat(Data/Fin): add `fin_lt`",
            Expected(("same-version", "accepted"), landed=True),
            push(0, "add", lemma("Data/Fin/Basic", "fin_lt", "(n : Nat) (i : Fin n) : i.val < n", "i.isLt")),
            push(300, "", kind="merge", checks=GREEN),
            *bors_lands(320),
        ),
        tell(
            16560,
            "revised-then-merge-of-master",
            "2024-11-04T10:00",
            "feat(Data/Int): add `neg_neg_eq`",
            Expected(("revised", "same-version", "accepted"), landed=True),
            push(0, "add", lemma("Data/Int/Basic", "neg_neg_eq", "(a : Int) : - -a = a", "by omega")),
            push(24, "review", golf("Data/Int/Basic", "by omega", "Int.neg_neg a")),
            Labeled(30, "merge-conflict", ACTIONS),
            push(300, "", kind="merge", checks=GREEN),
            Labeled(300.3, "merge-conflict", ACTIONS, removed=True),
            *bors_lands(320),
        ),
        tell(
            19500,
            "stack-below",
            "2024-12-02T10:00",
            "feat(Algebra/Ring): add `sq_eq`",
            ONE_HEAD,
            push(0, "add", lemma(stack, "sq_eq", "(n : Nat) : n ^ 2 = n * n", "by ring"), checks=GREEN),
            *bors_lands(200),
        ),
        tell(
            19510,
            "stack-above",
            "2024-12-03T10:00",
            "feat(Algebra/Ring): add `cube_eq`",
            Expected(("revised", "accepted"), landed=True, kept_with=(19500,)),
            push(0, "add", lemma(stack + "Above", "cube_eq", "(n : Nat) : n ^ 3 = n * n * n", "by ring")),
            Labeled(0.5, "blocked-by-other-PR", DEPENDENT_ISSUES),
            Labeled(190, "blocked-by-other-PR", DEPENDENT_ISSUES, removed=True),
            push(480, "", kind="merge", checks=GREEN),
            *bors_lands(500),
            body="Cubes.\n\n---\n\n- [ ] depends on: #19500\n",
            stacked_on=19500,
        ),
        tell(
            23500,
            "more-commits-than-a-page",
            "2025-02-10T10:00",
            "feat(Data/Nat): many steps",
            REVISED,
            Push(0, many(1, 91)),
            Push(48, many(91, 116), GREEN),
            *bors_lands(80),
        ),
        tell(
            27000,
            "head-that-git-lacks",
            "2025-07-21T10:00",
            "feat(Data/Nat): add `lost_eq`",
            ONE_HEAD,
            push(0, "add", lemma("Data/Nat/Lost", "lost_eq", ": 1 = 1", "rfl"), checks=GREEN, lost=True),
            *bors_lands(20),
            fork="grace",
        ),
    )
