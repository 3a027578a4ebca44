"""What is mended in a draft before Lean is asked: a statement under another word, and a proof that was begun."""

import re
from collections.abc import Callable

from curate.formalize.repair.rules.context import Proposal, RepairContext, propose

_HEAD = re.compile(
    r"^[ \t]*(?P<word>def|example|fact|claim|conjecture)(?![\w.'])[ \t]*(?P<name>[^\s({\[:⦃]*)", re.MULTILINE | re.I
)
_HOLE = re.compile(r":=\s*(?:by\s+)?sorry\s*\Z|:=\s*(?:by|begin)\s+sorry\s*(?:end)?\s*\Z")


def statement_word(context: RepairContext) -> Proposal | None:
    """`def t : n = n := by sorry` and `example : …`, where the text holds no theorem: the last one."""
    heads = list(_HEAD.finditer(context.code))
    if context.statement is not None or not heads or _HOLE.search(context.code[heads[-1].end() :]) is None:
        return None
    head = heads[-1]
    name = head["name"] or context.theorem_name
    edit = (head.start("word"), head.end("name"), f"theorem {name}" + ("" if head["name"] else " "))
    return propose("statement-keyword", f"what is to be proved is a `theorem`, not `{head['word']}`", edit)


def begun_proof(context: RepairContext) -> Proposal | None:
    """`by simp; sorry`: a proof that was begun and ends in a hole. What is stated does not depend on it."""
    statement = context.statement
    if statement is None:
        return None
    found = re.compile(r":=\s*by\b(?P<steps>(?:(?!:=\s*by\b).)*?)\bsorry\s*\Z", re.DOTALL).search(
        context.code[: statement.end], statement.start
    )
    if found is None or not found["steps"].strip() or context.code[statement.end :].strip():
        return None
    edit = (found.start("steps"), found.end(), " sorry")
    return propose("ending", "a draft's proof is one `sorry`; the steps before it are left out", edit)


PREPARATIONS: tuple[Callable[[RepairContext], Proposal | None], ...] = (statement_word, begun_proof)
