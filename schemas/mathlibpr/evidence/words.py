"""The words that Mathlib's naming convention uses for symbols, and those of a name that its statement lacks."""

SYMBOLS: dict[str, tuple[str, ...]] = {
    "add": ("+",), "mul": ("*", "•"), "sub": ("-",), "neg": ("-",), "div": ("/", "∣"), "dvd": ("∣",),
    "le": ("≤", "≥"), "lt": ("<", ">"), "ge": ("≥", "≤"), "gt": (">", "<"), "eq": ("=",), "ne": ("≠",),
    "iff": ("↔",), "not": ("¬", "≠", "∉", "ᶜ"), "and": ("∧",), "or": ("∨",), "exists": ("∃",), "forall": ("∀",),
    "mem": ("∈", "∉"), "subset": ("⊆",), "union": ("∪", "⋃"), "inter": ("∩", "⋂"), "sdiff": ("\\",),
    "compl": ("ᶜ",), "empty": ("∅",), "comp": ("∘", "≫"), "inv": ("⁻¹",), "pow": ("^",), "smul": ("•",),
    "sup": ("⊔", "⨆", "max"), "inf": ("⊓", "⨅", "min"), "top": ("⊤",), "bot": ("⊥",), "sum": ("∑", "⊕"),
    "prod": ("∏", "×"), "norm": ("‖",), "abs": ("|",), "zero": ("0",), "one": ("1",), "two": ("2",),
}  # fmt: skip
"""Word of a name, and what stands for it in a statement; the word itself counts as well."""


def missing_words(name: str, statement: str) -> tuple[str, ...]:
    """The words of the theorem `name` for which `statement` holds neither a symbol nor the word, in order."""
    words = dict.fromkeys(name.rpartition(".")[2].rstrip("'").split("_"))
    unsigned = [word for word in words if word in SYMBOLS and not any(sign in statement for sign in SYMBOLS[word])]
    if not unsigned:
        return ()
    lowered = statement.lower()
    return tuple(word for word in unsigned if word not in lowered)
