"""What is to be proved: a record's statement, or that of a plain Lean file, compiled and taken by the kernel."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from curate.formalize.gate.source_rules import check_source, find_theorems
from curate.formalize.judge.identity import Module
from curate.formalize.judge.lean import JudgedLean
from curate.formalize.judge.plain_files import read_plain
from curate.formalize.judge.steps import Checked, build, check, read
from curate.formalize.judge.verdicts import Ended
from curate.formalize.terms.from_table import describe
from curate.formalize.terms.statements import Module as Statements
from curate.formalize.terms.table import Table
from curate.formalize.text.lexer import lex
from curate.schemas.errors import Failed, Refused
from curate.schemas.stochbench.environment import Environment
from curate.schemas.stochbench.folder import RECORD, read_problem, read_statement
from curate.schemas.stochbench.records import Problem

MAX_BYTES = 1 << 20


@dataclass(frozen=True)
class Statement:
    """A statement as text, before Lean has seen it."""

    problem: str
    """The record's id, or the file's name without its ending."""
    text: str
    record: Problem | None


@dataclass(frozen=True)
class Challenge:
    """A statement that compiled: what solutions are compared with."""

    problem: str
    revision: int | None
    name: str
    """The theorem's full name."""
    digest: str
    module: Module
    library: frozenset[str]
    """The modules of the trusted library that it loads."""


def find_statement(named: Path, problems: Path | None = None) -> Statement:
    """The statement that `named` stands for: a Lean file, a record's folder, or a record's id in `problems`.

    Raises:
        Refused: there is no such record, or it is damaged.
    """
    for folder in (named, *([problems / named] if problems and len(named.parts) == 1 else [])):
        if (folder / RECORD).is_file():
            record = read_problem(folder.resolve())
            return Statement(record.id, read_statement(folder), record)
    if not named.is_file():
        raise Refused(f"{named} is neither a problem record nor a Lean file; name a record's folder or its id")
    data = read_plain(named, MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise Refused(f"{named} has more than {MAX_BYTES} bytes")
    try:
        return Statement(named.stem, data.decode("utf-8"), None)
    except UnicodeDecodeError as error:
        raise Refused(f"{named} is not UTF-8 (byte {error.start}); save it as UTF-8") from error


def open_challenge(lean: JudgedLean, statement: Statement) -> Challenge:
    """Compiles a statement and has the kernel take it.

    Raises:
        Refused: it is no honest statement of one theorem, it is not what its record says, or it was recorded with
            another Lean.
        Failed: Lean gave no answer.
    """
    record, problem = statement.record, statement.problem
    if record is not None:
        _expect_environment(record, lean.environment)
    findings = check_source(statement.text, hole=True)
    if findings:
        raise Refused(f"{problem} does not state one theorem that ends in `:= by sorry`: {findings[0].message}")
    table, checked = _compile(lean, statement)
    module = Module(table)
    statements = Statements({"constants": describe(table), "nodes": module.terms.nodes, "types": {}})
    theorems = [name for name, one in table.constants.items() if one.kind == "theorem"]
    name = record.theorem if record is not None else _find_name(statement.text, theorems)
    if name is None or name not in theorems:
        raise Refused(f"{problem} declares no theorem {name or 'that can be found'}")
    axioms = checked.axioms[name]
    if "sorryAx" not in axioms:
        raise Refused(f"{problem} is proved already: its theorem rests on no hole")
    digest = statements.digest(name)
    if record is not None and digest != record.statement_digest:
        raise Refused(f"{problem}: the statement is not the one that its record describes; run curate problems check")
    revision = record.statement_revision if record is not None else None
    return Challenge(problem, revision, name, digest, module, checked.modules)


def _compile(lean: JudgedLean, statement: Statement) -> tuple[Table, Checked]:
    try:
        text, table = read(lean, build(lean, statement.text).module)
        return table, check(lean, text)
    except Ended as ended:
        if ended.decision == "unknown":
            raise Failed(f"the statement of {statement.problem} could not be compiled: {ended}") from ended
        raise Refused(f"the statement of {statement.problem} does not compile: {ended}") from ended


def _find_name(text: str, theorems: Sequence[str]) -> str | None:
    """The full name of the theorem that a text declares, in whichever namespace."""
    written = find_theorems(lex(text).tokens)[-1].name.removeprefix("_root_.")
    fitting = [name for name in theorems if name == written or name.endswith(f".{written}")]
    return min(fitting, key=len, default=None)


def _expect_environment(record: Problem, present: Environment) -> None:
    fields = ("implementation", "lean_version", "toolchain", "prelude_digest", "mathlib_revision")
    for field in fields:
        then, now = getattr(record.environment, field), getattr(present, field)
        if then != now:
            raise Refused(
                f"{record.id} was recorded with {field} {then}, and this is {now}; use the Lean of the record"
            )
