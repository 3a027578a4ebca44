"""The judge: from a challenge and a solution to a verdict.

The steps stand in the order in which each trusts the ones before it least. Only "every step passed" is an acceptance;
what a jailed process printed or returned can end a verdict, never make one.
"""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from curate.formalize.gate.source_rules import check_source
from curate.formalize.judge.challenge import Challenge
from curate.formalize.judge.identity import Module, compare_disproof, compare_proof
from curate.formalize.judge.kernels import ExternalKernel, ask_kernels
from curate.formalize.judge.lean import JudgedLean
from curate.formalize.judge.steps import Checked, build, check, read
from curate.formalize.judge.verdicts import Ended
from curate.formalize.lean.inspect import ALLOWED_AXIOMS
from curate.schemas.stochbench.verdicts import Claim, KernelAnswer, Submission, Verdict

REFUSED_WORDS = frozenset(
    (
        "runs-code",
        "extern",
        "implemented-by",
        "unsafe",
        "prelude",
        "option",
        "notation",
        "exit",
        "unclosed",
        "auto-implicit",
    )
)
"""Findings of the source gate under which a solution is not even compiled. They make a verdict early and clear; no
acceptance rests on them."""
KERNEL = "Lean"
VERSION = 1
T = TypeVar("T")


@dataclass
class _Findings:
    """What has become known of a solution so far."""

    claim: Claim | None = None
    axioms: tuple[str, ...] = ()
    own_constants: tuple[str, ...] = ()
    kernels: tuple[KernelAnswer, ...] = ()
    peak_memory_mb: float | None = None
    steps_s: dict[str, float] = field(default_factory=dict)

    def timed(self, step: str, work: Callable[[], T]) -> T:
        """The result of a step; its seconds are kept even when it ends the verdict."""
        started = time.monotonic()
        try:
            return work()
        finally:
            self.steps_s[step] = round(time.monotonic() - started, 3)


