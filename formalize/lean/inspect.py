"""What only the kernel decides: a module checked again from nothing, its axioms, and its statements as elaborated.

The text is compiled in one process. Another one, which runs none of its code, reads the compiled module, has the kernel
check it in an empty environment together with what it rests on, and walks its terms.
"""

import tempfile
from dataclasses import field
from pathlib import Path
from typing import Literal

from curate.formalize.lean.api import Elaboration, Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.compiler import MODULE
from curate.formalize.terms.statements import Module, Statement
from curate.schemas.value import value

ALLOWED_AXIOMS = frozenset({"propext", "Quot.sound", "Classical.choice"})
"""What a clean proof may rest on; each declared by Lean's library (here: by the prelude), never by the text itself."""


@value
class Constant:
    """One constant that a text adds."""

    name: str
    kind: str
    safe: bool
    """False for `unsafe` and `partial` ones."""
    axioms: tuple[str, ...]
    """Every axiom that it rests on, found by walking the terms."""


@value
class Inspection:
    """A compiled text, read without running any of its code."""

    status: Literal["accepted", "rejected", "unknown"]
    """`accepted`: every constant was read and, with `replayed`, taken again by the kernel. `rejected`: the kernel did
    not take it. `unknown`: the text did not compile, or the reader could not do its work."""
    reason: str | None
    elaboration: Elaboration
    replayed: bool = False
    imports: tuple[str, ...] = ()
    constants: tuple[Constant, ...] = ()
    extensions: dict[str, int] = field(default_factory=dict)
    """Lean's tables that the text adds to (`Lean.externAttr`, `Lean.Elab.macroAttribute`, …), and how many entries."""
    shadows: dict[str, str] = field(default_factory=dict)
    """Definitions of the text whose name hides a constant of the library inside their namespace, and that constant."""
    hidden: tuple[str, ...] = ()
    """Constants of the library whose name a bound variable of the text bears, and could be taken for."""
    pattern_names: tuple[str, ...] = ()
    """Names that a variable of a pattern may bear; see `Module.pattern_names`."""
    statements: tuple[Statement, ...] = ()
    """Of the theorems and axioms that the text adds, in the order of their names."""

    def statement(self, name: str) -> Statement | None:
        """The statement of the constant with exactly this full name."""
        return next((one for one in self.statements if one.name == name), None)

    def unclean(self, name: str) -> str | None:
        """Why `name` is no clean proof; None when it is one: replayed, and resting on allowed axioms only."""
        if self.status != "accepted":
            return self.reason or self.status
        if not self.replayed:
            return "the kernel was not asked to check it again"
        found = next((one for one in self.constants if one.name == name and one.kind == "theorem"), None)
        if found is None:
            return f"the text has no theorem {name}"
        own = {one.name for one in self.constants if one.kind == "axiom"}
        foreign = sorted(axiom for axiom in found.axioms if axiom in own or axiom not in ALLOWED_AXIOMS)
        return f"it rests on {', '.join(foreign)}" if foreign else None


def inspect(lean: LeanBackend, text: str, limits: Limits = Limits(), *, replay: bool = True) -> Inspection:
    """Compiles `text` and reads the result; with `replay` the kernel checks it again in an empty environment.

    Raises:
        Refused: the text holds a null byte or can't be UTF-8.
    """
    inspection, _ = inspect_module(lean, text, limits, replay=replay)
    return inspection


def inspect_module(
    lean: LeanBackend, text: str, limits: Limits = Limits(), *, replay: bool = True
) -> tuple[Inspection, Module | None]:
    """Like `inspect`, with the terms beside it."""
    with tempfile.TemporaryDirectory(prefix="curate-kernel-") as name:
        olean = Path(name).resolve() / f"{MODULE}.olean"
        elaboration = lean.compile(text, olean, limits)
        if elaboration.status != "ok":
            return Inspection(status="unknown", reason=_not_compiled(elaboration), elaboration=elaboration), None
        answer = lean.read(olean, replay=replay, limits=limits)
    if isinstance(answer, str):
        return Inspection(status="unknown", reason=answer, elaboration=elaboration), None
    if answer["error"] is not None:
        return Inspection(status="rejected", reason=answer["error"], elaboration=elaboration), None
    module = Module(answer)
    names = sorted(name for name, one in module.constants.items() if one["kind"] in ("theorem", "axiom"))
    return Inspection(
        status="accepted",
        reason=None,
        elaboration=elaboration,
        replayed=answer["replayed"] is not None,
        imports=tuple(answer["imports"]),
        constants=tuple(
            Constant(name=name, kind=one["kind"], safe=one["safe"], axioms=tuple(answer["axioms"][name]))
            for name, one in sorted(module.constants.items())
        ),
        extensions=answer["entries"],
        shadows=answer["shadows"],
        hidden=tuple(answer["hidden"]),
        pattern_names=tuple(sorted(module.pattern_names())),
        statements=tuple(module.statement(name) for name in names),
    ), module


def _not_compiled(elaboration: Elaboration) -> str:
    if elaboration.reason is not None:
        return elaboration.reason
    first = next(one for one in elaboration.diagnostics if one.severity == "error")
    return f"it does not elaborate: line {first.span.line}: {first.message.splitlines()[0]}"
