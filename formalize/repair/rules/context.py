"""What a rule is given, and what it proposes: an edit with its reason."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from curate.formalize.lean.api import Diagnostic
from curate.formalize.text.lexer import mask_code
from curate.formalize.text.names import KnownNames
from curate.formalize.text.span import span_offsets
from curate.formalize.text.statements import StatementSpan, find_command, find_statements
from curate.schemas.base import Record


class Edit(Record):
    """Puts `replacement` where `start` to `end` stood; offsets count code points."""

    start: int
    end: int
    replacement: str

    @property
    def growth(self) -> int:
        """By how much it makes a text longer."""
        return len(self.replacement) - (self.end - self.start)


def place_after(edits: Iterable[Edit], span: tuple[int, int], *, own: bool = False) -> tuple[int, int]:
    """Where a span of a text stands once edits were made. `own`: what is put right at its ends belongs to it."""
    start, end = span
    before = inside = 0
    for edit in edits:
        is_put = edit.start == edit.end
        if edit.start < start or (edit.end == start and not (is_put and own)):
            before += edit.growth
        elif edit.start < end or (is_put and edit.start == end and own):
            inside += edit.growth
    return start + before, end + before + inside


class Proposal(Record):
    """What a rule would do, and why."""

    rule: str
    reason: str
    edits: tuple[Edit, ...]
    units: tuple[tuple[int, int], ...] = ()
    """Places in the text before that are one thing on paper, and must be one term to Lean; see `meaning.py`."""
    doubt: str | None = None
    """What else the text may have meant, so that a person must accept the edit; None: the rule says that it keeps the
    meaning. `OBLIGATIONS` says what proof it owes for its word."""

    def apply(self, text: str) -> str:
        """`text` with every edit made."""
        for edit in sorted(self.edits, key=lambda edit: edit.start, reverse=True):
            text = text[: edit.start] + edit.replacement + text[edit.end :]
        return text


class RepairContext(Record):
    """A text that Lean refused, and what is known around it."""

    text: str
    names: KnownNames
    theorem_name: str
    """The name that the statement shall have where it has none."""

    @cached_property
    def code(self) -> str:
        """The text with comments and strings blanked; as long as the text."""
        return mask_code(self.text)

    @cached_property
    def statement(self) -> StatementSpan | None:
        """The one statement, or None when there is not exactly one."""
        found = find_statements(self.text)
        return found[0] if len(found) == 1 else None


@dataclass(frozen=True)
class LocatedError:
    """One diagnostic with its place in the text."""

    context: RepairContext
    diagnostic: Diagnostic
    start: int
    end: int

    @cached_property
    def command(self) -> tuple[int, int]:
        """Start and end of the command that Lean stopped in: no rule edits another one, which may well elaborate."""
        return find_command(self.context.code, self.start)

    def find(self, pattern: str, flags: int = 0) -> Iterator[re.Match[str]]:
        """The places of a pattern in the code of this command."""
        return re.compile(pattern, flags).finditer(self.context.code, *self.command)

    @property
    def message(self) -> str:
        """What Lean said."""
        return self.diagnostic.message

    @property
    def source(self) -> str:
        """The text that Lean pointed at."""
        return self.context.text[self.start : self.end]

    @cached_property
    def unexpected(self) -> tuple[str, str] | None:
        """(token, what was expected) of a parse error; the token is empty at the end, or where Lean names none.

        None where the token does not stand at the place, so that no rule edits what Lean did not mean.
        """
        match = re.match(
            r"unexpected (?:token '(?P<token>.*?)'|token|identifier|end of input)(?:; expected (?P<expected>.*))?\Z",
            self.message,
            re.DOTALL,
        )
        if match is None:
            return None
        token = match["token"] or ""
        return (token, match["expected"] or "") if self._find(token) is not None else None

    @property
    def token_start(self) -> int:
        """Where the unexpected token begins."""
        place = self._find(self.unexpected[0] if self.unexpected else "")
        return self.start if place is None else place

    def _find(self, token: str) -> int | None:
        """Where `token` stands: Lean's span may begin with the blanks before it, or end with it."""
        code = self.context.code
        after_blanks = self.start + len(code[self.start :]) - len(code[self.start :].lstrip())
        places = (self.end - len(token), after_blanks) if token else (after_blanks,)
        return next((place for place in places if place >= 0 and code.startswith(token, place)), None)

    @property
    def unknown_name(self) -> str | None:
        """The name that Lean does not know."""
        match = re.match(r"Unknown (?:identifier|constant) `([^`\s]+)`", self.message)
        return match[1] if match else None


Rule = Callable[[LocatedError], Proposal | None]


def locate_errors(context: RepairContext, diagnostics: Iterable[Diagnostic]) -> tuple[LocatedError, ...]:
    """The diagnostics with their places, in the order of the text."""
    errors = [LocatedError(context, item, *span_offsets(context.text, item.span)) for item in diagnostics]
    return tuple(sorted(errors, key=lambda error: (error.start, error.end)))


def propose(
    rule: str,
    reason: str,
    *edits: Edit | tuple[int, int, str],
    doubt: str | None = None,
    units: Iterable[tuple[int, int]] = (),
) -> Proposal:
    """A proposal from edits or (start, end, replacement)."""
    made = (e if isinstance(e, Edit) else Edit(start=e[0], end=e[1], replacement=e[2]) for e in edits)
    return Proposal(rule=rule, reason=reason, edits=tuple(made), doubt=doubt, units=tuple(units))


def replace_word(
    error: LocatedError, rule: str, reason: str, word: str, by: str, doubt: str | None = None
) -> Proposal | None:
    """A proposal that replaces an identifier wherever it stands in this command; None when it stands nowhere."""
    places = [match.span() for match in error.find(rf"(?<![\w.'!?]){re.escape(word)}(?![\w'!?₀-₉])")]
    return propose(rule, reason, *((start, end, by) for start, end in places), doubt=doubt) if places else None
