"""What a prover works with: the statement, and Lean's answers about proofs in the place of its hole."""

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from curate.evals.prove.linear import LEMMAS, MARK
from curate.formalize.gate.source_rules import find_segment
from curate.formalize.lean.api import Diagnostic, Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.inspect import inspect
from curate.schemas.base import Record
from curate.schemas.errors import Refused

HEARTBEATS = 40_000
"""What Lean may spend on one script: a fifth of its default."""
TOGETHER = 24
"""Scripts in one run of Lean, which stops reading a file after a hundred errors."""
TOO_MANY = "maximum number of errors"
RUN_LIMITS = Limits(wall_s=60.0, memory_mb=2048)
_GOAL = re.compile(r"⊢ ?(.*)", re.DOTALL)

ErrorKind = Literal["parse", "name", "type", "goals", "tactic", "limit", "other"]


class Tried(NamedTuple):
    """Lean's answer about one script."""

    status: Literal["solved", "open", "wrong", "unknown"]
    """`open`: nothing is wrong but that goals are left; `unknown`: Lean gave no answer."""
    goals: tuple[str, ...] = ()
    """The goals that are left, in the order of the script."""
    error: ErrorKind | None = None
    said: str = ""
    """The first message that is not about goals left."""


class Attempt(Record):
    """One script that was put to Lean, as a prediction keeps it."""

    text_sha256: str
    status: Literal["solved", "open", "wrong", "unknown"]
    error: ErrorKind | None = None


class OutOfChecks(Exception):
    """The prover has used up its checks."""


class Workbench:
    """One statement to be proved. Scripts stand under `by`, their first line not indented."""

    def __init__(
        self,
        lean: LeanBackend,
        text: str,
        max_checks: int,
        tell: Callable[[str, Tried], None] = lambda *_: None,
        tell_checks: Callable[[int], None] = lambda _: None,
    ) -> None:
        """
        Args:
            max_checks: scripts that may be put to Lean.
            tell: is given each whole text that was tried alone or found good, with Lean's answer.
            tell_checks: is given the number of scripts so far, before Lean is asked.

        Raises:
            Refused: the text does not end one theorem in a hole.
        """
        segment = find_segment(text)
        if segment is None:
            raise Refused("the statement does not end in `:= by sorry`")
        self._lean, self._text, self._tell = lean, text, tell
        self._before, self._after = text[: segment.start], text[segment.end :]
        self._head = text[segment.start : segment.name_start], text[segment.name_end : segment.end]
        self._name = text[segment.name_start : segment.name_end]
        self.checks_left, self._max_checks, self._tell_checks = max_checks, max_checks, tell_checks

    @property
    def statement(self) -> str:
        """The whole text, with its hole."""
        return self._text

    def text_with(self, script: str) -> str:
        """The whole text with a script in the place of the hole."""
        return f"{self._before}{_lemmas([script])}{self._theorem(self._name, script)}{self._after}"

    def try_all(self, scripts: Sequence[str]) -> list[Tried]:
        """Lean's answers about scripts, many in one run.

        Raises:
            OutOfChecks: there are no checks left.
        """
        answers: list[Tried] = []
        for start in range(0, len(scripts), TOGETHER):
            batch = list(scripts[start : start + TOGETHER])
            self._spend(len(batch))
            while batch:
                found = self._run(batch)
                answers += found
                batch = batch[len(found) :]
        return answers

    def check(self, text: str) -> Tried:
        """Lean's answer about a whole text, taken by the kernel when it has no errors.

        Raises:
            OutOfChecks: there are no checks left.
        """
        self._spend(1)
        try:
            inspection = inspect(self._lean, text, RUN_LIMITS)
        except Refused as refused:
            return Tried("wrong", error="parse", said=str(refused))
        elaboration = inspection.elaboration
        if elaboration.status == "unknown":
            tried = Tried("unknown", error="limit", said=elaboration.reason or "")
        elif elaboration.status == "errors":
            tried = _judge([one for one in elaboration.diagnostics if one.severity == "error"])
        elif any("sorryAx" in one.axioms for one in inspection.constants) or inspection.status != "accepted":
            tried = Tried("wrong", error="other", said=inspection.reason or "it rests on a hole")
        else:
            tried = Tried("solved")
        self._tell(text, tried)
        return tried

    def _spend(self, number: int) -> None:
        if self.checks_left < number:
            raise OutOfChecks
        self.checks_left -= number
        self._tell_checks(self._max_checks - self.checks_left)

    def _theorem(self, name: str, script: str) -> str:
        body = "\n".join(f"  {line}" for line in script.split("\n"))
        head, tail = self._head
        signature = tail[: tail.rindex(":=")]
        return f"{head}{name}{signature}:= by\n{body}\n"

    def _run(self, batch: Sequence[str]) -> list[Tried]:
        """Lean's answers about the first scripts of a batch; about all of them unless Lean stopped reading."""
        text, ends = self._before + _lemmas(batch), list[int]()
        for place, script in enumerate(batch):
            theorem = self._theorem(f"attempt_{place}", script)
            text += f"set_option maxHeartbeats {HEARTBEATS} in\n{theorem}"
            ends.append(text.count("\n"))
        answer = self._lean.elaborate(text + self._after, RUN_LIMITS)
        if answer.status == "unknown":
            if len(batch) > 1:  # one of them may have taken all the time
                half = len(batch) // 2
                return self._run(batch[:half]) + self._run(batch[half:])
            return [Tried("unknown", error="limit", said=answer.reason or "")]
        errors: list[list[Diagnostic]] = [[] for _ in batch]
        whole = len(batch)
        for one in answer.diagnostics:
            at = next((place for place, end in enumerate(ends) if one.span.line <= end), None)
            if one.message.startswith(TOO_MANY):
                whole = max(1, at or 0)
            elif one.severity == "error" and at is not None:
                errors[at].append(one)
        return [_judge(found) for found in errors[:whole]]


def _lemmas(scripts: Sequence[str]) -> str:
    """The lemmas that scripts rest on."""
    return LEMMAS if any(MARK in one for one in scripts) else ""


def text_digest(text: str) -> str:
    """sha256 of a text as UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _judge(errors: Sequence[Diagnostic]) -> Tried:
    ordered = sorted(errors, key=lambda one: (one.span.line, one.span.column))
    left = [one for one in ordered if one.message.startswith("unsolved goals")]
    other = [one for one in ordered if one not in left]
    if other:
        return Tried("wrong", error=classify(other[0]), said=other[0].message)
    goals = tuple(goal for one in left for goal in split_goals(one.message.partition("\n")[2]))
    return Tried("open", goals, "goals" if goals else None) if left else Tried("solved")


def split_goals(shown: str) -> list[str]:
    """The goals in a message, each with its hypotheses."""
    goals = [goal.strip("\n") for goal in shown.split("\n\n")]
    return [goal for goal in goals if _GOAL.search(goal)]


def classify(error: Diagnostic) -> ErrorKind:
    """The kind of an error, by Lean's own tag and first words."""
    said = error.message
    if "unknownIdentifier" in error.kind or said.startswith(("Unknown", "unknown constant", "unknown identifier")):
        return "name"
    if "unexpected token" in said or ("expected" in said.partition("\n")[0] and "but is expected" not in said):
        return "parse"
    if "maxHeartbeats" in error.kind or "maxRecDepth" in error.kind or "(deterministic) timeout" in said:
        return "limit"
    if said.startswith(("Type mismatch", "Application type mismatch", "failed to synthesize", "type mismatch")):
        return "type"
    return "tactic" if "actic" in said.partition("\n")[0] else "other"
