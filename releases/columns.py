"""What each published column means, where it comes from and who may see it: the card's tables derive from this one."""

from typing import Literal, NamedTuple

Role = Literal["key", "outcome", "stage 1", "stage 2", "stage 3", "text", "about"]
ROLES: dict[Role, str] = {
    "key": "names the row or joins it to others",
    "outcome": "known only after the pull request was closed: never to be shown to a model that is measured",
    "stage 1": "the code, shown to every reviewer",
    "stage 2": "findings of checks, shown from the second stage on",
    "stage 3": "what the author says the change is for, shown in the third stage",
    "text": "what is to be read, answered or proved",
    "about": "context that describes the row, not part of any stage",
}
SHOWN: frozenset[Role] = frozenset({"stage 1", "stage 2", "stage 3", "text"})


class Column(NamedTuple):
    """One column: its meaning with the unit, its origin, its role."""

    meaning: str
    origin: str
    role: Role


_REPO = Column("repository, `owner/name`", "option", "key")
_NUMBER = Column("number of the pull request", "GitHub", "key")
_SPLIT = Column("split; never changes in a later version", "rule", "about")
_OPENED = Column("when the pull request was opened, UTC", "GitHub", "about")
_CLOSED = Column("when it was closed, UTC", "GitHub", "outcome")
_FLAGS = Column("what is unusual about it, such as a later revert", "rule", "outcome")
_SNAPSHOT_ID = Column("`<repo>#<number>@<first 12 digits of the head>`", "rule", "key")
_TITLE_ORIGIN = Column("`as_of_head`, or `post_hoc` where an edit after the head can't be excluded", "rule", "about")

