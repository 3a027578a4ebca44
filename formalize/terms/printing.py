"""Terms as text for people: close to Lean's own notation, the same whichever Lean compiled them.

The text is never read back: what a statement is, its digest tells.
"""

from collections.abc import Sequence
from typing import Any

from curate.formalize.terms.terms import Node, Terms

INFIX = {
    "Eq": ("=", 50), "Ne": ("≠", 50), "And": ("∧", 35), "Or": ("∨", 30), "Iff": ("↔", 20),
    "LE.le": ("≤", 50), "LT.lt": ("<", 50), "GE.ge": ("≥", 50), "GT.gt": (">", 50), "HEq": ("≍", 50),
    "HAdd.hAdd": ("+", 65), "HSub.hSub": ("-", 65), "HMul.hMul": ("*", 70), "HDiv.hDiv": ("/", 70),
    "HMod.hMod": ("%", 70), "HPow.hPow": ("^", 75), "HAppend.hAppend": ("++", 65), "List.cons": ("::", 67),
    "Dvd.dvd": ("∣", 50), "Prod": ("×", 35),
}  # fmt: skip
"""Notation by constant and how tightly it binds."""
LEFT = ("+", "-", "*", "/", "%", "++")
RIGHT = ("∧", "∨", "::", "^", "×")
BRACKETS = {"implicit": ("{", "}"), "strictImplicit": ("⦃", "⦄"), "instImplicit": ("[", "]")}
DEPTH_LIMIT = 100
LENGTH_LIMIT = 4000
_ATOM = 1024
_ARROW = 25


def print_term(terms: Terms, at: int, names: Sequence[str]) -> str:
    """The term as text; `names` are those of the binders around it, inmost last."""
    return _Printer(terms).show(at, tuple(names), 0, 0)


def readable_name(name: str) -> str:
    """A binder's name without the marks that macros leave: what nobody can write ends with ✝."""
    plain, hygienic, _ = name.partition(".«_@».")
    return f"{plain}✝" if hygienic else name or "x"


