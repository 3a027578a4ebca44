"""What changed between two statements, and, where the kernel can tell, which of them says more."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

from curate.formalize.checks.candidates import introduced
from curate.formalize.checks.proving import ProofCandidate, find_elaborating, find_proof
from curate.formalize.gate.module_rules import find_statement
from curate.formalize.gate.source_rules import find_segment
from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.inspect import inspect
from curate.formalize.terms.statements import Binder, Module, Statement
from curate.formalize.text.lexer import lex
from curate.schemas.base import Record

BEFORE = "curate_before"
"""Name under which the earlier theorem is put into the later text, so that both can be related in one module."""


class Change(Record):
    """One difference. `before` or `after` is None where there is no counterpart. `elsewhere`: no binder and not the
    conclusion by itself, but their order, a universe, or a definition of the text's own behind them."""

    part: Literal["variable", "hypothesis", "instance", "conclusion", "elsewhere"]
    kind: Literal["added", "dropped", "changed", "renamed"]
    name: str | None
    before: str | None
    after: str | None


class Relation(Record):
    """Which of two statements says more. `weaker`: the later one follows from the earlier one, not shown the other way
    round. `unrelated`: neither was found to follow, which is no proof that it does not."""

    answer: Literal["same", "weaker", "stronger", "equivalent", "unrelated", "unknown"]
    reason: str
    proofs: tuple[str, ...] = ()


def compare_statements(before: Statement, after: Statement) -> tuple[Change, ...]:
    """What was added, dropped or changed, by name; nothing when both are the same but for names and brackets."""
    if before.digest == after.digest:
        return ()
    renamed = _find_renamed(before, after)
    changes = [Change(part="variable", kind="renamed", name=new, before=old, after=new) for old, new in renamed.items()]
    earlier = {renamed.get(one.name, one.name): _with_names(one, renamed) for one in before.binders}
    later = {one.name: one for one in after.binders}
    unnamed = {one.digest for one in later.values()}
    for name, one in earlier.items():
        if name not in later:
            if not (_is_unnamed(one) and one.digest in unnamed):
                changes.append(Change(part=one.kind, kind="dropped", name=one.name, before=one.type, after=None))
        elif not _is_alike(one, later[name], bool(renamed)):
            changes.append(
                Change(part=later[name].kind, kind="changed", name=name, before=one.type, after=later[name].type)
            )
    known = {one.digest for one in before.binders}
    for name, one in later.items():
        if name not in earlier and not (_is_unnamed(one) and one.digest in known):
            changes.append(Change(part=one.kind, kind="added", name=name, before=None, after=one.type))
    old, new = _replace_names(before.conclusion, renamed), after.conclusion
    if (old != new or "…" in new) if renamed else before.conclusion_digest != after.conclusion_digest:
        changes.append(Change(part="conclusion", kind="changed", name=None, before=before.conclusion, after=new))
    if not any(one.kind != "renamed" for one in changes):
        changes.append(Change(part="elsewhere", kind="changed", name=None, before=None, after=None))
    return tuple(changes)


def relate_statements(lean: LeanBackend, before: str, after: str, limits: Limits = Limits()) -> Relation:
    """Asks the kernel whether the theorem of one text follows from that of the other.

    Both must hold one theorem with a hole, and be the same text around it, so that they speak of the same things.

    Raises:
        Refused: a text holds a null byte or can't be UTF-8.
    """
    first, second = find_segment(before), find_segment(after)
    if first is None or second is None:
        return Relation(answer="unknown", reason="one of the texts holds no theorem that ends with a hole")
    around = [
        [token.text for token in lex(text[: one.start] + text[one.end :]).tokens]
        for text, one in ((before, first), (after, second))
    ]
    if around[0] != around[1]:
        return Relation(answer="unknown", reason="what stands around the theorem changed too")
    earlier = before[first.start : first.name_start] + BEFORE + before[first.name_end : first.end]
    text = f"{after[: second.end]}\n{earlier}\n{after[second.end :]}"
    inspection = inspect(lean, text, limits, replay=False)
    later = find_statement(after, inspection)
    old = next((one for one in inspection.statements if one.name.rpartition(".")[2] == BEFORE), None)
    if later is None or old is None:
        return Relation(answer="unknown", reason=inspection.reason or "one of the theorems was not compiled")
    if old.digest == later.digest:
        return Relation(answer="same", reason="both are the same statement once they are elaborated")
    if len(old.universes) != len(later.universes):
        return Relation(answer="unknown", reason="they differ in their universes")
    return _relate(lean, text, old, later, limits)


