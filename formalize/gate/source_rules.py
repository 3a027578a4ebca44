"""The source half of the honesty gate: what a statement's text may not hold, told token by token.

The same rules read two kinds of tokens: those of curate's own lexer, for an early, clear word, and those of Lean's
parser (`syntax_rules.py`), which decide. `module_rules.py` looks at what the compiled module holds.
"""

from collections.abc import Collection, Iterator
from itertools import islice, pairwise
from typing import NamedTuple

from curate.formalize.text.lexer import Token, lex
from curate.formalize.text.span import LineIndex, Span
from curate.schemas.value import value


@value
class Finding:
    """One reason why a text is refused."""

    code: str
    message: str
    advice: str
    span: Span | None = None


MOST_FINDINGS = 100
RUNS_CODE = frozenset({"runs-code", "extern", "implemented-by", "unsafe"})
"""Findings that say that the text runs code of its own while it is elaborated, or replaces code."""
THEOREM_WORDS = ("theorem", "lemma")
HOLE_WORDS = ("sorry", "admit", "sorryAx")

_OWN_RULES = "write the statement with what the library has, or with plain definitions"
FORBIDDEN: dict[str, tuple[str, str, str]] = {
    word: (code, message, advice)
    for code, message, advice, words in (
        ("axiom", "declares an axiom", "make it a hypothesis of the theorem", "axiom axioms"),
        (
            "opaque",
            "declares an opaque constant",
            "give a definition, or a variable of the theorem",
            "opaque constant",
        ),
        ("opaque", "declares a function of which nothing can be proved", "show that it ends", "partial"),
        ("unsafe", "holds unsafe code", "remove it: a statement needs none", "unsafe"),
        (
            "notation",
            "changes how text is read",
            _OWN_RULES,
            "notation notation3 infix infixl infixr prefix postfix macro macro_rules syntax declare_syntax_cat "
            "elab elab_rules binder_predicate unif_hint declare_simp_like_tactic register_simp_attr",
        ),
        (
            "runs-code",
            "runs code while it is elaborated",
            "remove it: a statement needs no program",
            "run_cmd run_elab run_meta run_tac by_elab eval% initialize builtin_initialize simproc dsimproc "
            "simproc_decl include_str #eval #eval!",
        ),
        ("exit", "ends the file early, so that what follows is not checked", "remove `#exit`", "#exit"),
        ("prelude", "does not import Lean's library", "remove `prelude`", "prelude"),
    )
    for word in words.split()
}
FORBIDDEN_ATTRIBUTES: dict[str, str] = {
    word: code
    for code, words in {
        "extern": "extern export",
        "implemented-by": "implemented_by csimp init builtin_init",
        "notation": "macro macro_inline app_unexpander term_elab command_elab tactic term_parser command_parser "
        "tactic_parser delab app_delab unexpander parenthesizer formatter builtin_macro simproc",
        "irreducible": "irreducible",
        "instance": "instance default_instance coe coe_decl unification_hint",
    }.items()
    for word in words.split()
}
FORBIDDEN_OPTIONS = (
    "debug.",
    "bootstrap.",
    "autoImplicit",
    "relaxedAutoImplicit",
    "checkBinderAnnotations",
    "internal.",
)
MAKING_TYPES = ("structure", "inductive", "class")
DECIDED = ("Decidable", "DecidableEq", "DecidablePred", "DecidableRel")
"""Classes that say how something is decided, and not what it means."""
DECLARING = ("def", "abbrev", "structure", "inductive", "class")


class Declared(NamedTuple):
    """A theorem in the text: its name as written, and the word that declares it."""

    name: str
    keyword: Token


class Segment(NamedTuple):
    """Where a theorem with a hole stands: from its keyword to the end of the hole, and its name."""

    start: int
    name_start: int
    name_end: int
    end: int


def check_source(text: str, *, hole: bool = True) -> tuple[Finding, ...]:
    """Every reason in the text itself to refuse it. With `hole`, exactly one hole must stand at the proof; without,
    there may be none, and lemmas may stand before the theorem."""
    lexed, places = lex(text), LineIndex(text)
    findings = list(islice(check_tokens(lexed.tokens, places, hole=hole), MOST_FINDINGS))
    if lexed.unclosed is not None:
        place = places.span(lexed.unclosed, lexed.unclosed + 1)
        findings.append(
            Finding(code="unclosed", message="a comment or string never ends", advice="close it", span=place)
        )
    return tuple(findings)


def check_tokens(tokens: tuple[Token, ...], places: LineIndex, *, hole: bool) -> Iterator[Finding]:
    """Every reason in a text's tokens to refuse it; `hole` as in `check_source`."""
    yield from _forbidden(tokens, places)
    theorems = find_theorems(tokens)
    yield from _wrong_number(theorems if hole else theorems[:1], places)
    yield from _wrong_holes(tokens, theorems, places) if hole else _any_hole(tokens, places)


def find_theorems(tokens: tuple[Token, ...]) -> tuple[Declared, ...]:
    """The theorems that a text declares, in order."""
    found = []
    for place, token in enumerate(tokens):
        if token.kind == "word" and token.text in THEOREM_WORDS:
            named = place + 1 < len(tokens) and tokens[place + 1].kind in ("word", "name")
            found.append(Declared(tokens[place + 1].text if named else "", token))
    return tuple(found)


def find_segment(text: str) -> Segment | None:
    """The place of the text's first theorem; None when its proof is not a single hole."""
    tokens = lex(text).tokens
    theorems = find_theorems(tokens)
    hole = min(_proof_holes(tokens), default=None)
    if not theorems or not theorems[0].name or hole is None:
        return None
    name = tokens[tokens.index(theorems[0].keyword) + 1]
    return Segment(theorems[0].keyword.start, name.start, name.end, tokens[hole].end)


