"""Rules about terms: applications, numbers, lists, chains of comparisons, and what Lean can't compute or decide."""

import re
from collections.abc import Iterator
from itertools import pairwise

from curate.formalize.repair.rules.context import LocatedError, Proposal, propose

_ATOM = re.compile(r"[\w.'₀-₉]+")
_KEYWORD = re.compile(
    r"(?<![\w.])(?:if|then|else|fun|by|at|with|and|or|not|iff|implies|in|do|have|show|from|let|match|return)$"
)
_RELATIONS = ("<", ">", "≤", "≥", "=", "≠", "<=", ">=")


def call_brackets(error: LocatedError) -> Proposal | None:
    """`f(n)` and `f(n, m)`: Lean stops at a bracket that touches a name."""
    code = error.context.code
    if error.unexpected is None or error.unexpected[0] != "(":
        return None
    at = error.token_start
    if not (code[at - 1 : at].isalnum() or code[at - 1 : at] in "_'₀₁₂₃₄₅₆₇₈₉") or at == 0:
        return None
    places = [match.end() for match in error.find(r"[\w'₀-₉](?=\()") if not _keyword_before(code, match.end())]
    empty = [at for at in places if code.startswith("()", at)]
    edits = [(at, at + 2, "") for at in empty]
    for at in places:
        if at not in empty:
            edits += _spaced_call(code, at)
    calls = [call for at in places if (call := _call(code, at)) is not None]
    return propose("call-brackets", "a function and its argument are separated by a space", *edits, units=calls)


def _call(code: str, at: int) -> tuple[int, int] | None:
    """Where the call stands whose first bracket is at `at`, further brackets that touch it among it."""
    head, end = re.compile(r"[\w.'₀-₉]+\Z").search(code[:at]), _closing(code, at)
    while end is not None and code.startswith("(", end):
        end = _closing(code, end)
    return (head.start(), end) if head is not None and end is not None else None


def _spaced_call(code: str, at: int) -> list[tuple[int, int, str]]:
    """Puts a space before the bracket at `at`; and brackets around the whole call where it is an argument itself, or a
    field or a power of it is taken, since Lean's application binds tighter."""
    head = re.compile(r"[\w.'₀-₉]+\Z").search(code[:at])
    end = _closing(code, at)
    if head is None or end is None:
        return [(at, at, " ")]
    before = code[: head.start()].rstrip()
    applied = head.start() > len(before) and re.search(r"[\w'₀-₉)\]⟩]\Z", before) is not None
    is_argument = applied and not _keyword_before(code, len(before))
    if not is_argument and code[end : end + 1] not in (".", "²", "³", "("):
        return [(at, at, " ")]
    return [(head.start(), head.start(), "("), (at, at, " "), (end, end, ")")]


def _closing(code: str, opening: int) -> int | None:
    """The place after the bracket that closes the one at `opening`."""
    depth = 0
    for position in range(opening, len(code)):
        depth += (code[position] in "([{⟨") - (code[position] in ")]}⟩")
        if depth == 0:
            return position + 1
    return None


def _keyword_before(code: str, end: int) -> bool:
    return _KEYWORD.search(code[:end]) is not None


def pair_argument(error: LocatedError) -> Proposal | None:
    """`f (n, m)` of a function that takes two arguments one by one."""
    match = re.search(r"The argument\n\s+(\([^\n]+\))\nhas type\n\s+[^\n]*×[^\n]*\n", error.message)
    if match is None or error.source[:1] != "(" or error.source[-1:] != ")":
        return None
    parts = _split(error.source[1:-1])
    written = " ".join(part if _ATOM.fullmatch(part) else f"({part})" for part in parts)
    return propose("pair-argument", "arguments are given one by one, not as a pair", (error.start, error.end, written))


def _split(text: str) -> list[str]:
    parts, depth, last = [], 0, 0
    for position, char in enumerate(text):
        depth += (char in "([{⟨") - (char in ")]}⟩")
        if char == "," and depth == 0:
            parts.append(text[last:position].strip())
            last = position + 1
    return [*parts, text[last:].strip()]


def product_by_juxtaposition(error: LocatedError) -> Proposal | None:
    """`2a`, as on paper."""
    if error.unexpected is None:
        return None
    code = error.context.code
    near = re.compile(r"(?<![\w.'₀-₉])(\d+)(?=[^\W\d_]|\()").search(code, max(0, error.start - 12), error.start + 2)
    if near is None or not near.start() <= error.start <= near.end() + 1:
        return None
    products = list(error.find(r"(?<![\w.'₀-₉])(\d+)(?=([^\W\d_][\w'₀-₉]*|\())"))
    edits: list[tuple[int, int, str]] = []
    units: list[tuple[int, int]] = []
    doubt = None
    for product in products:
        end = _closing(code, product.end()) if product[2] == "(" else product.end() + len(product[2])
        if end is None:
            return None
        before, after = code[: product.start()].rstrip()[-1:], code[end:].lstrip()[:1]
        if re.match(r"[\w)\]⟩'₀-₉/^%]", before) and not _keyword_before(code, len(code[: product.start()].rstrip())):
            edits += [(product.start(), product.start(), "("), (end, end, ")")]
        edits.append((product.end(), product.end(), " * "))
        units.append((product.start(), end))
        if (before and before in "/^%") or (after and after in "^²³."):
            doubt = f"`{code[product.start() : end]}` may be one number times the rest, or a product of its own"
    return propose("juxtaposition", "a product is written with `*`", *edits, doubt=doubt, units=units)