class _Printer:
    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.room = LENGTH_LIMIT

    def show(self, at: int, names: tuple[str, ...], level: int, depth: int) -> str:
        """`level`: how tightly the text around binds; a looser term is put in parentheses."""
        if depth > DEPTH_LIMIT or self.room <= 0:
            return "…"
        text, own = self._form(at, names, depth + 1)
        if own < level:
            text = f"({text})"
        self.room -= 2 + (len(text) if own == _ATOM else 0)
        return text

    def _form(self, at: int, names: tuple[str, ...], depth: int) -> tuple[str, int]:
        node = self.terms.plain(at)
        match node[0]:
            case "var":
                return names[-1 - node[1]] if node[1] < len(names) else f"#{node[1]}", _ATOM
            case "sort":
                return _sort(node[1])
            case "const":
                return {"List.nil": "[]"}.get(node[1], str(node[1])), _ATOM
            case "nat":
                return str(node[1]), _ATOM
            case "str":
                return '"' + node[1].replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"', _ATOM
            case "app":
                return self._application(at, names, depth)
            case "pi":
                return self._function_type(node, names, depth)
            case "lam":
                name = fresh_name(node[1], names)
                return f"fun {name} => {self.show(node[4], (*names, name), 0, depth)}", 0
            case "let":
                name = fresh_name(node[1], names)
                value = self.show(node[3], names, 0, depth)
                return f"let {name} := {value}; {self.show(node[4], (*names, name), 0, depth)}", 0
        return f"{self.show(node[3], names, _ATOM, depth)}.{node[2] + 1}", _ATOM

    def _function_type(self, node: Node, names: tuple[str, ...], depth: int) -> tuple[str, int]:
        info, domain, body = node[2], node[3], node[4]
        name = fresh_name(node[1], names)
        if info == "default" and not self.terms.mentions(body, 0):
            left = self.show(domain, names, _ARROW + 1, depth)
            return f"{left} → {self.show(body, (*names, name), _ARROW, depth)}", _ARROW
        opening, closing = BRACKETS.get(info, ("(", ")"))
        domain_text = self.show(domain, names, 0, depth)
        return f"∀ {opening}{name} : {domain_text}{closing}, {self.show(body, (*names, name), 0, depth)}", 0

    def _application(self, at: int, names: tuple[str, ...], depth: int) -> tuple[str, int]:
        head, arguments = self.terms.spine(at)
        node = self.terms.plain(head)
        name = str(node[1]) if node[0] == "const" else ""
        shown = [arguments[i] for i in self._explicit(node, len(arguments))]
        if name == "OfNat.ofNat" and len(arguments) == 3 and self.terms.plain(arguments[1])[0] == "nat":
            return str(self.terms.plain(arguments[1])[1]), _ATOM
        if name == "List.cons" and (members := self._list(at)) is not None:
            return f"[{', '.join(self.show(one, names, 0, depth) for one in members)}]", _ATOM
        if name in INFIX and len(shown) == 2:
            sign, binds = INFIX[name]
            left = self.show(shown[0], names, binds + (sign not in LEFT), depth)
            right = self.show(shown[1], names, binds + (sign not in RIGHT), depth)
            return f"{left} {sign} {right}", binds
        if name == "Membership.mem" and len(shown) == 2:
            member, whole = (self.show(one, names, 51, depth) for one in reversed(shown))
            return f"{member} ∈ {whole}", 50
        if name == "Not" and len(shown) == 1:
            return f"¬{self.show(shown[0], names, 41, depth)}", 40
        if name == "Exists" and len(shown) == 1 and self.terms.plain(shown[0])[0] == "lam":
            bound = self.terms.plain(shown[0])
            variable = fresh_name(bound[1], names)
            return f"∃ {variable}, {self.show(bound[4], (*names, variable), 0, depth)}", 0
        if name == "ite" and len(shown) == 3:
            condition, yes, no = (self.show(one, names, 0, depth) for one in shown)
            return f"if {condition} then {yes} else {no}", 0
        parts = [
            self.show(head, names, _ATOM, depth),
            *(self.show(one, names, _ATOM, depth) for one in shown),
        ]
        return " ".join(parts), _ATOM if len(parts) == 1 else _ATOM - 1

    def _list(self, at: int) -> list[int] | None:
        """The members of a list that is written out; None when its end is no `[]`."""
        members: list[int] = []
        while True:
            head, arguments = self.terms.spine(at)
            node = self.terms.plain(head)
            if node[:2] == ["const", "List.nil"]:
                return members
            if node[:2] != ["const", "List.cons"] or len(arguments) != 3:
                return None
            members.append(arguments[1])
            at = arguments[2]

    def _explicit(self, head: Node, count: int) -> list[int]:
        """Which of an application's arguments a reader gives: implicit ones of a known constant are left out."""
        if head[0] != "const" or head[1] not in self.terms.types:
            return list(range(count))
        binders, _ = self.terms.binders(self.terms.types[head[1]][1])
        return [i for i in range(count) if i >= len(binders) or binders[i][2] == "default"]


def fresh_name(name: str, names: Sequence[str]) -> str:
    """A binder's name as it is shown; one that is taken around it gets a prime."""
    name = readable_name(name)
    while name in names:
        name += "'"
    return name


def _sort(level: Any) -> tuple[str, int]:
    match level:
        case ["zero"]:
            return "Prop", _ATOM
        case ["succ", ["zero"]]:
            return "Type", _ATOM
        case ["succ", inner]:
            return f"Type {_level(inner)}", _ATOM - 1
    return f"Sort {_level(level)}", _ATOM - 1


def _level(level: Any) -> str:
    more = 0
    while level[0] == "succ":
        level, more = level[1], more + 1
    match level[0]:
        case "zero":
            return str(more)
        case "param":
            text = level[1]
        case _:
            text = f"({level[0]} {_level(level[1])} {_level(level[2])})"
    return f"({text}+{more})" if more else str(text)
