"""`curate lean`: ask a Lean from the shell."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from curate import exits
from curate.console import Block, Line, Note, Screen, Table, Warn
from curate.formalize.gate.source_rules import RUNS_CODE, Finding, check_source
from curate.formalize.gate.syntax_rules import check_syntax
from curate.formalize.lean.api import Elaboration, Limits
from curate.formalize.lean.backend import CommandLean
from curate.formalize.lean.diagnostics import render
from curate.formalize.lean.open import open_lean
from curate.formalize.records.files import read_lean_file
from curate.grammar import Group, reads, request
from curate.schemas.errors import Failed

WORTHLESS = RUNS_CODE | {"prelude", "exit", "option", "auto-implicit", "unclosed"}
"""Findings under which Lean's answer about a text would say nothing."""

_project = click.option(
    "--project",
    type=click.Path(path_type=Path, file_okay=False),
    help="Ask the Lean of this project (lean-toolchain and lakefile) instead of the embedded one.",
)


@dataclass(frozen=True)
class CheckRequest:
    """A file to be elaborated."""

    file: Path
    project: Path | None
    timeout: float
    memory: int


@dataclass(frozen=True)
class InfoRequest:
    """Which Lean is asked?"""

    project: Path | None


@click.group("lean", cls=Group)
def command() -> None:
    """Ask Lean: the embedded one, or that of a project."""


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_project
@reads
@click.option("--timeout", default=60.0, show_default=True, help="Seconds that Lean may take.")
@click.option("--memory", default=4096, show_default=True, help="MB that Lean may hold.")
@request(CheckRequest)
def check(asked: CheckRequest, screen: Screen) -> int:
    """Elaborate FILE and print Lean's messages.

    Exit code 0: no errors; 1: errors, or no answer; 4: the file is refused.
    """
    text = read_lean_file(asked.file)
    refused = [finding for finding in check_source(text, hole=False) if finding.code in WORTHLESS]
    limits = Limits(wall_s=asked.timeout, memory_mb=asked.memory)
    lean = open_lean(asked.project)
    if not refused:
        syntax = check_syntax(lean, text, limits, hole=False)
        if syntax.unknown is not None:
            raise Failed(f"{asked.file}: {syntax.unknown}")
        refused = [finding for finding in syntax.findings if finding.code in WORTHLESS]
    if refused:
        screen.show({"status": "refused", "findings": refused}, _render_refused(asked.file, refused))
        return exits.REFUSED
    answer = lean.elaborate(text, limits)
    screen.show(answer, _render_answer(asked.file, answer))
    return exits.DONE if answer.status == "ok" else exits.FAILED


@command.command("info")
@_project
@reads
@request(InfoRequest)
def info(asked: InfoRequest, screen: Screen) -> None:
    """Say which Lean is asked, and with what behind it."""
    facts = _facts(open_lean(asked.project))
    rows = [(name, value) for name, value in facts.items() if value is not None]
    screen.show(facts, [Table("Lean", ("what", "is"), rows)])


def _render_answer(file: Path, answer: Elaboration) -> Iterator[Block]:
    for diagnostic in answer.diagnostics:
        yield from (Line(line) for line in render(diagnostic, str(file)).split("\n"))
    if answer.status == "unknown":
        yield Note(f"{file}: unknown: {answer.reason}")
    took = "kept answer" if answer.cached else f"{answer.wall_s:.2f} s"
    yield Note(f"{file}: {answer.status} ({answer.environment.label}, {took})")


def _render_refused(file: Path, findings: list[Finding]) -> Iterator[Block]:
    for finding in findings:
        place = f":{finding.span.line}:{finding.span.column}" if finding.span else ""
        yield Warn(f"{file}{place}: refused ({finding.code}): {finding.message}; {finding.advice}")


def _facts(lean: CommandLean) -> dict[str, str | None]:
    environment = lean.environment
    return {
        "label": environment.label,
        "implementation": environment.implementation,
        "lean": environment.lean_version,
        "toolchain": environment.toolchain,
        "prelude": environment.prelude_digest,
        "mathlib": environment.mathlib_revision,
        "options": " ".join(environment.options),
        "answers kept in": str(lean.answers.directory),
    }
