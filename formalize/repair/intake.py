"""Reasons not to take a text before Lean is asked: what no draft may hold, and what no repair may touch."""

import re

from curate.formalize.gate.source_rules import check_source
from curate.formalize.records.draft import Draft, require_statement
from curate.formalize.repair.journal import Origin
from curate.formalize.text.lexer import mask_code
from curate.formalize.text.statements import find_statements
from curate.schemas.errors import Refused

MAX_DEPTH = 1_000
_ABOUT_THE_END = ("no-theorem", "two-theorems", "hole", "proved", "unclosed")
"""Findings that a repair may still mend; the gate decides them again once the text elaborates."""
_HOLE_LIKE = re.compile(r"(?i)\b(?:sorr?y+|admit(?:ted)?|todo|oops)\b")


def objection_to(draft: Draft, text: str, origin: Origin) -> str | None:
    """Why `text` is not taken, whatever Lean would say of it; None when it may be tried."""
    if _depth(text) > MAX_DEPTH:
        return f"brackets nest more than {MAX_DEPTH} deep, which no statement does"
    findings = [finding for finding in check_source(text) if finding.code not in _ABOUT_THE_END]
    if findings:
        place = f" (line {findings[0].span.line})" if findings[0].span else ""
        return f"{findings[0].message}{place}; {findings[0].advice}"
    if origin == "draft":
        return _objection_to_draft(text)
    if origin == "model" and len(find_statements(text)) != 1:
        return "the text does not hold exactly one theorem"
    return None


def _objection_to_draft(text: str) -> str | None:
    try:
        statement = require_statement(text)
    except Refused as error:
        return str(error)
    code = mask_code(text)[statement.start : statement.end]
    proof = _after_sign(code)
    if proof and not _HOLE_LIKE.search(proof) and proof not in ("by", "begin", "begin end"):
        return "the theorem is proved already; a draft ends in `:= by sorry`, and its proof belongs elsewhere"
    return None


def _depth(text: str) -> int:
    depth = deepest = 0
    for bracket in re.findall(r"[(\[{⟨)\]}⟩]", text):
        depth += 1 if bracket in "([{⟨" else -1
        deepest = max(deepest, depth)
    return deepest


def _after_sign(code: str) -> str:
    """What follows the last `:=` outside of brackets, blanks squeezed."""
    depth, last = 0, None
    for position, char in enumerate(code):
        depth += (char in "([{⟨⦃") - (char in ")]}⟩⦄")
        if depth <= 0 and code.startswith(":=", position):
            last = position + 2
    return " ".join(code[last:].split()) if last is not None else ""
