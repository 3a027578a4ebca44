"""What the output of lake means. Pure: an exit code and a log in, a verdict out.

A failed build is held against a head only when lake names a module of the commit that Lean refused. A toolchain that
can't be had, a dependency that can't be fetched, a process that was killed: none says anything about the head.
"""

import re
from typing import NamedTuple

from curate.builds.record import BuildVerdict
from curate.schemas.text import printable

_LOGGED = re.compile(r"^Some (?:required )?(?:builds|targets) logged failures:$")
_TARGET = re.compile(r"^- ([^\s/]+)")
_ERROR_PLACE = re.compile(r"^(?:error: )?(?:stdout: )?(?:\./)*(?P<file>[^\s:]+\.lean):\d+:\d+: (?P<rest>.*)$")
_KILLED = re.compile(
    r"exited with code (?:13\d|14[0-3]|255)\b|\bout of memory\b|stack overflow detected|segmentation fault", re.I
)
_ABSENT = re.compile(
    r"no such toolchain|could not (?:download|resolve host)|error: (?:failed to fetch|toolchain .* is not installed)|"
    r"external command `git` exited|no such file or directory|unknown executable|No space left on device|"
    r"lake-manifest\.json|missing manifest|unknown target",
    re.I,
)  # fmt: skip


class Reading(NamedTuple):
    """A verdict, the module that failed and the reason in one line."""

    verdict: BuildVerdict
    target: str | None
    detail: str


def read_build_log(code: int, log: str) -> Reading:
    """What `lake build` says of a commit, from its exit code and its whole output.

    Args:
        code: exit code; negative when a signal ended lake.
        log: stdout and stderr.
    """
    if code == 0:
        return Reading("pass", None, "lake build ended with 0")
    if code < 0 or code > 128:
        return Reading("unknown", None, f"lake was killed (exit code {code})")
    if found := _KILLED.search(log):
        return Reading("unknown", None, f"a process of the build was killed: {printable(found[0], 80)}")
    lines = log.splitlines()
    targets = _failed_targets(lines)
    errors = [line for line in lines if _is_lean_error(line)]
    if errors:
        where = printable(errors[0].removeprefix("error: "), 200)
        return Reading("fail", targets[0] if targets else _module_of(errors[0]), f"Lean: {where}")
    if found := _ABSENT.search(log):
        return Reading("unknown", None, f"lake could not begin: {printable(_line_of(lines, found[0]), 200)}")
    return Reading("unknown", None, f"lake ended with {code} and named no error of Lean's")


def read_lint_log(code: int, log: str) -> BuildVerdict:
    """What the text linter says: exit code 0 passes; 1 with at least one `file:line: code` fails; else unknown."""
    if code == 0:
        return "pass"
    return "fail" if code == 1 and re.search(r"^\S*\.lean:\d+|::ERR |^error: \S+\.lean:\d+", log, re.M) else "unknown"


def _failed_targets(lines: list[str]) -> list[str]:
    """Modules in the list that lake prints at the end of a failed build."""
    for index, line in enumerate(lines):
        if _LOGGED.match(line):
            found = [match[1] for line in lines[index + 1 :] if (match := _TARGET.match(line))]
            if found:
                return found
    return []


def _is_lean_error(line: str) -> bool:
    """Lines such as `error: Mathlib/A.lean:3:4: …` (lake of today) and `././Mathlib/A.lean:3:4: error: …` (older)."""
    match = _ERROR_PLACE.match(line)
    return match is not None and (line.startswith("error: ") or match["rest"].startswith("error"))


def _module_of(line: str) -> str | None:
    match = _ERROR_PLACE.match(line)
    return match["file"].removesuffix(".lean").replace("/", ".") if match else None


def _line_of(lines: list[str], part: str) -> str:
    return next((line for line in lines if part in line), part)
