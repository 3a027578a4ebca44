"""Whether the edits of rules kept the meaning, by what Lean's parser reads in the text that came out of them.

A rule that is to keep the meaning owes a proof, of one of these kinds:

- `unit`: what it wrote for one thing on paper (`2n`, `x(n)`, `a < b < c`) is one term to Lean too: with brackets around
  it, Lean's parser reads the same tree.
- `outside`: it wrote nothing between the theorem's name and the sign before its proof.
- `sign`: what it wrote in a sign's place is read as that sign and not as a part of another one.
- `name`: neither the old nor the new name is one that the text binds, so that nothing is captured.
- `binder`: it changed how variables are introduced, and each token that it left is read as it stood.

The edit of a rule that owes nothing, or whose proof fails, is doubtful.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from curate.formalize.gate.module_rules import bound_names
from curate.formalize.lean.api import Limits
from curate.formalize.lean.parsing import Command, ParsedText, TextParser
from curate.formalize.repair.journal import Made
from curate.formalize.repair.rules import OBLIGATIONS
from curate.formalize.repair.rules.context import Edit, place_after
from curate.formalize.text.lexer import lex
from curate.schemas.base import Record

_PAREN = ("Lean.Parser.Term.paren", "Lean.Parser.Term.hygienicLParen", "hygieneInfo")
_SIGNATURE = "Lean.Parser.Command.declSig"

Spans = Sequence[tuple[int, int]]
"""Starts and ends, in code points."""


class Owed(Record):
    """An edit that is to keep the meaning, and where what it wrote stands in the last text."""

    made: Made
    before: str
    """The text that it was made in."""
    units: Spans
    written: Spans


def find_doubts(lean: TextParser, attempts: Sequence[Made], limits: Limits) -> tuple[tuple[Made, str], ...]:
    """The rules' edits among the texts that led to the last one whose proof fails, each with why."""
    owed = [
        _follow(attempts[max(0, place - 1)].text, made, attempts[place + 1 :])
        for place, made in enumerate(attempts)
        if made.rule in OBLIGATIONS and made.doubt is None and made.edits
    ]
    if not owed:
        return ()
    parser = _Parser(lean, attempts[-1].text, limits)
    parsed = parser.parse(())
    if isinstance(parsed, str):
        return tuple((one.made, f"it can't be told what it says: {parsed}") for one in owed)
    units = [unit for one in owed for unit in one.units]
    apart = bool(units) and not parser.is_same(parsed, units)
    found = []
    for one in owed:
        mixed = [unit for unit in one.units if apart and not parser.is_same(parsed, [unit])]
        why = _proof_fails(parser.text, parsed, one, mixed)
        if why is not None:
            found.append((one.made, why))
    return tuple(found)


@dataclass(frozen=True)
class _Parser:
    """Lean's parser over one text, with brackets put around some of its places."""

    lean: TextParser
    text: str
    limits: Limits

    def parse(self, units: Spans) -> ParsedText | str:
        return self.lean.parse(put_brackets(self.text, units), self.limits)

    def is_same(self, parsed: ParsedText, units: Spans) -> bool:
        """Whether brackets around places change nothing."""
        bracketed = self.parse(units)
        return not isinstance(bracketed, str) and shape(parsed) == shape(bracketed)


def put_brackets(text: str, units: Spans) -> str:
    """`text` with brackets around each of some places."""
    at = [(end, 0, ")") for _, end in units] + [(start, 1, "(") for start, _ in units]
    for place, _, bracket in sorted(at, reverse=True):
        text = text[:place] + bracket + text[place:]
    return text


def _proof_fails(text: str, parsed: ParsedText, one: Owed, mixed: Spans) -> str | None:
    match OBLIGATIONS[one.made.rule or ""]:
        case "unit":
            return f"with brackets around `{_shown(text, mixed)}` it would say something else" if mixed else None
        case "outside":
            inside = [span for span in one.written if any(_overlap(span, part) for part in _signatures(parsed))]
            return f"it changed the statement itself: `{_shown(text, inside)}`" if inside else None
        case "name":
            return _captured(parsed, one)
        case "sign" | "binder":
            split = [span for span in one.written if not _on_edges(parsed, span)]
            return f"what it wrote is read as a part of another sign: `{_shown(text, split)}`" if split else None


def shape(parsed: ParsedText) -> list[str]:
    """What Lean's parser reads, as a list that is equal for two texts when they differ in needless brackets only."""
    return [mark for command in parsed.commands for mark in _shape(command)]


def _shape(command: Command, place: int = 0) -> Iterator[str]:
    if not command.items:
        return
    item = command.items[place]
    if item.what != "node":
        yield item.text
        return
    children = list(command.children(place))
    if item.text == _PAREN[0]:
        for child in children:
            if command.items[child].text not in ("(", ")", *_PAREN[1:]):
                yield from _shape(command, child)
        return
    yield f"{item.text} {{"
    for child in children:
        yield from _shape(command, child)
    yield "}"


def _signatures(parsed: ParsedText) -> Iterator[tuple[int, int]]:
    """Where the theorems' binders and conclusions stand."""
    for command in parsed.commands:
        if any(item.text in ("theorem", "lemma") for item in command.items if item.what == "atom"):
            for place, item in enumerate(command.items):
                if item.text == _SIGNATURE:
                    yield command.below(place).span


def _captured(parsed: ParsedText, one: Owed) -> str | None:
    """Why a name may stand for something else than it did."""
    before, after = bound_names(lex(one.before).tokens), bound_names(parsed.tokens)
    for edit in one.made.edits:
        old, new = one.before[edit.start : edit.end], edit.replacement.split(".")[0]
        if old in before:
            return f"`{old}` is bound in the statement too"
        if one.made.rule != "local-spelling" and new in after and new != old.split(".")[0]:
            return f"`{new}` is bound in the statement too"
    return None


def _on_edges(parsed: ParsedText, span: tuple[int, int]) -> bool:
    """Whether no token reaches over an end of what was written."""
    return not any(token.start < edge < token.end for token in parsed.tokens for edge in span)


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _shown(text: str, spans: Spans) -> str:
    return "`, `".join(text[start:end] for start, end in spans)


def _follow(before: str, made: Made, later: Sequence[Made]) -> Owed:
    """An edit with its places in the last text. After a model's text, those whose words still stand there once."""
    units = list(made.units)
    written = [_place_of(made.edits, edit) for edit in made.edits]
    text = made.text
    for one in later:
        if one.edits:
            units = [place_after(one.edits, unit) for unit in units]
            written = [place_after(one.edits, place) for place in written]
        else:
            units, written = _found_again(text, one.text, units), _found_again(text, one.text, written)
        text = one.text
    return Owed(made=made, before=before, units=tuple(units), written=tuple(written))


def _found_again(before: str, after: str, spans: Spans) -> list[tuple[int, int]]:
    words = [before[start:end] for start, end in spans]
    once = [word for word in words if word and after.count(word) == 1]
    return [(after.index(word), after.index(word) + len(word)) for word in once]


def _place_of(edits: Sequence[Edit], edit: Edit) -> tuple[int, int]:
    start = edit.start + sum(one.growth for one in edits if (one.start, one.end) < (edit.start, edit.end))
    return start, start + len(edit.replacement)