def _forbidden(tokens: tuple[Token, ...], places: LineIndex) -> Iterator[Finding]:
    declared = {after.text for word, after in pairwise(tokens) if word.kind == "word" and word.text in MAKING_TYPES}
    own_instances = _own_instances(tokens, declared)
    for place, token in enumerate(tokens):
        if token.kind != "word":
            continue
        span = places.span(token.start, token.end)
        if token.text in FORBIDDEN:
            code, message, advice = FORBIDDEN[token.text]
            yield Finding(code=code, message=f"`{token.text}` {message}", advice=advice, span=span)
        elif token.text == "instance" and not _is_deriving(tokens, place) and place not in own_instances:
            yield Finding(
                code="instance",
                message="an instance for types that are not the text's own changes what notation on them means",
                advice="remove it, or put the structure into the hypotheses",
                span=span,
            )
        elif token.text == "set_option":
            yield from _option(tokens[place + 1 : place + 3], span)
    for token in _attributes(tokens):
        if token.text in FORBIDDEN_ATTRIBUTES:
            yield Finding(
                code=FORBIDDEN_ATTRIBUTES[token.text],
                message=f"the attribute `{token.text}` changes the meaning of the text or how it is evaluated",
                advice="remove it: a statement needs none",
                span=places.span(token.start, token.end),
            )


def _option(following: tuple[Token, ...], span: Span) -> Iterator[Finding]:
    option = following[0].text if following else ""
    value = following[1].text if len(following) > 1 else ""
    if not any(option == one or (one.endswith(".") and option.startswith(one)) for one in FORBIDDEN_OPTIONS):
        return
    if option.lower().endswith("autoimplicit"):
        if value != "false":
            yield Finding(
                code="auto-implicit",
                message=f"`set_option {option} {value}` turns a misspelled type into a variable",
                advice="remove it and bind each variable by name",
                span=span,
            )
        return
    yield Finding(
        code="option",
        message=f"`set_option {option}` can switch off checks of Lean's",
        advice="remove it",
        span=span,
    )


def _attributes(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """The words that stand in `@[…]` and `attribute […]`."""
    inside = 0
    for before, token in pairwise(tokens):
        if token.text == "@[" or (token.text == "[" and (before.text in ("@", "attribute") or inside)):
            inside += 1
        elif token.text == "]" and inside:
            inside -= 1
        elif inside and token.kind in ("word", "name"):
            yield token


def _is_deriving(tokens: tuple[Token, ...], place: int) -> bool:
    return place > 0 and tokens[place - 1].text == "deriving"


def _own_instances(tokens: tuple[Token, ...], declared: Collection[str]) -> set[int]:
    """Places of the `instance`s whose type mentions a type that the text itself makes, or that decide something."""
    found: set[int] = set()
    current: int | None = None
    for place, token in enumerate(tokens):
        if token.kind == "word" and token.text == "instance":
            current = place
        elif token.text in (":=", "where", "|"):
            current = None
        elif current is not None and (token.text in declared or token.text in DECIDED):
            found.add(current)
    return found


def _wrong_number(theorems: tuple[Declared, ...], places: LineIndex) -> Iterator[Finding]:
    if not theorems:
        advice = "state what is to be proved as `theorem name … : … := by sorry`"
        yield Finding(code="no-theorem", message="the text holds no theorem", advice=advice)
    for second in theorems[1:]:
        yield Finding(
            code="two-theorems",
            message=f"a second theorem, `{second.name}`: one text states one problem",
            advice="put it into a file of its own",
            span=places.span(second.keyword.start, second.keyword.end),
        )


def _wrong_holes(tokens: tuple[Token, ...], theorems: tuple[Declared, ...], places: LineIndex) -> Iterator[Finding]:
    holes = [place for place, token in enumerate(tokens) if _is_hole(token)]
    proofs = _proof_holes(tokens)
    at_proof = [place for place in holes if place in proofs]
    for place in holes:
        if place not in at_proof:
            yield Finding(
                code="hole",
                message=f"`{tokens[place].text}` stands elsewhere than at the proof",
                advice="only the proof may be missing: fill this in",
                span=places.span(tokens[place].start, tokens[place].end),
            )
    if theorems and not at_proof:
        keyword = theorems[0].keyword
        yield Finding(
            code="proved",
            message="the theorem's proof is not a single `sorry`",
            advice="end the statement with `:= by sorry`; a proof belongs into a file of its own",
            span=places.span(keyword.start, keyword.end),
        )


def _any_hole(tokens: tuple[Token, ...], places: LineIndex) -> Iterator[Finding]:
    for token in tokens:
        if _is_hole(token):
            span = places.span(token.start, token.end)
            yield Finding(code="hole", message=f"`{token.text}` leaves a hole", advice="prove it", span=span)


def _is_hole(token: Token) -> bool:
    return token.kind in ("word", "name") and token.text in HOLE_WORDS


def _proof_holes(tokens: tuple[Token, ...]) -> set[int]:
    """Places of the holes that are all that stands after a theorem's `:=`."""
    found: set[int] = set()
    in_theorem = False
    for place, token in enumerate(tokens):
        if token.kind == "word" and (token.text in THEOREM_WORDS or token.text in DECLARING):
            in_theorem = token.text in THEOREM_WORDS
        elif in_theorem and _is_hole(token):
            before = [token.text for token in tokens[max(0, place - 2) : place]]
            if before[-1:] == [":="] or before == [":=", "by"]:
                found.add(place)
    return found
