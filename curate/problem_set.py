"""What `curate problems` does with a folder of records: listed, counted, paired, reviewed, imported."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from curate.console import Block, Line, Note, Table
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.open import open_lean
from curate.formalize.lean.signatures import open_signatures
from curate.formalize.records.problems import write_problem
from curate.formalize.run.quiz import KeyLine, Sheet
from curate.formalize.run.review import ReviewPage
from curate.schemas.errors import Failed, Refused
from curate.schemas.stochbench.environment import Environment
from curate.schemas.stochbench.folder import find_problems, read_problem, read_recorded
from curate.schemas.stochbench.records import Closed, Problem, standing_closed
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import render_lines

Read = tuple[tuple[Problem, ...], tuple[str, ...]]


def read_all(directory: Path) -> Read:
    """The records that can be read, and a line for each that can't.

    Raises:
        Refused: the folder is not there.
    """
    found: list[Problem] = []
    damaged: list[str] = []
    for folder in find_problems(directory):
        try:
            found.append(read_problem(folder))
        except Refused as error:
            damaged.append(str(error))
    return tuple(found), tuple(damaged)


def find_folder(directory: Path, problem_id: str) -> Path:
    """The folder of one record.

    Raises:
        Refused: there is none.
    """
    folder = next((path for path in find_problems(directory) if path.name == problem_id), None)
    if folder is None:
        raise Refused(f"{directory} holds no record {problem_id}; see curate problems list")
    return folder


def name_library(environment: Environment) -> str:
    """What stood behind a record, in a word or two."""
    revision = (environment.mathlib_revision or "")[:8]
    return f"{environment.implementation} {revision}".strip()


def list_rows(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """One row a record, for a table or as JSON."""
    return [
        {
            "id": one.id,
            "revision": one.statement_revision,
            "status": one.status,
            "topic": one.topic,
            "representation": one.representation,
            "gift": one.gift,
            "pair": one.pair,
            "library": name_library(one.environment),
            "closed_since": next((closed.library for closed in standing_closed(one)), None),
            "title": one.title,
        }
        for one in problems
    ]


def count_problems(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """How many records there are of each topic, representation, gift strength and status."""
    keys = ("topic", "representation", "library", "gift", "status")
    counts = Counter(
        (one.topic, one.representation, one.environment.implementation, one.gift, one.status) for one in problems
    )
    ordered = sorted(counts.items(), key=lambda item: tuple(str(part) for part in item[0]))
    return [{**dict(zip(keys, key, strict=True)), "count": count} for key, count in ordered]


def choose_lean(project: Path | None) -> Callable[[Problem], LeanBackend]:
    """The Lean that each record is checked with: the project's, or the one that it was made with where that is ours."""
    if project is not None:
        own = open_lean(project)
        return lambda _: own
    opened: dict[str | None, LeanBackend] = {}

    def choose(problem: Problem) -> LeanBackend:
        on_signatures = problem.environment.implementation == "signatures"
        revision = problem.environment.mathlib_revision if on_signatures else None
        if revision not in opened:
            opened[revision] = open_signatures(revision) if revision else open_lean(None)
        return opened[revision]

    return choose


def link_pair(directory: Path, first: str, second: str) -> None:
    """Makes two records name each other as the two representations of one fact.

    Raises:
        Refused: they are of one representation or of two topics, or one of them is paired otherwise.
    """
    read = [read_recorded(find_folder(directory, one)) for one in (first, second)]
    problems = [problem for problem, _ in read]
    if {one.representation for one in problems} != {"literal", "abstract"}:
        raise Refused(
            f"{first} and {second} are both {problems[0].representation}; a pair has one of each representation"
        )
    if problems[0].topic != problems[1].topic:
        raise Refused(f"{first} is of {problems[0].topic}, {second} of {problems[1].topic}; a pair states one fact")
    for problem, other in zip(problems, (second, first), strict=True):
        if problem.pair not in (None, other):
            raise Refused(f"{problem.id} is paired with {problem.pair} already")
    for (problem, text), other in zip(read, (second, first), strict=True):
        write_problem(directory, problem.model_copy(update={"pair": other}), text)


def find_pairs(problems: Sequence[Problem]) -> tuple[list[dict[str, Any]], list[str]]:
    """The pairs, literal first, and what is wrong with links that lead nowhere or one way only."""
    by_id = {one.id: one for one in problems}
    wrong = [
        f"{one.id} names {one.pair}, which {'does not name it' if one.pair in by_id else 'is not here'}"
        for one in problems
        if one.pair is not None and (one.pair not in by_id or by_id[one.pair].pair != one.id)
    ]
    rows = [
        {"literal": one.id, "abstract": one.pair, "topic": one.topic, "gift": [one.gift, by_id[one.pair].gift]}
        for one in problems
        if one.representation == "literal" and one.pair in by_id and by_id[one.pair].pair == one.id
    ]
    wrong += [
        f"{one.id} and {one.pair} are both {one.representation}"
        for one in problems
        if one.pair in by_id and by_id[one.pair].representation == one.representation and one.id < one.pair
    ]
    return rows, wrong


def note_closed(directory: Path, problem: Problem, closed: Closed) -> bool:
    """Keeps in a record that a library closes it by itself; whether that was new."""
    known = {(one.library, one.statement_digest) for one in problem.closed}
    if (closed.library, closed.statement_digest) in known:
        return False
    _, text = read_recorded(directory / problem.id)
    write_problem(directory, problem.model_copy(update={"closed": (*problem.closed, closed)}), text)
    return True


def render_page(page: ReviewPage) -> list[Block]:
    """A review page: the Lean first, the words last."""
    blocks: list[Block] = [Line(line) for line in page.statement.splitlines()]
    blocks += [
        Line(""),
        Line("definitions that it rests on:"),
        *(Line(f"  {line}") for line in page.definitions.splitlines()),
    ]
    blocks += [Line(""), Table("what each hypothesis gives", ("hypothesis",), [(one,) for one in page.hypotheses])]
    if page.unused:
        blocks.append(Line(f"a found proof does without: {', '.join(page.unused)}"))
    rows = [(one.words, one.fate) for one in page.near_misses]
    blocks += [Line(""), Table("near misses", ("what was changed", "what is known of it"), rows), Line("")]
    blocks += [Line("what the words say:"), Line(f"  {page.words}", hang=2)]
    if page.model_words is not None:
        blocks += [Line("what a model says that the Lean states (it has not seen the words, and decides nothing):")]
        blocks += [Line(f"  {line}", hang=2) for line in page.model_words.splitlines()]
    if page.pair:
        blocks.append(Line(f"the other representation of the fact: {page.pair}"))
    blocks += [Note(one) for one in page.standing]
    if page.expired:
        blocks.append(Note(f"{page.expired} earlier words were on another statement and no longer hold"))
    return blocks


def write_quiz(directory: Path, made: Sequence[tuple[Sheet, KeyLine]]) -> None:
    """Writes the sheets for a reader, and the key apart from them.

    Raises:
        Refused: a quiz already exists.
        Failed: the folder can't be written.
    """
    sheets, key = directory / "sheets.jsonl", directory / "key.jsonl"
    if sheets.exists() or key.exists():
        raise Refused(f"{directory} holds a quiz already; name another folder with --out")
    try:
        write_file(key, render_lines([line for _, line in made]).encode())
        write_file(sheets, render_lines([sheet for sheet, _ in made]).encode())
    except OSError as error:
        raise Failed(f"{directory} could not be written: {error.strerror}") from error
