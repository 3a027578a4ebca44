"""A theorem's statement as elaborated, read from the terms of a compiled module."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from curate.formalize.terms.instances import find_foreign
from curate.formalize.terms.printing import fresh_name, print_term
from curate.formalize.terms.terms import Node, Terms
from curate.schemas.value import value

MATCHER = ".match_"
"""Stands in the names that Lean gives to what it makes of a `match`."""
PROOFS = ("theorem", "opaque")
"""Constants whose value no statement can see."""
Info = Literal["default", "implicit", "strictImplicit", "instImplicit"]


@value
class Binder:
    """One leading binder of a statement."""

    name: str
    type: str
    kind: Literal["variable", "hypothesis", "instance"]
    info: Info
    used: bool
    """Whether a later binder or the conclusion mentions it."""
    overrides: bool
    """Whether it is an instance of a class for types of the library alone, so that it stands before the library's own
    instance wherever notation asks for one."""
    digest: str
    """sha256 of its type, in which the binders before it stand by name."""


@value
class Statement:
    """What a theorem says. Every leading ∀ or → is a binder, on whichever side of the colon it was written."""

    name: str
    kind: str
    universes: tuple[str, ...]
    binders: tuple[Binder, ...]
    conclusion: str
    conclusion_digest: str
    constants: tuple[str, ...]
    """Constants that the statement mentions, sorted; those of the text's own definitions among them."""
    foreign_instances: tuple[str, ...]
    """Instances that the statement or a definition behind it uses for the library's types and that are not the
    library's."""
    linked: tuple[bool, ...]
    """Of each binder, whether the conclusion has to do with it: mentions it, or by way of others that it speaks of."""
    rebound: tuple[str, ...]
    """Names that are bound a second time where they stand for something already."""
    bound_names: tuple[str, ...]
    """Names of the variables that are bound in the statement and in the text's definitions that it rests on."""
    digest: str
    """sha256 of the elaborated statement and of the text's own definitions that it rests on. Names of bound variables
    and of universes, brackets of binders, comments and white space do not count."""

    @property
    def written_name(self) -> str:
        """The name under which the text itself can mention it; private ones are kept under another."""
        if self.name.startswith("_private.") and ".0." in self.name:
            return self.name.split(".0.", 1)[1]
        return self.name


