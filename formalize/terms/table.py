"""The constants of a compiled module as a table: names, levels, terms and declarations, each once.

Standard library only, since processes without site-packages use it too.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

VERSION = "3.1.0"
"""Of lean4export's form, in which tables are written and read."""
BINDERS = ("default", "implicit", "strictImplicit", "instImplicit")
PLAIN = re.compile(r"[^\W\d][\w!?']*")

Kind = Literal["axiom", "definition", "theorem", "opaque", "quotient", "inductive", "constructor", "recursor"]


class Name(NamedTuple):
    """One name: the number of the name before its last part, and that part. `text` shows all of it, injectively."""

    before: int
    part: str | int
    text: str


class Level(NamedTuple):
    """A universe level: `succ` and `max`/`imax` refer to earlier levels, `param` to a name."""

    kind: Literal["zero", "succ", "max", "imax", "param"]
    arguments: tuple[int, ...] = ()
    depth: int = 0
    size: int = 1


class Term(NamedTuple):
    """A term. `values` by kind: bvar (index) | sort (level) | const (name, levels) | app (fn, arg)
    | lam, forallE (name, binder info, type, body) | letE (name, nondep, type, value, body) | natVal (digits)
    | strVal (text) | proj (structure's name, field, term). Terms are numbers of earlier ones."""

    kind: str
    values: tuple[Any, ...]

    def children(self) -> tuple[int, ...]:
        """Numbers of the terms in it."""
        match self.kind:
            case "app":
                return self.values
            case "lam" | "forallE" | "letE":
                return tuple(self.values[2:])
            case "proj":
                return tuple(self.values[2:])
        return ()


@dataclass(frozen=True, slots=True)
class Constant:
    """One declared constant. `rest` holds the fields that its kind alone has, checked and as they were written."""

    kind: Kind
    name: str
    number: int
    """The number of its name."""
    universes: tuple[int, ...]
    """Numbers of the names of its universe parameters."""
    type: int
    value: int | None
    safe: bool
    rest: Mapping[str, Any]


@dataclass(slots=True)
class Table:
    """Everything that one table holds."""

    meta: Mapping[str, Any]
    names: list[Name] = field(default_factory=lambda: [Name(0, "", "")])
    levels: list[Level] = field(default_factory=lambda: [Level("zero")])
    terms: list[Term] = field(default_factory=list)
    constants: dict[str, Constant] = field(default_factory=dict)

    def used(self, constant: Constant) -> set[str]:
        """Names of the constants that a declaration mentions or is declared with."""
        rest, found = constant.rest, set[str]()
        roots = [constant.type, *([] if constant.value is None else [constant.value])]
        roots += [rule["rhs"] for rule in rest.get("rules", ())]
        found.update(self.mentioned(roots))
        for key in ("all", "ctors"):
            if key in rest and constant.kind in ("inductive", "recursor"):
                found.update(self.names[one].text for one in rest[key])
        if "induct" in rest:
            found.add(self.names[rest["induct"]].text)
        return found

    def family(self, constant: Constant) -> str:
        """The first of the inductive types that a type, constructor or recursor of the table was declared with."""
        if "induct" in constant.rest:
            return self.family(self.constants[self.names[constant.rest["induct"]].text])
        first: int = constant.rest["all"][0]
        return self.names[first].text

    def mentioned(self, roots: list[int]) -> set[str]:
        """Names of the constants in terms; the structures of projections are among them."""
        return {self.names[term.values[0]].text for term in self.below(roots) if term.kind in ("const", "proj")}

    def below(self, roots: list[int]) -> Iterator[Term]:
        """Every term in some terms, themselves among them, each once."""
        todo, seen = list(roots), set(roots)
        while todo:
            term = self.terms[todo.pop()]
            yield term
            for child in term.children():
                if child not in seen:
                    seen.add(child)
                    todo.append(child)


def show_part(part: str | int) -> str:
    """A part of a name as text: numbers bare, plain words bare, everything else in «», with each » doubled."""
    if isinstance(part, int):
        return str(part)
    return part if PLAIN.fullmatch(part) else "«" + part.replace("»", "»»") + "»"