def list_semicolon(error: LocatedError) -> Proposal | None:
    """`[1; 2]`."""
    if error.unexpected is None or error.unexpected[0] != ";" or "']'" not in error.unexpected[1]:
        return None
    code = error.context.code
    opening, closing = code.rfind("[", 0, error.token_start), code.find("]", error.token_start)
    if opening < 0 or closing < 0:
        return None
    places = [opening + match.start() for match in re.finditer(";", code[opening:closing])]
    return propose("list-separator", "entries of a list are separated by commas", *((at, at + 1, ",") for at in places))


def comparison_chain(error: LocatedError) -> Proposal | None:
    """`a < b < c`, which Lean reads no further than `a < b`, or as a comparison of `a < b` with `c`."""
    if error.unexpected is not None and error.unexpected[0] in _RELATIONS:
        near = (error.token_start, error.token_start + 1)
    elif re.match(r"failed to synthesize[^\n]*\n\s+(?:LT|LE) Prop\b", error.message) or re.search(
        r"\AType mismatch\n.*but is expected to have type\n\s+Prop\s*\Z", error.message, re.DOTALL
    ):
        near = (error.start, error.end)
    else:
        return None
    chain = next((one for one in _chains(error) if one[0] < near[1] and near[0] < one[-1]), None)
    if chain is None:
        return None
    code, reason = error.context.code, "a chain of comparisons is comparisons joined by ∧"
    start, *signs, end = chain
    parts = [_SIGN.match(code, at) for at in signs]
    edits = []
    for here, following in pairwise(parts):
        if here is not None and following is not None:
            middle = code[here.end() : following.start()].strip()
            at = len(code[: following.start()].rstrip())
            edits.append((at, following.start(), f" ∧ {middle} "))
    before, after = code[:start].rstrip(), code[end:].lstrip()
    if not (before.endswith(("(", ",", ":", "⟨")) and after.startswith((")", ":=", "⟩", ","))):
        edits = [(start, start, "("), *edits, (end, end, ")")]
    directions = {part[0][0] in "<≤" for part in parts if part is not None and part[0][0] in "<≤>≥"}
    doubt = "the signs point in both directions" if len(directions) > 1 else None
    if before.endswith("¬") or re.search(r"\bnot\Z", before):
        doubt = "the negation may be of its first part alone"
    return propose("comparison-chain", reason, *edits, doubt=doubt, units=[(start, end)])


_SIGN = re.compile(r"<=|>=|[<>≤≥≠]|(?<![:<>=!/])=(?![=>])")
_APART = re.compile(
    r"[∧∨→↔¬,;:|↦]|:=|=>|->|<->|/\\|\\/|&&|\|\||\b(?:and|or|not|implies|iff|fun|then|else|if|by|sorry)\b"
)


def _chains(error: LocatedError) -> Iterator[tuple[int, ...]]:
    """Start, places of the signs, and end of each run of two comparisons or more in this command."""
    code, (first, last) = error.context.code, error.command
    open_runs: list[list[int]] = [[first]]
    at = first
    while at < last:
        apart, sign = _APART.match(code, at), _SIGN.match(code, at)
        if code[at] in "([{⟨":
            open_runs.append([at + 1])
        elif code[at] in ")]}⟩" or (apart is not None and sign is None):
            yield from _whole_run(code, open_runs[-1], at)
            if apart is None and len(open_runs) > 1:
                open_runs.pop()
            else:
                open_runs[-1] = [apart.end() if apart else at + 1]
        elif sign is not None:
            open_runs[-1].append(at)
            at = sign.end() - 1
        at = max(at + 1, apart.end() if apart is not None and sign is None else 0)


def _whole_run(code: str, run: list[int], end: int) -> Iterator[tuple[int, ...]]:
    if len(run) > 2:
        start = run[0] + len(code[run[0] : end]) - len(code[run[0] : end].lstrip())
        yield (start, *run[1:], len(code[:end].rstrip()))


def not_computable(error: LocatedError) -> Proposal | None:
    """A definition that Lean can't compile: it says `noncomputable`."""
    if "consider marking" not in error.message or "`noncomputable`" not in error.message:
        return None
    line = error.context.code.rfind("\n", 0, error.start) + 1
    match = re.compile(r"[ \t]*(?:@\[[^\]]*\]\s*)?(?:(?:private|protected)\s+)*(?=(?:def|abbrev|instance)\b)").match(
        error.context.code, line
    )
    if match is None:
        return None
    return propose("noncomputable", "Lean asks for `noncomputable`", (match.end(), match.end(), "noncomputable "))


def not_decidable(error: LocatedError) -> Proposal | None:
    """An `if` on a proposition that nothing decides: classical logic does, as paper means it."""
    if re.search(r"failed to synthesize[^\n]*\n\s+Decidable ", error.message) is None:
        return None
    code = error.context.code
    line = code.rfind("\n", 0, error.start)
    while line > 0 and re.match(r"\n(?:\s|\|)", code[line : line + 2]):
        line = code.rfind("\n", 0, line)
    at = line + 1
    if code.startswith("open Classical in", at) or re.search(r"^open (?:scoped )?Classical", code, re.MULTILINE):
        return None
    reason = "nothing decides this proposition; `open Classical` does, as on paper"
    return propose("missing-open", reason, (at, at, "open Classical in\n"))


RULES = (
    call_brackets, pair_argument, product_by_juxtaposition, list_semicolon, comparison_chain, not_computable,
    not_decidable,
)  # fmt: skip
