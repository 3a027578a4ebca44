"""Rules about how a statement ends: `:= by sorry`, and what people write in its place."""

import re

from curate.formalize.repair.rules.context import LocatedError, Proposal, propose

HOLE = " := by sorry"
_AFTER_SIGNATURE = "':='"


def missing_ending(error: LocatedError) -> Proposal | None:
    """A statement without `:= by sorry`, or with a part of it: the text ends where Lean wants more."""
    if not error.message.startswith("unexpected end of input") or _hides_code(error):
        return None
    code = error.context.code.rstrip()
    reason = "a draft's statement ends in `:= by sorry`"
    unsigned = re.search(r"(?:(?<![:;])=|;=|:|)\s*(?=by\s+sorry$)", code)
    if unsigned and not re.search(r":=\s*$", code[: unsigned.start()]):
        return propose("ending", reason, (unsigned.start(), unsigned.end(), ":= "))
    ending = "by sorry" if code.endswith(":=") else "sorry" if re.search(r":=\s*by$", code) else HOLE.strip()
    return propose("ending", reason, (len(code), len(code), f" {ending}"))


def _hides_code(error: LocatedError) -> bool:
    """Whether a comment within the statement holds what looks like a part of it."""
    statement, text = error.context.statement, error.context.text
    start = statement.start if statement else 0
    comments = re.findall(r"--[^\n]*", text[start:])
    return any(re.search(r":=|\bsorry\b|[∀∃→↔∧∨=≤≥<>]", comment[2:]) for comment in comments)


def comment_arrow(error: LocatedError) -> Proposal | None:
    """`p --> q`, which hides the rest of the line from Lean as a comment."""
    statement, text = error.context.statement, error.context.text
    if statement is None or error.start < statement.start:
        return None
    places = [statement.start + found.start() for found in re.finditer(r"(?<!-)-->", text[statement.start :])]
    if not places:
        return None
    return propose("comment-arrow", "`-->` begins a comment; `→` was meant", *((at, at + 3, "→") for at in places))


def coq_ending(error: LocatedError) -> Proposal | None:
    """Coq's `. Proof. Admitted.` after the statement."""
    if not error.message.startswith(("unexpected", "Invalid field", "expected")):
        return None
    code = error.context.code.rstrip()
    found = re.search(r"\.?\s*Proof\.(?:\s*(?:Admitted|Abort|Qed)\.)?\Z", code)
    if found is None:
        return None
    return propose("ending", "a draft's statement ends in `:= by sorry`", (found.start(), found.end(), HOLE))


def empty_by(error: LocatedError) -> Proposal | None:
    """`by` with nothing after it, or with a hole that is not indented."""
    if error.diagnostic.kind != "Tactic.unsolvedGoals" or error.source.strip() != "by":
        return None
    rest = error.context.code[error.end :]
    if re.match(r"\s*\Z", rest):
        return propose("ending", "`by` needs a proof; a draft's is `sorry`", (error.end, error.end, " sorry"))
    match = re.match(r"\s*(?=sorry\b)", rest)
    if match is None:
        return None
    return propose("ending", "what follows `by` is indented", (error.end, error.end + match.end(), " "))


def begin_end(error: LocatedError) -> Proposal | None:
    """Lean 3's `begin sorry end`."""
    if error.unknown_name != "begin":
        return None
    block = re.compile(r"begin\s+(?:(?:exact|refine|apply)\s+)?(?:sorry|admit)[\s,;.]*end\b").match(
        error.context.code, error.start
    )
    if block is None:
        return None
    return propose("lean3-begin", "`begin … end` is `by …` in Lean 4", (block.start(), block.end(), "by sorry"))


def misspelt_hole(error: LocatedError) -> Proposal | None:
    """`Sorry`, `sory`: Lean knows no such tactic or name."""
    if error.message == "unknown tactic":
        start = end = error.start
    elif error.unknown_name is not None:
        start, end = error.start, error.end
    else:
        return None
    code = error.context.code
    start = max((m.end() for m in re.finditer(r":=\s*(?:by\b)?\s*", code[: end + 1])), default=start)
    match = re.compile(r"(?i:sorr?y+|admitted|todo|oops|_)(?!\w)").match(code, start)
    if match is None or match[0] == "sorry":
        return None
    return propose("ending", f"the hole is spelt `sorry`, not `{match[0]}`", (match.start(), match.end(), "sorry"))


def after_hole(error: LocatedError) -> Proposal | None:
    """A comma, full stop or Lean 3's `end` after the hole."""
    if not error.message.startswith(("unexpected token", "Invalid field notation", "unexpected identifier")):
        return None
    match = re.search(r"\b(?:sorry|admit)\s*([,.;}\])]+|∎|□|[Qq]\.?[Ee]\.?[Dd]\.?)\s*$", error.context.code.rstrip())
    if match is None or not match.start() <= error.start <= len(error.context.text):
        return None
    if error.end < match.start(1):
        return None
    return propose("ending", f"nothing follows the hole; `{match[1]}` goes", (match.start(1), match.end(1), ""))


def before_definition_sign(error: LocatedError) -> Proposal | None:
    """What stands in the place of `:=`: `;=`, `=`, `:`, `: =`, or nothing before `by`."""
    if error.unexpected is None or _AFTER_SIGNATURE not in error.unexpected[1]:
        return None
    code, at = error.context.code, error.token_start
    match = re.compile(r"(?:;=|=:|: +=|==|=>|->|=|:|<-)?\s*(?=(?:by\b|sorry\b|begin\b))").match(code, at)
    if match is None:
        return None
    blank = "" if code[at - 1 : at].isspace() else " "
    reason = "a statement and its proof are separated by `:=`"
    return propose("ending", reason, (match.start(), match.end(), f"{blank}:= "))


def sign_before_definition_sign(error: LocatedError) -> Proposal | None:
    """A comma, full stop or closing bracket too many before `:=`."""
    if not error.message.startswith(("unexpected token", "Invalid field notation")):
        return None
    match = re.compile(r"([,.;])\s*(?:(?=:=|by\b)|\Z)").match(error.context.code, error.token_start)
    if match is None:
        return None
    if match.end() == len(error.context.code):
        return propose("ending", "a draft's statement ends in `:= by sorry`", (match.start(1), match.end(1), HOLE))
    return propose("ending", f"no `{match[1]}` stands before `:=`", (match.start(1), match.end(1), ""))


RULES = (
    comment_arrow, coq_ending, begin_end, misspelt_hole, missing_ending, empty_by, after_hole, before_definition_sign,
    sign_before_definition_sign,
)  # fmt: skip