class Module:
    """The constants that a text adds, with their terms. `answer` is what a reader says of a module."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self.constants: Mapping[str, Mapping[str, Any]] = answer["constants"]
        own = {name: (one["levels"], one["type"]) for name, one in self.constants.items()}
        self.terms = Terms(
            answer["nodes"], {**{name: (one[0], one[1]) for name, one in answer["types"].items()}, **own}
        )

    def statement(self, name: str) -> Statement:
        """The statement of one of the module's constants."""
        one = self.constants[name]
        binders, conclusion = self.terms.binders(one["type"])
        names: list[str] = []
        shown: list[Binder] = []
        levels = _canonical(one["levels"])
        for place, node in enumerate(binders):
            shown.append(self._binder(node, names, [earlier[3] for earlier in binders[:place]], levels))
            names.append(shown[-1].name)
        return Statement(
            name=name,
            kind=one["kind"],
            universes=tuple(one["levels"]),
            binders=tuple(shown),
            conclusion=print_term(self.terms, conclusion, names),
            conclusion_digest=self._digest_named(conclusion, names, levels),
            constants=tuple(sorted(self.terms.constants([one["type"]]))),
            foreign_instances=tuple(sorted(self._foreign_instances(one["type"]))),
            linked=self._linked(binders, conclusion),
            rebound=tuple(sorted(self.terms.rebound(one["type"]))),
            bound_names=tuple(sorted(self.terms.bound_names(self._with_own_definitions(one["type"])))),
            digest=self.digest(name),
        )

    def pattern_names(self) -> set[str]:
        """Names that a variable of a pattern may bear: what `match` and `fun` bind, not what is quantified over."""
        matchers = [one["type"] for name, one in self.constants.items() if MATCHER in name]
        written = [one["type"] for one in self.constants.values()]
        written += [
            one["value"] for one in self.constants.values() if one["value"] is not None and one["kind"] not in PROOFS
        ]
        return self.terms.bound_names(matchers) | self.terms.bound_names(written, ("lam", "let"))

    def digest(self, name: str) -> str:
        """The digest of a constant's type and of the module's own constants that it rests on, other theorems' proofs
        left out."""
        one = self.constants[name]
        parts: dict[str, Any] = {"": self._digest_term(one["type"], one["levels"])}
        todo = sorted(self.terms.constants([one["type"]]) & self.constants.keys())
        while todo:
            own = todo.pop()
            if own in parts:
                continue
            reached = self.constants[own]
            roots = [reached["type"]]
            if reached["value"] is not None and reached["kind"] != "theorem":
                roots.append(reached["value"])
            parts[own] = [reached["kind"], *(self._digest_term(root, reached["levels"]) for root in roots)]
            todo += sorted((self.terms.constants(roots) | self._family(own)) & self.constants.keys())
        return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    def same_type(self, first: str, second: str) -> bool:
        """Whether two constants of the module have the same type, names of bound variables and universes apart."""
        one, two = self.constants[first], self.constants[second]
        return len(one["levels"]) == len(two["levels"]) and self._type_digest(one) == self._type_digest(two)

    def is_negation(self, first: str, second: str) -> bool:
        """Whether the type of `first` is `¬` that of `second`, with `second`'s universes at zero."""
        head, arguments = self.terms.spine(self.constants[first]["type"])
        if self.terms.plain(head)[:2] != ["const", "Not"] or len(arguments) != 1:
            return False
        two = self.constants[second]
        lowest = self.terms.with_levels(two["type"], {name: ["zero"] for name in two["levels"]})
        found = self.terms.digests([arguments[0], lowest], {})
        return found[arguments[0]] == found[lowest]

    def is_implication(self, first: str, premise: str, conclusion: str) -> bool:
        """Whether the type of `first` is that of `premise` → that of `conclusion`."""
        type_ = self.terms.plain(self.constants[first]["type"])
        if type_[0] != "pi" or self.terms.mentions(type_[4], 0):
            return False
        levels = self.constants[first]["levels"]
        sides = (self.constants[premise], type_[3]), (self.constants[conclusion], type_[4])
        return all(self._digest_term(one["type"], one["levels"]) == self._digest_term(at, levels) for one, at in sides)

    def proves_by_absurdity(self, name: str, binders: int) -> bool:
        """Whether a proof is `False.elim` right under as many binders."""
        bound, body = self.terms.binders(self.constants[name]["value"], "lam")
        head, arguments = self.terms.spine(body)
        return len(bound) == binders and self.terms.plain(head)[:2] == ["const", "False.elim"] and len(arguments) == 2

    def unused_in_proof(self, name: str) -> set[int]:
        """LineIndex of the binders that a proof does not use, neither itself nor through a later binder's type."""
        bound, _ = self.terms.binders(self.constants[name]["value"], "lam")
        return {place for place, node in enumerate(bound) if not self.terms.mentions(node[4], 0)}

    def _type_digest(self, one: Mapping[str, Any]) -> str:
        return self._digest_term(one["type"], one["levels"])

    def _linked(self, binders: Sequence[Node], conclusion: int) -> tuple[bool, ...]:
        mentioned = [self._mentioned(node[3], place) for place, node in enumerate(binders)]
        linked = self._mentioned(conclusion, len(binders))
        while True:
            more = {place for place, some in enumerate(mentioned) if some & linked}
            more |= {one for place in more | linked for one in mentioned[place]}
            if more <= linked:
                return tuple(place in linked for place in range(len(binders)))
            linked |= more

    def _mentioned(self, at: int, depth: int) -> set[int]:
        """Which of the `depth` binders around a term it mentions."""
        return {place for place in range(depth) if self.terms.mentions(at, depth - 1 - place)}

    def _foreign_instances(self, root: int) -> set[str]:
        types = {name for name, one in self.constants.items() if one["kind"] == "inductive"}
        return find_foreign(self.terms, self.constants.keys(), types, self._with_own_definitions(root))

    def _with_own_definitions(self, root: int) -> list[int]:
        roots, seen, todo = [root], set[str](), [root]
        while todo:
            for name in self.terms.constants([todo.pop()]) & self.constants.keys() - seen:
                seen.add(name)
                one = self.constants[name]
                todo += [at for at in (one["type"], one["value"]) if at is not None and one["kind"] not in PROOFS]
                roots += todo[-2:]
        return roots

    def _family(self, name: str) -> set[str]:
        """Constructors of an inductive type: what the type is, they tell."""
        if self.constants[name]["kind"] not in ("inductive", "recursor", "constructor"):
            return set()
        family = name if self.constants[name]["kind"] == "inductive" else name.rpartition(".")[0]
        return {
            one
            for one, constant in self.constants.items()
            if constant["kind"] == "constructor" and one.startswith(f"{family}.")
        }

    def _binder(self, node: Node, names: Sequence[str], context: list[int], levels: Mapping[str, str]) -> Binder:
        kind: Literal["variable", "hypothesis", "instance"]
        if node[2] == "instImplicit":
            kind = "instance"
        else:
            kind = "hypothesis" if self.terms.is_proposition(node[3], context) else "variable"
        return Binder(
            name=fresh_name(node[1], names),
            type=print_term(self.terms, node[3], names),
            kind=kind,
            info=node[2],
            used=self.terms.mentions(node[4], 0),
            overrides=self._overrides(node[3], context),
            digest=self._digest_named(node[3], names, levels),
        )

    def _overrides(self, type_: int, context: list[int]) -> bool:
        head = self.terms.plain(self.terms.spine(type_)[0])
        if head[0] != "const" or head[1] not in self._classes or self.terms.is_proposition(type_, context):
            return False
        about_variables = any(self.terms.mentions(type_, place) for place in range(len(context)))
        return not about_variables and not self.terms.constants([type_]) & self.constants.keys()

    @cached_property
    def _classes(self) -> set[str]:
        """The classes that anything in the module is asked an instance of."""
        found = set()
        for _, type_ in self.terms.types.values():
            for binder in self.terms.binders(type_)[0]:
                head = self.terms.plain(self.terms.spine(binder[3])[0])
                if binder[2] == "instImplicit" and head[0] == "const":
                    found.add(head[1])
        return found

    def _digest_term(self, at: int, levels: Sequence[str]) -> str:
        return self.terms.digests([at], _canonical(levels))[at]

    def _digest_named(self, at: int, names: Sequence[str], levels: Mapping[str, str]) -> str:
        """The digest of a term in which the binders around it stand by name, not by place."""
        for name in reversed(names):
            at = self.terms.instantiate(at, self.terms.add("const", f"binder {name}", []))
        return self.terms.digests([at], levels)[at]


def _canonical(levels: Sequence[str]) -> dict[str, str]:
    return {name: f"u{place}" for place, name in enumerate(levels)}
