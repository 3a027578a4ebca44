"""Reasons not to take a text before Lean is asked: what no draft may hold, and what no repair may touch."""

import re

from curate.formalize.gate.source_rules import Finding, check_source
from curate.formalize.gate.syntax_rules import SyntaxCheck
from curate.formalize.records.draft import Draft, require_statement
from curate.formalize.records.files import MAX_DEPTH
from curate.formalize.repair.journal import Origin
from curate.formalize.text.lexer import mask_code, nesting_depth
from curate.formalize.text.statements import find_statements
from curate.schemas.errors import Refused

_ABOUT_THE_END = ("no-theorem", "two-theorems", "hole", "proved", "unclosed")
"""Findings that a repair may still mend; the gate decides them again once the text elaborates."""
_HOLE_LIKE = re.compile(r"(?i)\b(?:sorr?y+|admit(?:ted)?|todo|oops)\b")


def syntax_objection(syntax: SyntaxCheck) -> str | None:
    """Why a text is not given to Lean's elaborator, by what Lean's parser reads in it; None when it may be."""
    if syntax.unknown is not None:
        return f"it can't be told what it holds: {syntax.unknown}"
    findings = [finding for finding in syntax.findings if finding.code not in _ABOUT_THE_END]
    return _objection(findings[0]) if findings else None


def objection_to(draft: Draft, text: str, origin: Origin) -> str | None:
    """Why `text` is not taken, whatever Lean would say of it; None when it may be tried."""
    if nesting_depth(text) > MAX_DEPTH:
        return f"brackets nest more than {MAX_DEPTH} deep, which no statement does"
    findings = [finding for finding in check_source(text) if finding.code not in _ABOUT_THE_END]
    if findings:
        return _objection(findings[0])
    if origin == "draft":
        return _objection_to_draft(text)
    if origin == "model" and len(find_statements(text)) != 1:
        return "the text does not hold exactly one theorem"
    return None


def _objection(finding: Finding) -> str:
    place = f" (line {finding.span.line})" if finding.span else ""
    return f"{finding.message}{place}; {finding.advice}"


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


def _after_sign(code: str) -> str:
    """What follows the last `:=` outside of brackets, blanks squeezed."""
    depth, last = 0, None
    for position, char in enumerate(code):
        depth += (char in "([{⟨⦃") - (char in ")]}⟩⦄")
        if depth <= 0 and code.startswith(":=", position):
            last = position + 2
    return " ".join(code[last:].split()) if last is not None else ""
