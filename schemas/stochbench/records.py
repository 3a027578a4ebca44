"""The problem record: what `problems/<id>/problem.toml` holds, and what a draft's front matter shares with it."""

from datetime import date
from typing import Annotated, Literal

from pydantic import StringConstraints

from curate.schemas.base import Record
from curate.schemas.stochbench.environment import Environment

Topic = Literal[
    "markov-chains",
    "martingales-and-stopping",
    "random-walks-and-large-deviations",
    "ctmc-and-queues",
    "brownian-motion-and-stochastic-calculus",
    "renewal-theory",
    "poisson-processes",
    "weak-convergence",
]
"""StochBench's eight."""
ProblemId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=80)]
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=r"^[^\n]*$")]
Prose = Annotated[str, StringConstraints(strip_whitespace=True, min_length=20, max_length=20_000)]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Representation = Literal["literal", "abstract"]
"""Literal: on library objects. Abstract: on explicit hypotheses."""
Status = Literal["draft", "active", "archived"]
"""`draft`: not published. `active`: published. `archived`: published, and no longer to be used."""
Check = Literal["vacuous", "trivial", "unused", "disproved"]
Verdict = Literal["faithful", "doubtful"]
Tag = Literal["definitional", "regularity", "intermediate", "conclusion"]
"""What a hypothesis gives. `definitional`: it says what an object is. `regularity`: measurable, bounded, not 0, ….
`intermediate`: a lemma on the way to the claim. `conclusion`: the claim itself, or all but a step of it."""
Gift = Literal[0, 1, 2, 3]
"""What hypotheses give away: 0 definitions only, 1 regularity, 2 a lemma on the way, 3 the conclusion in disguise."""


class Source(Record):
    """Where a problem is from."""

    work: Line
    author: Line
    year: int
    locator: Line
    """Page, section or exercise."""
    licence: Line


class CheckResult(Record):
    """The answer to one question about a statement."""

    check: Check
    answer: Literal["proven", "not_found", "unknown"]
    proof: str | None = None
    """The proof that the kernel accepted, as Lean text that can stand after the statement; None unless proven. For
    `unused`, the text of the proof that does without."""
    subjects: tuple[str, ...] = ()
    """For `unused`: the hypotheses that the proof does not need."""
    reason: str
    """What was done, or why nothing can be said."""


class Formalization(Record):
    """How the statement came to be."""

    draft_sha256: Digest
    rounds: int
    """Number of Lean runs."""
    rules: tuple[str, ...] = ()
    """Rules that were used, in order."""
    models: tuple[str, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    """In US dollars; None: a price was not known."""
    changes: tuple[str, ...] = ()
    """What differs from the draft's statement, in words."""
    accepted: bool = False
    """Whether a person let changes or findings through with `--accept`."""


class HistoryEntry(Record):
    """One change of the record."""

    effective: date
    status: Status
    statement_revision: int
    statement_digest: Digest
    reason: Line
    by: Line | None = None
    """Who decided it; None where the assistant wrote the record."""


class Hypothesis(Record):
    """A hypothesis of a statement, and what it gives."""

    name: str
    tag: Tag
    reason: Line
    by: Literal["rule", "hand"]


class Review(Record):
    """A person's word on whether a statement means what its words say."""

    effective: date
    verdict: Verdict
    by: Line
    reason: Line
    statement_digest: Digest
    """What was read. The word holds for no other statement."""


class Closed(Record):
    """A tactic of a library that closes the statement by itself."""

    effective: date
    library: Line
    """The Lean and the revision of its library in which it was seen first."""
    tactic: Line
    statement_digest: Digest


class Problem(Record):
    """One problem."""

    id: ProblemId
    title: Line
    informal_statement: Prose
    topic: Topic
    representation: Representation
    status: Status
    theorem: str
    """The full name of the theorem in `statement.lean`."""
    statement_revision: int
    """Raised when the elaborated statement changes."""
    statement_digest: Digest
    """Of the elaborated statement and of the text's own definitions that it rests on, not of the text."""
    text_sha256: Digest
    """Of `statement.lean`. The same text in the same environment has the same elaborated statement."""
    preamble_sha256: Digest | None = None
    source: Source
    environment: Environment
    formalization: Formalization
    pair: ProblemId | None = None
    """The record that states the same fact in the other representation."""
    hypotheses: tuple[Hypothesis, ...] = ()
    """What each hypothesis gives, in the order of the statement."""
    gift: Gift | None = None
    """None: not rated, since a hypothesis has no tag."""
    gift_reason: Line | None = None
    checks: tuple[CheckResult, ...] = ()
    closed: tuple[Closed, ...] = ()
    """Libraries in which a tactic closes it by itself: measured apart from then on."""
    reviews: tuple[Review, ...] = ()
    history: tuple[HistoryEntry, ...]


def revise(problem: Problem, earlier: Problem | None, today: date, reason: str, by: str | None = None) -> Problem:
    """`problem` with its revision and history continued from the record that it replaces; `by`: who made it."""
    history = earlier.history if earlier else ()
    changed = earlier is not None and earlier.statement_digest != problem.statement_digest
    revision = earlier.statement_revision + changed if earlier else 1
    same = earlier is not None and not changed and earlier.status == problem.status
    entry = _entry(problem, problem.status, revision, today, reason, by)
    return problem.model_copy(
        update={"statement_revision": revision, "history": history if same else (*history, entry)}
    )


def change_status(problem: Problem, status: Status, today: date, by: str, reason: str) -> Problem:
    """`problem` with another status, and who decided it and why in its history."""
    entry = _entry(problem, status, problem.statement_revision, today, reason, by)
    return problem.model_copy(update={"status": status, "history": (*problem.history, entry)})


def add_review(problem: Problem, verdict: Verdict, today: date, by: str, reason: str) -> Problem:
    """`problem` with a person's word on its faithfulness, pinned to the statement as it is now."""
    made = Review(effective=today, verdict=verdict, by=by, reason=reason, statement_digest=problem.statement_digest)
    return problem.model_copy(update={"reviews": (*problem.reviews, made)})


def standing_reviews(problem: Problem) -> tuple[Review, ...]:
    """The words that still hold: those on the statement as it is now."""
    return tuple(one for one in problem.reviews if one.statement_digest == problem.statement_digest)


def standing_closed(problem: Problem) -> tuple[Closed, ...]:
    """The libraries that close the statement as it is now, in the order in which that was seen."""
    return tuple(one for one in problem.closed if one.statement_digest == problem.statement_digest)


def _entry(problem: Problem, status: Status, revision: int, today: date, reason: str, by: str | None) -> HistoryEntry:
    return HistoryEntry(
        effective=today,
        status=status,
        statement_revision=revision,
        statement_digest=problem.statement_digest,
        reason=reason,
        by=by,
    )
