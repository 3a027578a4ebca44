"""Names that are known, and the one that a wrong name most likely meant."""

import re
from functools import cached_property

from curate.formalize.text.declarations import Declarations
from curate.schemas.value import value

SORTS = ("Prop", "Type", "Sort")

LEAN3 = [
    "Nat",
    "Int",
    "List",
    "Bool",
    "Option",
    "Prod",
    "Sum",
    "Fin",
    "Set",
    "Finset",
    "Function",
    "String",
    "Real",
    "Multiset",
    "Matrix",
    "Decidable",
    "DecidableEq",
    "DecidablePred",
    "DecidableRel",
    "Fintype",
    "Nonempty",
    "Inhabited",
    "Classical",
    "MeasureTheory",
    "ProbabilityTheory",
    "Filter",
    "Or",
    "And",
    "Iff",
    "Eq",
    "Ne",
    "Not",
    "True",
    "False",
]
"""Names of Lean and Mathlib whose Lean 3 spelling was lower case; known even where no source can be read."""

RENAMED = {
    "size": "length",
    "len": "length",
    "prev": "pred",
    "next": "succ",
    "first": "fst",
    "second": "snd",
}
"""Words from other languages and what Lean's own library calls them; tried only where the new name is known."""

LETTERS = {
    "ℕ": "Nat", "ℤ": "Int", "𝔹": "Bool", "N": "Nat", "Natural": "Nat", "Naturals": "Nat", "Integer": "Int",
    "Boolean": "Bool", "bool": "Bool", "O": "0",
}  # fmt: skip
"""What stands for a type or a number on paper; tried only where Lean knows no such name."""

SKELETON = str.maketrans(
    "АВЕКМНОРСТХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧνοιᵢℎ０１２３",
    "ABEKMHOPCTXaeopcyxijsABEZHIKMNOPTYXvoiih0123",
)
"""Cyrillic, Greek and full-width characters that look like Latin letters and digits."""

_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


@value
class KnownNames:
    """The names that may stand in a statement."""

    declarations: Declarations
    complete: bool
    """Whether these are all names that Lean knows, as with the embedded prelude."""

    @cached_property
    def all(self) -> frozenset[str]:
        """Every known name."""
        return frozenset(entry.name for entry in self.declarations.entries) | frozenset(SORTS) | frozenset(LEAN3)

    @cached_property
    def _folded(self) -> dict[str, tuple[str, ...]]:
        table: dict[str, list[str]] = {}
        for name in sorted(self.all):
            table.setdefault(fold(name), []).append(name)
        return {key: tuple(names) for key, names in table.items()}

    def module_of(self, name: str) -> str | None:
        """The module that declares `name`, where a source says so."""
        return next((entry.module for entry in self.declarations.entries if entry.name == name), None)

    def spelled_like(self, name: str) -> tuple[str, ...]:
        """Known names that differ from `name` in case, underscores, subscripts or look-alike letters only."""
        return tuple(known for known in self._folded.get(fold(name), ()) if known != name)

    def ending_in(self, name: str) -> tuple[str, ...]:
        """Known names `N.name` of some namespace."""
        return tuple(sorted(known for known in self.all if known.endswith(f".{name}")))

    def close_to(self, name: str) -> tuple[str, ...]:
        """Known names one slip of the keyboard away, of the same namespace where `name` has one."""
        if len(name.rpartition(".")[2]) < 4:
            return ()
        from rapidfuzz.distance import OSA  # here: a text without a wrong name needs none of it

        space, _, last = name.rpartition(".")
        found = []
        for known in self.all:
            known_space, _, known_last = known.rpartition(".")
            if (not space or known_space == space) and OSA.distance(last, known_last, score_cutoff=1) == 1:
                found.append(known)
        return tuple(sorted(found))


def fold(name: str) -> str:
    """`name` without what people get wrong: case, underscores, subscripts, look-alike letters."""
    return re.sub(r"[_']", "", to_latin(name)).lower()


def to_latin(name: str) -> str:
    """`name` with the Latin letters and digits that its characters look like."""
    return name.translate(SKELETON).translate(_SUBSCRIPTS)
