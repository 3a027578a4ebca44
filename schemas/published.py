"""The configs of a published release: which record each one holds, its key, and which rows go together."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from pydantic import create_model

from curate.schemas.base import Record
from curate.schemas.mathlibpr.rows import DATASET_CONFIGS, EvidenceFinding, Pair, PullRow, Snapshot, SplitName
from curate.schemas.stochbench.records import Digest, Line, ProblemId, Prose, Representation, Tag, Topic

DOUBTFUL = ("body", "body_origin")
"""Columns of a snapshot whose republication is doubtful: a pull request's text belongs to its author."""

PublishedSnapshot = create_model(
    "PublishedSnapshot",
    __base__=Record,
    __doc__="A snapshot without the pull request's text; `curate release hydrate` brings it back.",
    **{
        name: (field.rebuild_annotation(), ...) for name, field in Snapshot.model_fields.items() if name not in DOUBTFUL
    },  # type: ignore[call-overload]  # mypy can't see fields that are given as a mapping
)


class Text(Record):
    """The pull request's text that belongs to a snapshot."""

    snapshot_id: str
    repo: str
    pr_number: int
    body: str
    body_origin: Literal["as_of_head", "post_hoc"]
    split: SplitName


class Preference(Record):
    """A pair in TRL's preference format: for `prompt`, `chosen` was accepted and `rejected` was revised."""

    pair_id: str
    repo: str
    pr_number: int
    prompt: str
    chosen: str
    rejected: str
    split: SplitName


class ProblemCheck(Record):
    """What one check said of a statement."""

    name: str
    outcome: str


class ProblemHypothesis(Record):
    """A hypothesis of a statement, and what it gives."""

    name: str
    tag: Tag
    reason: str


class PublishedProblem(Record):
    """A StochBench problem at one revision of its statement: the public part of its record, with its texts."""

    problem_id: ProblemId
    revision: int
    title: Line
    informal_statement: Prose
    topic: Topic
    representation: Representation
    status: Literal["active", "archived"]
    theorem: str
    """The full name of the theorem in `statement`."""
    statement: str
    """The Lean text, preamble included."""
    preamble: str | None
    """The part of `statement` before the theorem that was given and not formalized."""
    text_sha256: Digest
    """Of `statement`."""
    statement_digest: Digest
    """Of the elaborated statement, which another way to write it does not change."""
    source: str
    """Work, author, year and place in it."""
    source_licence: Line
    lean: str
    """The Lean that elaborated it."""
    lean_version: str
    mathlib_revision: str | None
    pair: ProblemId | None
    """The problem that states the same fact in the other representation."""
    gift: int | None
    """What hypotheses give away: 0 definitions only, 1 regularity, 2 a lemma on the way, 3 the conclusion in disguise;
    null where it was not rated."""
    gift_reason: str | None
    hypotheses: tuple[ProblemHypothesis, ...]
    checks: tuple[ProblemCheck, ...]
    split: SplitName


class PublishedRepair(Record):
    """One repair of a text that a published problem came from: what was wrong, what was changed, what came of it."""

    problem_id: ProblemId
    number: int
    """Which of the problem's repairs it is, from 1."""
    statement: str
    """The Lean text that was repaired."""
    message: str
    """Lean's errors in it."""
    edit: str
    """The change, as a unified diff."""
    repaired: str
    """The Lean text after it."""
    made_by: Literal["rule", "model"]
    name: str
    """Of the rule or of the model."""
    reason: str
    doubt: str | None
    """Why a person had to accept it; null where it keeps the meaning."""
    outcome: Literal["elaborates", "other errors", "refused", "unknown"]
    """What was said of the text after it."""
    split: SplitName


class Config(NamedTuple):
    """One config: the record of its rows and the columns that identify one."""

    record: type[Record]
    key: tuple[str, ...]


CONFIGS: dict[str, Config] = {
    "snapshots": Config(PublishedSnapshot, ("snapshot_id",)),
    "pairs": Config(Pair, ("pair_id",)),
    "pull_requests": Config(PullRow, ("repo", "pr_number")),
    "evidence": Config(EvidenceFinding, ("snapshot_id", "check")),
    "texts": Config(Text, ("snapshot_id",)),
    "preference": Config(Preference, ("pair_id",)),
    "problems": Config(PublishedProblem, ("problem_id", "revision")),
    "repairs": Config(PublishedRepair, ("problem_id", "number")),
}


BUILT: dict[str, type[Record]] = {**DATASET_CONFIGS, "problems": PublishedProblem, "repairs": PublishedRepair}
"""The tables that a built dataset holds, before a release leaves columns out and derives configs."""


def key_of(config: str, row: Mapping[str, Any]) -> str:
    """What names `row` among the rows of `config`."""
    return "#".join(str(row[column]) for column in CONFIGS[config].key)


def unit_of(row: Mapping[str, Any]) -> str:
    """What is withdrawn and split as a whole: the pull request, or the problem."""
    if "problem_id" in row:
        return str(row["problem_id"])
    return f"{row['repo']}#{row['pr_number']}"
