"""The words in which histories are told: edits, pushes, landings, and the outcomes that recur."""

from typing import Literal, TypedDict, Unpack

from curate.standins.upstream.story import (
    ACTIONS,
    BORS,
    MATHLIB_BOT,
    REPO,
    Change,
    Checks,
    Edit,
    Expected,
    History,
    Labeled,
    Landed,
    Push,
    Renamed,
    Said,
    Step,
    Turned,
    at,
)

GREEN = Checks(bors="SUCCESS")
RED = Checks(build=("FAILURE",))
ONE_HEAD = Expected(("accepted",), landed=True)
REVISED = Expected(("revised", "accepted"), landed=True)
FAILED_FIRST = Expected(("build-failed", "accepted"), landed=True)
UNKNOWN_FIRST = Expected(("build-unknown", "accepted"), landed=True)


def module_text(path: str) -> str:
    """A Lean-like module that every history may edit: lemmas go before its last line."""
    name = path.removesuffix(".lean").replace("/", ".")
    space = name.rsplit(".", 1)[-1]
    return (
        "/-\nCopyright (c) 2024 The demo authors.\nReleased under Apache 2.0 license.\n-/\n"
        f"import Mathlib.Init\n\n/-! # {space}\n\nBasic facts about `{space}`.\n-/\n\nnamespace {space}\n\n"
        "theorem self_eq (n : Nat) : n = n := rfl\n\n"
        f"theorem add_zero_eq (n : Nat) : n + 0 = n := by simp\n\nend {space}\n"
    )


def lemma(module: str, name: str, statement: str, proof: str) -> Edit:
    """Adds a lemma at the end of `Mathlib/<module>.lean`."""
    space = module.rsplit("/", 1)[-1]
    end = f"end {space}\n"
    return Edit(f"Mathlib/{module}.lean", end, f"theorem {name} {statement} := {proof}\n\n{end}")


def golf(module: str, old: str, new: str) -> Edit:
    """Replaces text in `Mathlib/<module>.lean`."""
    return Edit(f"Mathlib/{module}.lean", old, new)


def change(message: str, *edits: Edit) -> tuple[Change, ...]:
    """A push's single commit."""
    return (Change(message, edits),)


def push(
    hour: float,
    message: str,
    *edits: Edit,
    checks: Checks | None = Checks(),
    kind: Literal["normal", "force", "merge"] = "normal",
    lost: bool = False,
) -> Push:
    """A push of one commit, or of a merge of master alone when it has no edits."""
    return Push(hour, change(message, *edits) if edits else (), checks, kind, lost)


def summary(number: int, hour: float = 0.1) -> Said:
    """The PR summary that a bot keeps current: it names the head."""
    url = f"https://github.com/{REPO}/pull/{number}/commits/{{head}}"
    body = f"### PR summary [{{short}}]({url})\n\n#### Import changes for modified files\n\nNone\n"
    return Said(hour, ACTIONS, body, edited=True)


def bors_lands(hour: float, actor: str = "emmy") -> tuple[Step, ...]:
    """A maintainer sends the PR to bors, which lands it half an hour later, renames and closes it."""
    done = hour + 0.5
    said = "Pull request successfully merged into master.\n\nBuild succeeded:\n  * [Build](https://bors.invalid/run)"
    return (
        Said(hour, actor, "Thanks! 🎉\n\nbors merge"),
        Labeled(hour, "ready-to-merge", MATHLIB_BOT),
        Landed(done, "bors", BORS),
        Said(done, BORS, said),
        Renamed(done, None, BORS),
        Turned(done, "closed", BORS),
        Turned(done + 0.001, "branch_deleted", BORS),
    )


class _Rest(TypedDict, total=False):
    """The fields of a history that most leave at their default."""

    body: str
    author: str | None
    fork: str | None
    fork_deleted: bool
    base: str
    draft: bool
    stacked_on: int | None
    branch: str


def tell(
    number: int,
    name: str,
    opened: str,
    title: str,
    expected: Expected,
    *steps: Step,
    **rest: Unpack[_Rest],
) -> History:
    """A history; `opened` is written as in `at`."""
    return History(number, name, at(opened), title, steps, expected, **rest)
