"""Instances that a statement uses and that are not the library's, where the library's are to be expected.

What `a ≤ b` or `a + b` on numbers means is decided by an instance. Whatever else than the library stands there (an
instance of the text's own, a binder, a local definition, a field of a class of the text's own) bends the meaning.
"""

from collections.abc import Collection, Iterable, Iterator

from curate.formalize.terms.terms import Terms

HETEROGENEOUS = frozenset(
    ["HAdd", "HSub", "HMul", "HDiv", "HMod", "HPow", "HAppend", "HAnd", "HOr", "HXor", "HShiftLeft", "HShiftRight"]
)
"""Classes of an operation on two types; their third type is its value's, which others decide."""
DECIDED = frozenset({"Decidable", "DecidableEq", "DecidablePred", "DecidableRel"})
"""Classes whose instances say how something is decided and not what it means."""


def find_foreign(terms: Terms, own: Collection[str], own_types: Collection[str], roots: Iterable[int]) -> set[str]:
    """What stands for the instance of a class about the library's types alone, and is not the library's: names of
    constants, and `a local instance` for whatever a binder gives. `own`: the text's constants; `own_types`: its
    inductive types among them."""
    found = set()
    for class_, given in _instances(terms, roots):
        if _is_about_library(terms, class_, own_types):
            named = sorted(terms.constants([given]) & set(own))
            if named:
                found.add(named[0])
            elif not terms.is_closed(given):
                found.add("a local instance")
    return found


def _instances(terms: Terms, roots: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Class and value of each instance that an application is given."""
    for at in terms.below(roots):
        if terms.nodes[at][0] != "app":
            continue
        head, arguments = terms.spine(at)
        node = terms.plain(head)
        if node[0] != "const" or node[1] not in terms.types:
            continue
        type_ = terms.types[node[1]][1]
        if not any(binder[2] == "instImplicit" for binder in terms.binders(type_)[0]):
            continue
        for argument in arguments:
            binder = terms.plain(type_)
            if binder[0] != "pi":
                break
            if binder[2] == "instImplicit":
                yield binder[3], argument
            type_ = terms.instantiate(binder[4], argument)


def _is_about_library(terms: Terms, class_: int, own_types: Collection[str]) -> bool:
    """Whether a class, with its arguments, mentions neither a variable nor a type of the text's own."""
    head, arguments = terms.spine(class_)
    node = terms.plain(head)
    if node[0] != "const" or node[1] in DECIDED or node[1] in own_types:
        return False
    about = arguments[:2] if node[1] in HETEROGENEOUS else arguments
    if not all(terms.is_closed(one) for one in about) or terms.is_proposition(class_, []):
        return False
    return not terms.constants(about) & set(own_types)
