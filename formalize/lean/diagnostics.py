"""Reads what `lean --json` writes, and tells Lean's own messages from what the file under check printed."""

import json
import re
from collections.abc import Mapping
from typing import Any, Literal

from curate.formalize.lean.api import Diagnostic
from curate.formalize.text.span import Span
from curate.schemas.value import value

REQUIRED = {"caption", "data", "endPos", "fileName", "kind", "pos", "severity"}
KNOWN = REQUIRED | {"isSilent", "keepFullRange"}
SEVERITIES = ("error", "warning", "information")
PRINTED = "curate.printed"
"""Kind of the diagnostic that holds what the file itself printed while it was elaborated."""
MAX_LINE = 300
_NAMED = "._namedError"
_GOAL_LINE = re.compile(r"^⊢ ", re.MULTILINE)
_NOT_A_GOAL = re.compile(r"^(error:\s*)?unsolved goals$")


@value
class Messages:
    """What a run of Lean said."""

    diagnostics: tuple[Diagnostic, ...]
    printed: str
    """What stood on stdout and was no message of Lean's."""


def parse_messages(stdout: bytes, file_name: str, host_paths: Mapping[str, str]) -> Messages:
    """The messages on `stdout` that are about `file_name`, in Lean's order.

    `file_name` must be a name that the text could not know (a fresh random folder), so that JSON which the file
    itself prints is not taken for Lean's. `host_paths` maps paths of this machine to what is shown instead.
    """
    found: list[Diagnostic] = []
    printed: list[str] = []
    for line in stdout.decode("utf-8", errors="replace").split("\n"):
        message = _own_message(line, file_name)
        if message is not None:
            found.append(_diagnostic(message, host_paths))
        elif line.strip():
            printed.append(line)
    return Messages(diagnostics=tuple(found), printed=_without(host_paths, "\n".join(printed)))


def parse_goals(message: str) -> tuple[str, ...]:
    """The goals that a message shows: its blank-line separated blocks that hold a line with `⊢`."""
    goals = []
    for block in message.split("\n\n"):
        if _GOAL_LINE.search(block) is None:
            continue
        lines = block.split("\n")
        while _NOT_A_GOAL.match(lines[0]):
            lines = lines[1:]
        goals.append("\n".join(lines))
    return tuple(goals)


def render(diagnostic: Diagnostic, file_name: str) -> str:
    """A diagnostic in the form in which `lean` prints it to a terminal: information stands without a place."""
    if diagnostic.severity == "information":
        return diagnostic.message
    named = f"({diagnostic.kind.removesuffix(_NAMED)})" if diagnostic.kind.endswith(_NAMED) else ""
    place = f"{file_name}:{diagnostic.span.line}:{diagnostic.span.column}"
    return f"{place}: {diagnostic.severity}{named}: {diagnostic.message}"


def first_line(message: str) -> str:
    """The first line of a message; empty when it has none."""
    return cut_line(message.partition("\n")[0])


def cut_line(line: str) -> str:
    """A line that is short enough to be shown."""
    return line if len(line) <= MAX_LINE else f"{line[: MAX_LINE - 1]}…"


def _own_message(line: str, file_name: str) -> dict[str, Any] | None:
    if not line.startswith("{"):
        return None
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or not REQUIRED <= message.keys() <= KNOWN or message["fileName"] != file_name:
        return None
    if message["severity"] not in SEVERITIES or not _is_position(message["pos"]):
        return None
    if not (message["endPos"] is None or _is_position(message["endPos"])):
        return None
    if not (isinstance(message["data"], str) and isinstance(message["kind"], str)):
        return None
    return message


def _is_position(value: object) -> bool:
    return isinstance(value, dict) and all(type(value.get(name)) is int for name in ("line", "column"))


def _diagnostic(message: Mapping[str, Any], host_paths: Mapping[str, str]) -> Diagnostic:
    severity: Literal["error", "warning", "information"] = message["severity"]
    start, end = message["pos"], message["endPos"]
    text = _without(host_paths, message["data"])
    return Diagnostic(
        severity=severity,
        kind=message["kind"],
        span=Span(
            line=start["line"],
            column=start["column"],
            end_line=end["line"] if end else None,
            end_column=end["column"] if end else None,
        ),
        message=text,
        goals=parse_goals(text),
    )


def _without(host_paths: Mapping[str, str], text: str) -> str:
    for path, shown in sorted(host_paths.items(), key=lambda item: -len(item[0])):
        text = text.replace(path, shown)
    return text
