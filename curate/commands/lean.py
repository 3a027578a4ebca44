"""`curate lean`: ask a Lean from the shell."""

import json
import sys
from pathlib import Path

import click

from curate import exits
from curate.console import Screen
from curate.formalize.gate.module_rules import RUNS_CODE
from curate.formalize.gate.source_rules import Finding, check_source
from curate.formalize.gate.syntax_rules import check_syntax
from curate.formalize.lean.api import Elaboration, Limits
from curate.formalize.lean.backend import CommandLean
from curate.formalize.lean.diagnostics import render
from curate.formalize.lean.open import open_lean
from curate.formalize.records.files import read_lean_file
from curate.grammar import Group
from curate.schemas.errors import Failed
from curate.schemas.text import printable

WORTHLESS = RUNS_CODE | {"prelude", "exit", "option", "auto-implicit", "unclosed"}
"""Findings under which Lean's answer about a text would say nothing."""

_project = click.option(
    "--project",
    type=click.Path(path_type=Path, file_okay=False),
    help="Ask the Lean of this project (lean-toolchain and lakefile) instead of the embedded one.",
)
_json = click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")


@click.group("lean", cls=Group)
def command() -> None:
    """Ask Lean: the embedded one, or that of a project."""


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_project
@_json
@click.option("--timeout", default=60.0, show_default=True, help="Seconds that Lean may take.")
@click.option("--memory", default=4096, show_default=True, help="MB that Lean may hold.")
def check(file: Path, project: Path | None, as_json: bool, timeout: float, memory: int) -> int:
    """Elaborate FILE and print Lean's messages.

    Exit code 0: no errors; 1: errors, or no answer; 4: the file is refused.
    """
    text = read_lean_file(file)
    refused = [finding for finding in check_source(text, hole=False) if finding.code in WORTHLESS]
    limits = Limits(wall_s=timeout, memory_mb=memory)
    lean = open_lean(project)
    if not refused:
        syntax = check_syntax(lean, text, limits, hole=False)
        if syntax.unknown is not None:
            raise Failed(f"{file}: {syntax.unknown}")
        refused = [finding for finding in syntax.findings if finding.code in WORTHLESS]
    if refused:
        _say_refused(file, refused, as_json)
        return exits.REFUSED
    answer = lean.elaborate(text, limits)
    if as_json:
        click.echo(answer.model_dump_json())
    else:
        _say(file, answer)
    return exits.DONE if answer.status == "ok" else exits.FAILED


@command.command("info")
@_project
@_json
def info(project: Path | None, as_json: bool) -> None:
    """Say which Lean is asked, and with what behind it."""
    lean = open_lean(project)
    facts = _facts(lean)
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    Screen().table("Lean", ("what", "is"), [(name, value) for name, value in facts.items() if value is not None])


def _say(file: Path, answer: Elaboration) -> None:
    for diagnostic in answer.diagnostics:
        for line in render(diagnostic, str(file)).split("\n"):
            click.echo(printable(line))
    screen = Screen()
    if answer.status == "unknown":
        screen.note(f"{file}: unknown: {answer.reason}")
    took = "kept answer" if answer.cached else f"{answer.wall_s:.2f} s"
    screen.note(f"{file}: {answer.status} ({answer.environment.label}, {took})")


def _say_refused(file: Path, findings: list[Finding], as_json: bool) -> None:
    if as_json:
        shown = [finding.model_dump(mode="json") for finding in findings]
        click.echo(json.dumps({"status": "refused", "findings": shown}, ensure_ascii=False))
        return
    for finding in findings:
        place = f":{finding.span.line}:{finding.span.column}" if finding.span else ""
        sys.stderr.write(f"{file}{place}: refused ({finding.code}): {printable(finding.message)}; {finding.advice}\n")


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