@dataclass(frozen=True)
class Judge:
    """Judges solutions with one Lean. `gate=False` leaves the source gate out; acceptance never rests on it."""

    lean: JudgedLean
    kernels: tuple[ExternalKernel, ...] = ()
    gate: bool = True

    def judge(self, challenge: Challenge, solution: bytes, claim: Claim | None = None, sample: int = 0) -> Verdict:
        """The verdict on a solution. `claim` None: a proof, unless the text holds nothing but a disproof."""
        found = _Findings(claim=claim)
        return self._decide(challenge, solution, sample, claim, found, lambda: self._build(solution, found))

    def judge_submission(self, challenge: Challenge, submission: Submission) -> Verdict:
        """The verdict on one prediction."""
        if submission.text is None:
            found = _Findings(claim=None)
            return self._decide(challenge, b"", submission.sample, submission.claim, found, _no_text)
        data = submission.text.encode("utf-8")
        return self.judge(challenge, data, submission.claim, submission.sample)

    def judge_again(self, challenge: Challenge, submission: Submission, earlier: Verdict | None) -> Verdict:
        """The earlier verdict on the same text where judging would only repeat it, else a new one."""
        if earlier is not None and self._would_repeat(earlier, challenge):
            return earlier
        return self.judge_submission(challenge, submission)

    def _would_repeat(self, verdict: Verdict, challenge: Challenge) -> bool:
        """Whether judging again would be done in the same way against the same statement."""
        lean = self.lean
        asked = (KERNEL, *(kernel.name for kernel in self.kernels))
        return (
            verdict.statement_digest == challenge.digest
            and verdict.environment == lean.environment
            and (verdict.sandbox, verdict.limits) == (lean.sandbox.layers, lean.sandbox.limits)
            and verdict.judge_version == VERSION
            and (verdict.verdict == "rejected" or tuple(one.name for one in verdict.kernels) == asked)
        )

    def judge_module(self, challenge: Challenge, module: bytes, claim: Claim | None = None) -> Verdict:
        """The verdict on a compiled module, whoever wrote it."""
        found = _Findings(claim=claim)
        return self._decide(challenge, module, 0, claim, found, lambda: module)

    def _decide(
        self,
        challenge: Challenge,
        solution: bytes,
        sample: int,
        claimed: Claim | None,
        found: _Findings,
        make: Callable[[], bytes],
    ) -> Verdict:
        started, ended = time.monotonic(), None
        try:
            self._examine(challenge, make(), found)
        except Ended as error:
            ended = error
        return Verdict(
            problem=challenge.problem,
            statement_revision=challenge.revision,
            statement_digest=challenge.digest,
            solution_sha256=hashlib.sha256(solution).hexdigest(),
            sample=sample,
            claimed=claimed,
            claim=found.claim,
            verdict="accepted" if ended is None else ended.decision,
            reason=None if ended is None else ended.reason,
            detail="" if ended is None else ended.detail,
            axioms=found.axioms,
            own_constants=found.own_constants,
            kernels=found.kernels,
            environment=self.lean.environment,
            sandbox=self.lean.sandbox.layers,
            limits=self.lean.sandbox.limits,
            steps_s=found.steps_s,
            wall_s=round(time.monotonic() - started, 3),
            peak_memory_mb=found.peak_memory_mb,
            judge_version=VERSION,
        )

    def _build(self, solution: bytes, found: _Findings) -> bytes:
        text = found.timed("source", lambda: self._read_source(solution))
        built = found.timed("build", lambda: build(self.lean, text))
        found.peak_memory_mb = built.peak_memory_mb
        return built.module

    def _read_source(self, solution: bytes) -> str:
        if len(solution) > self.lean.sandbox.limits.source_bytes:
            raise Ended("source", f"it has more than {self.lean.sandbox.limits.source_bytes} bytes")
        try:
            text = solution.decode("utf-8")
        except UnicodeDecodeError as error:
            raise Ended("source", f"it is not UTF-8 (byte {error.start})") from error
        if "\0" in text:
            raise Ended("source", "it holds a null byte")
        findings = check_source(text, hole=False) if self.gate else ()
        refused = next((one for one in findings if one.code in REFUSED_WORDS), None)
        if refused is not None:
            place = f" in line {refused.span.line}" if refused.span else ""
            raise Ended("source", f"{refused.code}{place}: {refused.message}")
        return text

    def _examine(self, challenge: Challenge, compiled: bytes, found: _Findings) -> None:
        """The steps after the build. Raises where one of them ends the verdict."""
        text, table = found.timed("read", lambda: read(self.lean, compiled))
        checked = found.timed("kernel", lambda: self._check(text, found))
        module = Module(table)
        claimed = claimed_constant(challenge, module, found.claim)
        found.claim = "disproof" if claimed != challenge.name else "proof"
        found.timed("statement", lambda: self._compare(challenge, module, claimed, checked.modules, found))
        found.axioms = checked.axioms[claimed]
        foreign = [name for name in found.axioms if name not in ALLOWED_AXIOMS or name in table.constants]
        if foreign:
            raise Ended("axioms", f"it rests on {', '.join(foreign[:5])}")
        if self.kernels:
            more = found.timed("kernels", lambda: ask_kernels(self.kernels, self.lean, text, claimed))
            found.kernels += more
            rejecting = next((one for one in more if one.answer == "rejects"), None)
            if rejecting is not None:
                raise Ended("kernel", f"{rejecting.name} rejects it: {rejecting.detail}")

    def _check(self, text: bytes, found: _Findings) -> Checked:
        if not self.lean.kernel_is_sound:
            raise Ended("kernel-too-old", f"the kernel of Lean {self.lean.kernel_version} has known faults")
        try:
            checked = check(self.lean, text)
        except Ended as ended:
            answer = KernelAnswer(
                name=KERNEL,
                version=self.lean.kernel_version,
                answer="rejects" if ended.reason == "kernel" else "error",
                detail=ended.detail,
            )
            found.kernels = (answer,)
            raise
        found.kernels = (KernelAnswer(name=KERNEL, version=self.lean.kernel_version, answer="accepts"),)
        return checked

    def _compare(
        self, challenge: Challenge, module: Module, claimed: str, loaded: frozenset[str], found: _Findings
    ) -> None:
        missing = sorted(challenge.library - loaded)
        if missing:
            raise Ended("statement", f"it does not import {missing[0]}, on which the statement rests")
        if claimed == challenge.name:
            why, own = compare_proof(challenge.module, challenge.name, module)
        else:
            why, own = compare_disproof(challenge.module, challenge.name, module, claimed)
        found.own_constants = own
        if why is not None:
            raise Ended("statement", why)


def _no_text() -> bytes:
    raise Ended("no-text", "the prediction holds no text")


def claimed_constant(challenge: Challenge, module: Module, claim: Claim | None) -> str:
    """The name of the constant that is to be judged.

    Raises:
        Ended: there is none, or it is not a safe theorem.
    """
    proof, disproof = challenge.name, f"{challenge.name}_disproof"
    if claim is None:
        claim = "disproof" if module.constant(proof) is None and module.constant(disproof) else "proof"
    name = proof if claim == "proof" else disproof
    constant = module.constant(name)
    if constant is None:
        raise Ended("missing", f"it declares no constant {name}")
    if constant.kind != "theorem" or not constant.safe:
        raise Ended("not-a-theorem", f"{name} is declared as {constant.kind}, not as a theorem")
    return name