COLUMNS: dict[str, dict[str, Column]] = {
    "snapshots": {
        "snapshot_id": _SNAPSHOT_ID,
        "repo": _REPO,
        "pr_number": _NUMBER,
        "head_sha": Column("commit at the tip of the branch", "GitHub", "key"),
        "base_sha": Column("merge base with master; null: git did not have it", "git", "about"),
        "patch_id": Column("`git patch-id --stable` of the patch; null: no patch", "git", "about"),
        "seq": Column("place among the pull request's commits, from 1", "GitHub", "outcome"),
        "kind": Column("first build-passing, intermediate or final head", "rule", "outcome"),
        "label": Column("`merge_ready` or `not_merge_ready`: what is to be predicted", "rule", "outcome"),
        "reason": Column("why it has its label: accepted, revised, unmerged", "rule", "outcome"),
        "unmerged_kind": Column("why a pull request that did not land was closed", "rule", "outcome"),
        "evidence_class": Column("kind of evidence that the head builds", "rule", "outcome"),
        "evidence": Column("the check rows and events that this rests on", "GitHub", "outcome"),
        "landed_sha": Column("commit on master that it became", "git", "outcome"),
        "elsewhere_sha": Column("commit on master that holds what an unmerged one adds", "git", "outcome"),
        "title": Column("title, cleaned of names, numbers and bors' words", "GitHub", "stage 3"),
        "title_origin": _TITLE_ORIGIN,
        "opened_at": _OPENED,
        "closed_at": _CLOSED,
        "head_at": Column("when the head was pushed, UTC; null: not known", "GitHub", "about"),
        "changed_files": Column("files of the patch with lines added and removed", "git", "stage 1"),
        "diff": Column("unified diff of base..head; null: see `diff_missing`", "git", "stage 1"),
        "diff_missing": Column("why there is no patch", "git", "outcome"),
        "diagnostics": Column("results of checks other than the build", "GitHub", "stage 2"),
        "flags": _FLAGS,
        "split": _SPLIT,
    },
    "pairs": {
        "pair_id": Column("`<earlier snapshot>..<first 12 digits of the final head>`", "rule", "key"),
        "repo": _REPO,
        "pr_number": _NUMBER,
        "earlier_id": Column("snapshot of the earlier, revised version", "rule", "outcome"),
        "final_id": Column("snapshot of the accepted version", "rule", "outcome"),
        "earlier_sha": Column("its head", "GitHub", "outcome"),
        "final_sha": Column("its head", "GitHub", "outcome"),
        "split": _SPLIT,
    },
    "pull_requests": {
        "repo": _REPO,
        "pr_number": _NUMBER,
        "landed": Column("whether its change is on master", "rule", "outcome"),
        "landed_by": Column("the signs by which that was told", "rule", "outcome"),
        "landed_shas": Column("commits on master whose subject names it", "git", "outcome"),
        "opened_at": _OPENED,
        "closed_at": _CLOSED,
        "base_ref": Column("branch that it was opened against", "GitHub", "about"),
        "head_sha": Column("head at which it was closed", "GitHub", "outcome"),
        "author_kind": Column("human, bot or deleted account", "GitHub", "about"),
        "heads": Column("number of commits that were its tip", "GitHub", "outcome"),
        "build_passing_heads": Column("number of those with build evidence", "rule", "outcome"),
        "depends_on": Column("numbers of pull requests that it says it depends on", "GitHub", "about"),
        "migrated_to": Column("number of the pull request that carries the work on", "GitHub", "outcome"),
        "flags": _FLAGS,
        "cut": Column("lists that the source cut short", "source", "about"),
        "sources": Column("inputs that held it", "source", "about"),
        "group": Column("smallest number of the group that is never split", "rule", "key"),
        "split": _SPLIT,
    },
    "evidence": {
        "snapshot_id": _SNAPSHOT_ID,
        "repo": _REPO,
        "pr_number": _NUMBER,
        "check": Column("name of the check", "rule", "stage 2"),
        "value": Column("what it found", "rule", "stage 2"),
        "unit": Column("unit of the value", "rule", "stage 2"),
        "where": Column("file and line", "rule", "stage 2"),
        "detail": Column("the finding in words", "rule", "stage 2"),
        "origin": Column("what was read to find it", "rule", "about"),
        "rules": Column("version of the check's rules", "rule", "about"),
        "split": _SPLIT,
    },
    "texts": {
        "snapshot_id": _SNAPSHOT_ID,
        "repo": _REPO,
        "pr_number": _NUMBER,
        "body": Column("description, cleaned as the title is", "GitHub", "stage 3"),
        "body_origin": _TITLE_ORIGIN,
        "split": _SPLIT,
    },
    "preference": {
        "pair_id": Column("key of the pair", "rule", "key"),
        "repo": _REPO,
        "pr_number": _NUMBER,
        "prompt": Column("the task, with the title of the earlier version", "rule", "text"),
        "chosen": Column("patch of the accepted version", "git", "text"),
        "rejected": Column("patch of the earlier version", "git", "text"),
        "split": _SPLIT,
    },
    "problems": {
        "problem_id": Column("name of the problem", "author", "key"),
        "revision": Column("revision of its statement, from 1", "author", "key"),
        "title": Column("title", "author", "text"),
        "informal_statement": Column("the problem in words", "author", "text"),
        "topic": Column("topic", "author", "about"),
        "representation": Column("`literal` on library objects, `abstract` on hypotheses", "author", "about"),
        "status": Column("`active`, or `archived` for what is not to be used any more", "author", "about"),
        "theorem": Column("full name of the theorem to prove", "author", "text"),
        "statement": Column("Lean text with the proof left open", "author", "text"),
        "preamble": Column("part of the text before the theorem", "author", "text"),
        "text_sha256": Column("sha256 of `statement`", "rule", "key"),
        "statement_digest": Column("digest of the elaborated statement", "Lean", "key"),
        "source": Column("work, author, year and place", "author", "about"),
        "source_licence": Column("licence of that work", "author", "about"),
        "lean": Column("the Lean that elaborated it", "Lean", "about"),
        "lean_version": Column("its version", "Lean", "about"),
        "mathlib_revision": Column("mathlib commit; null: none was used", "Lean", "about"),
        "pair": Column("the same problem in the other representation", "author", "about"),
        "gift": Column("how much the hypotheses give away, 0 to 3", "author", "about"),
        "gift_reason": Column("why", "author", "about"),
        "hypotheses": Column("the hypotheses in words", "author", "about"),
        "checks": Column("what automatic checks of the statement answered", "Lean", "about"),
        "split": _SPLIT,
    },
    "repairs": {
        "problem_id": Column("name of the problem that it led to", "author", "key"),
        "number": Column("which repair of the problem it is, from 1", "rule", "key"),
        "statement": Column("Lean text that was repaired", "author", "text"),
        "message": Column("Lean's errors in it", "Lean", "text"),
        "edit": Column("the change, as a diff", "rule", "text"),
        "repaired": Column("Lean text after it", "rule", "text"),
        "made_by": Column("`rule` or `model`", "rule", "about"),
        "name": Column("of the rule or the model", "rule", "about"),
        "reason": Column("why the change was made", "rule", "about"),
        "doubt": Column("why a person had to accept it; null: it keeps the meaning", "rule", "about"),
        "outcome": Column("what Lean said of the text after it", "Lean", "about"),
        "split": _SPLIT,
    },
}