def _relate(lean: LeanBackend, text: str, old: Statement, new: Statement, limits: Limits) -> Relation:
    weaker, stronger = list(_implications("weaker", old, new)), list(_implications("stronger", new, old))
    elaborating = find_elaborating(lean, text, [*weaker, *stronger], limits)
    if isinstance(elaborating, str):
        return Relation(answer="unknown", reason=elaborating)
    down = find_proof(lean, text, [one for one in weaker if one in elaborating], _implies(old, new), limits)
    up = find_proof(lean, text, [one for one in stronger if one in elaborating], _implies(new, old), limits)
    proofs = tuple(found[0].declaration for found in (down, up) if found)
    if down and up:
        return Relation(answer="equivalent", reason="each follows from the other", proofs=proofs)
    if down:
        return Relation(answer="weaker", reason="the later one follows from the earlier one", proofs=proofs)
    if up:
        return Relation(answer="stronger", reason="the earlier one follows from the later one", proofs=proofs)
    return Relation(
        answer="unrelated", reason=f"none of {len(weaker) + len(stronger)} candidates shows that one follows"
    )


def _implications(label: str, premise: Statement, conclusion: Statement) -> Iterator[ProofCandidate]:
    """Attempts to prove that one statement follows from the other."""
    levels = f".{{{', '.join(premise.universes)}}}" if premise.universes else ""
    head = f"type_of% @_root_.{premise.written_name}{levels} → type_of% @_root_.{conclusion.written_name}{levels}"
    names = introduced(conclusion)
    intro = f"intro h_premise {' '.join(names)}"
    fill = "first | assumption | rfl | trivial | (simp_all; done) | omega"
    tactics = (
        "intro h_premise; exact h_premise",
        f"{intro}; exact h_premise {' '.join(names)}",
        f"{intro}; apply h_premise <;> assumption",
        f"{intro}; apply h_premise <;> {fill}",
        f"{intro}; exact (h_premise {' '.join(names)}).1",
        f"{intro}; exact (h_premise {' '.join(names)}).2",
        f"{intro}; exact Or.inl (h_premise {' '.join(names)})",
        f"{intro}; exact Or.inr (h_premise {' '.join(names)})",
        f"{intro}; exact Nat.le_of_lt (by apply h_premise <;> {fill})",
        f"{intro}; have h_used := h_premise {' '.join(names)}; simp at h_used; exact h_used",
        f"{intro}; have h_used := @h_premise; simp_all",
    )
    for place, one in enumerate(tactics):
        name = f"curate_{label}_{place}"
        declaration = f"theorem _root_.{name}{levels} : {head} := by {one}"
        yield ProofCandidate(name=name, declaration=declaration)


def _implies(premise: Statement, conclusion: Statement) -> Callable[[Module, str], bool]:
    return lambda module, name: module.is_implication(name, premise.name, conclusion.name)


def _find_renamed(before: Statement, after: Statement) -> dict[str, str]:
    """Variables that are in one statement only and have the same type there, in order."""
    old, new = {one.name for one in before.binders}, {one.name for one in after.binders}
    gone = [one for one in before.binders if one.name not in new and one.kind == "variable"]
    come = [one for one in after.binders if one.name not in old and one.kind == "variable"]
    found: dict[str, str] = {}
    for one in gone:
        match = next((other for other in come if other.digest == one.digest and other.name not in found.values()), None)
        if match is not None:
            found[one.name] = match.name
    return found


def _with_names(one: Binder, renamed: dict[str, str]) -> Binder:
    return replace(one, type=_replace_names(one.type, renamed))


def _replace_names(text: str, renamed: dict[str, str]) -> str:
    for old, new in renamed.items():
        text = re.sub(rf"(?<![\w.'✝]){re.escape(old)}(?![\w'✝])", new, text)
    return text


def _is_alike(one: Binder, other: Binder, by_text: bool) -> bool:
    """Whether two binders have the same type; a text that was cut short says nothing."""
    return one.type == other.type and "…" not in one.type if by_text else one.digest == other.digest


def _is_unnamed(one: Binder) -> bool:
    return "✝" in one.name
