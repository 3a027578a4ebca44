"""Text from outside: made safe to print, to encode and to publish."""

import re
import unicodedata

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROLS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def printable(text: str, limit: int | None = None) -> str:
    """`text` with every control, format and surrogate character escaped, on one line, cut at `limit` characters.

    What a terminal or a log is shown of a pull request, a model or Lean goes through here.
    """
    if limit is not None and len(text) > limit:
        text = text[: limit - 1] + "…"
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        ch if unicodedata.category(ch) not in _CONTROLS else ch.encode("unicode_escape", "surrogatepass").decode()
        for ch in text
    )


def storable(text: str) -> str:
    """`text` that UTF-8 can hold: each lone surrogate becomes U+FFFD. NUL stays, Parquet bears it."""
    return text if text.isascii() else _SURROGATE.sub("�", text)
