"""Whether a solution's theorem says what the problem's statement says.

Two types are the same when their terms are, names of bound variables and of universes, brackets of binders and
remarks apart, and when every constant of the text's own that they reach is declared alike: same kind, universes, type,
value and constructors. A constant of the trusted library needs its name alone: both sides rest on the same library.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from curate.formalize.terms.from_table import to_nodes
from curate.formalize.terms.table import Constant, Table
from curate.formalize.terms.terms import Terms, children

Part = tuple[Any, ...]


class Module:
    """The constants of one table, with what is needed to compare them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.terms = Terms(to_nodes(table), {})

    def constant(self, name: str) -> Constant | None:
        """The constant of exactly this full name."""
        return self.table.constants.get(name)

    def universes(self, constant: Constant) -> list[str]:
        """Names of its universe parameters."""
        return [self.table.names[place].text for place in constant.universes]

    def parts(self, root: int, universes: Sequence[str]) -> dict[str, Part]:
        """Under "" the digest of a type, and under its name what each own constant that it reaches is."""
        found: dict[str, Part] = {"": (self._digest(root, universes),)}
        todo = self._own(self._mentioned([root]))
        while todo:
            name = todo.pop()
            if name in found:
                continue
            constant = self.table.constants[name]
            found[name] = self._part(constant)
            todo += self._own(self._reached(constant))
        return found

    def _part(self, constant: Constant) -> Part:
        universes = self.universes(constant)
        roots = [constant.type]
        if constant.value is not None and constant.kind != "theorem":
            roots.append(constant.value)
        digests = tuple(self._digest(root, universes) for root in roots)
        family = tuple(
            (key, tuple(self.table.names[place].text for place in constant.rest[key]))
            for key in ("all", "ctors")
            if constant.kind == "inductive"
        )
        return constant.kind, constant.safe, len(universes), digests, family

    def _reached(self, constant: Constant) -> set[str]:
        roots = [constant.type]
        if constant.value is not None and constant.kind != "theorem":
            roots.append(constant.value)
        found = self._mentioned(roots)
        rest, names = constant.rest, self.table.names
        if constant.kind in ("inductive", "recursor"):
            found |= {names[place].text for key in ("all", "ctors") for place in rest.get(key, ())}
        if constant.kind == "constructor":
            found.add(names[rest["induct"]].text)
        return found

    def _mentioned(self, roots: list[int]) -> set[str]:
        """Constants in terms; the structures of projections are among them."""
        return {
            node[1] for node in map(self.terms.nodes.__getitem__, self.below(roots)) if node[0] in ("const", "proj")
        }

    def below(self, roots: Iterable[int]) -> set[int]:
        """Numbers of the terms in some terms, themselves among them."""
        todo, done = list(roots), set(roots)
        while todo:
            new = [one for one in children(self.terms.nodes[todo.pop()]) if one not in done]
            done.update(new)
            todo += new
        return done

    def _own(self, names: Iterable[str]) -> list[str]:
        return sorted(name for name in names if name in self.table.constants)

    def _digest(self, root: int, universes: Sequence[str]) -> str:
        canonical = {name: f"u{place}" for place, name in enumerate(universes)}
        return self.terms.digests([root], canonical)[root]


def compare_proof(challenge: Module, name: str, solution: Module) -> tuple[str | None, tuple[str, ...]]:
    """Why the solution's theorem is another one than the challenge's; None when it is the same. Beside it, the own
    constants that were compared."""
    wanted, given = challenge.table.constants[name], solution.table.constants[name]
    if len(wanted.universes) != len(given.universes):
        return f"it has {len(given.universes)} universes, the statement has {len(wanted.universes)}", ()
    first = challenge.parts(wanted.type, challenge.universes(wanted))
    return _difference(first, solution.parts(given.type, solution.universes(given)))


def compare_disproof(
    challenge: Module, name: str, solution: Module, disproof: str
) -> tuple[str | None, tuple[str, ...]]:
    """The same for a disproof: its type is `¬` that of the challenge's theorem, with universes at zero."""
    wanted, given = challenge.table.constants[name], solution.table.constants[disproof]
    if given.universes:
        return "a disproof has no universes: it refutes the statement at universe zero", ()
    head, arguments = solution.terms.spine(given.type)
    if list(solution.terms.plain(head)[:2]) != ["const", "Not"] or len(arguments) != 1:
        return "its type is not ¬ (…)", ()
    lowest: Mapping[str, Any] = {universe: ["zero"] for universe in challenge.universes(wanted)}
    root = challenge.terms.with_levels(wanted.type, lowest)
    return _difference(challenge.parts(root, ()), solution.parts(arguments[0], ()))


def _difference(wanted: Mapping[str, Part], given: Mapping[str, Part]) -> tuple[str | None, tuple[str, ...]]:
    compared = tuple(sorted(given.keys() - {""}))
    if wanted[""] != given[""]:
        return "its type is another one", compared
    differing = sorted(name for name in wanted.keys() | given.keys() if wanted.get(name) != given.get(name))
    return (f"declared otherwise: {', '.join(differing[:5])}" if differing else None), compared
