"""Terms over the natural numbers read as polynomials in whatever is no `+`, `*` or small power."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import product

Polynomial = Counter[tuple[str, ...]]
"""How often each product of atoms stands in a sum; the empty product is 1."""
_TOKEN = re.compile(r"\s+|([^\W\d][\w'.₀-₉✝]*)|(\d+)|([-+*^()])|(.)", re.DOTALL)
_SUCC = re.compile(r"([^\W\d][\w']*)\.succ\b")
_SUM = re.compile(r"\+ \(([^()]*) \+ 1\)")
_FIRST = re.compile(r"\(\(([\w' +*.]*)\) \+")
_WORDS = {"fun", "if", "then", "else", "match", "let", "have", "with"}


class Unreadable(Exception):
    """A text is no sum of products."""


def read_polynomial(text: str, differences: list[tuple[str, str]] | None = None) -> Polynomial:
    """The sum of products that a term is; whatever is no `+`, `*` or small power is an atom.

    Args:
        differences: is given both sides of every subtraction in the text.

    Raises:
        Unreadable: its brackets or signs don't fit.
    """
    return _Reader(text, [] if differences is None else differences).read()


def atom_of(text: str) -> Polynomial:
    """A text that is taken as it stands."""
    return Polynomial({(text,): 1})


class _Reader:
    """A descent over the tokens of one term."""

    def __init__(self, text: str, differences: list[tuple[str, str]]) -> None:
        self._text = write_plainly(text)
        self._tokens = [found for found in _TOKEN.finditer(self._text) if found[0].strip()]
        self._differences = differences
        self._at = 0

    def read(self) -> Polynomial:
        """The whole text."""
        found = self._sum()
        if self._at != len(self._tokens):
            raise Unreadable
        return found

    def _next(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _sum(self) -> Polynomial:
        start, found = self._at, self._product()
        while self._next() in ("+", "-"):
            sign, first, at = self._next(), self._words(start), self._at + 1
            self._at = at
            other = self._product()
            if sign == "-":
                self._differences.append((first, self._words(at)))
            found = found + other if sign == "+" else atom_of(self._words(start))
        return found

    def _product(self) -> Polynomial:
        found = self._power()
        while self._next() == "*":
            self._at += 1
            found = _times(found, self._power())
        return found

    def _power(self) -> Polynomial:
        start, base = self._at, self._application()
        written = self._words(start)
        if self._next() != "^":
            return base
        self._at += 1
        exponent = self._application()
        if set(exponent) <= {()} and exponent[()] <= 3:
            found = Polynomial({(): 1})
            for _ in range(exponent[()]):
                found = _times(found, base)
            return found
        if exponent[()] == 1:
            exponent = exponent - Polynomial({(): 1})
            return _times(base, atom_of(f"{written} ^ {bracket(show_polynomial(dict(exponent)))}"))
        return atom_of(self._words(start))

    def _application(self) -> Polynomial:
        start = self._at
        found = self._single()
        while self._next() == "(" or re.match(r"\w", self._next()):
            self._single()
            found = atom_of(self._words(start))
        return found

    def _single(self) -> Polynomial:
        word = self._next()
        self._at += 1
        if word == "(":
            return self._bracketed()
        if word.isdigit():
            return Polynomial({(): int(word)}) if int(word) else Polynomial()
        if re.fullmatch(r"[^\W\d][\w'.₀-₉]*", word) and word not in _WORDS:
            return atom_of(word)
        raise Unreadable

    def _bracketed(self) -> Polynomial:
        start, depth = self._at, 1
        while depth:
            if self._at >= len(self._tokens):
                raise Unreadable
            depth += {"(": 1, ")": -1}.get(self._next(), 0)
            self._at += 1
        inside = self._text[self._tokens[start].start() : self._tokens[self._at - 1].start()].strip()
        try:
            return _Reader(inside, self._differences).read()
        except Unreadable:
            return atom_of(f"({inside})")

    def _words(self, start: int) -> str:
        return self._text[self._tokens[start].start() : self._tokens[self._at - 1].end()]


def _times(first: Polynomial, second: Polynomial) -> Polynomial:
    found = Polynomial()
    for (a, m), (b, n) in product(first.items(), second.items()):
        found[tuple(sorted((*a, *b)))] += m * n
    return found


def write_plainly(text: str) -> str:
    """A term with its numbers as sums from the left: `n.succ` is `n + 1`, `m + (n + 1)` is `m + n + 1`."""
    plain = _SUCC.sub(r"(\1 + 1)", text).replace("Nat.zero", "0")
    while (shorter := _FIRST.sub(r"(\1 +", _SUM.sub(r"+ \1 + 1", plain))) != plain:
        plain = shorter
    return " ".join(plain.split())


def show_polynomial(polynomial: Mapping[tuple[str, ...], int]) -> str:
    """The polynomial as Lean text."""
    terms = [" * ".join((*([str(number)] if number > 1 or not atoms else []), *map(bracket, atoms)))
             for atoms, number in sorted(polynomial.items())]  # fmt: skip
    return " + ".join(terms) or "0"


def bracket(atom: str) -> str:
    """An atom as it can stand beside others."""
    return f"({atom})" if " " in atom else atom
