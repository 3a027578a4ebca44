"""The configs of a published release: which record each one holds, its key, and which rows go together."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from pydantic import create_model

from curate.schemas.base import Record
from curate.schemas.mathlibpr.rows import DATASET_CONFIGS, EvidenceFinding, Pair, PullRow, Snapshot, SplitName
from curate.schemas.stochbench.records import Digest, Line, ProblemId, Prose, Representation, Tag, Topic
from curate.schemas.stochbench.verdicts import Claim, Decision, Reason

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


class PublishedProof(Record):
    """A proof or disproof of a problem that the judge accepted, with what it says of it: a training record."""

    problem_id: ProblemId
    revision: int
    claim: Claim
    statement: str
    """The problem's text, the proof left open."""
    proof: str
    """The whole Lean file that was accepted."""
    proof_sha256: Digest
    prover: str
    model: str | None
    sample: int
    axioms: tuple[str, ...]
    lean: str
    lean_version: str
    mathlib_revision: str | None
    judge_version: int
    kernels: tuple[str, ...]
    sandbox: tuple[str, ...]
    split: SplitName


class PublishedAttempt(Record):
    """What a prover handed in for a problem, whatever the judge said of it."""

    problem_id: ProblemId
    revision: int
    run: str
    """First digits of the sha256 of the run's settings."""
    sample: int
    prover: str
    model: str | None
    text: str | None
    ended: str
    checks: int
    input_tokens: int
    output_tokens: int
    claim: Claim | None
    verdict: Decision
    reason: Reason | None
    judge_version: int
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


class PublishedPrompt(Record):
    """What a reviewer was asked about a snapshot or a pair, letter by letter."""

    item: str
    """A snapshot's id, or a pair's."""
    prompt_sha256: str
    repo: str
    pr_number: int
    prompt_version: int
    mode: Literal["review", "pairs", "axes"]
    stage: int
    axis: str | None
    order: Literal["AB", "BA"] | None
    system: str
    user: str | None
    """Null at stage 3, where it holds the pull request's words; `curate review show` makes it anew."""
    chars: int
    whole: bool
    """Whether the diff is shown without a cut."""
    split: SplitName


class ReviewedAxis(Record):
    """The answer on one axis."""

    axis: str
    verdict: Literal["ok", "problem", "uncertain"]


class PublishedAnswer(Record):
    """What a reviewer answered to one question. The label is in MathlibPR, by the snapshot's id."""

    run: str
    key: str
    """Names the question in its run."""
    item: str
    repo: str
    pr_number: int
    model: str
    served: str | None
    """How the server named the model."""
    prompt_sha256: str | None
    """Null: a person, who was sent no prompt."""
    prompt_version: int
    mode: Literal["review", "pairs", "axes"]
    stage: int
    repeat: int
    axis: str | None
    order: Literal["AB", "BA"] | None
    """Of a pair: AB shows the earlier version first."""
    whole: bool
    invalid: str | None
    """Why the last answer could not be read; null: it could."""
    verdict: str | None
    percent: int | None
    """`p_merge_ready`, or of a pair the confidence."""
    axes: tuple[ReviewedAxis, ...]
    notes: tuple[str, ...]
    calls: int
    """Of tools, before it answered."""
    input_tokens: int
    output_tokens: int
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
    "proofs": Config(PublishedProof, ("problem_id", "revision", "proof_sha256")),
    "attempts": Config(PublishedAttempt, ("problem_id", "revision", "run", "sample")),
    "repairs": Config(PublishedRepair, ("problem_id", "number")),
    "answers": Config(PublishedAnswer, ("run", "key")),
    "prompts": Config(PublishedPrompt, ("item", "prompt_sha256")),
}
WHERE_BUILT = ("proofs", "attempts")
"""Configs that a release has where its dataset has them."""


BUILT: dict[str, type[Record]] = {
    **DATASET_CONFIGS,
    "problems": PublishedProblem,
    "proofs": PublishedProof,
    "attempts": PublishedAttempt,
    "repairs": PublishedRepair,
    "answers": PublishedAnswer,
    "prompts": PublishedPrompt,
}
"""The tables that a built dataset holds, before a release leaves columns out and derives configs."""


def key_of(config: str, row: Mapping[str, Any]) -> str:
    """What names `row` among the rows of `config`."""
    return "#".join(str(row[column]) for column in CONFIGS[config].key)


def unit_of(row: Mapping[str, Any]) -> str:
    """What is withdrawn and split as a whole: the pull request, or the problem."""
    if "problem_id" in row:
        return str(row["problem_id"])
    return f"{row['repo']}#{row['pr_number']}"
