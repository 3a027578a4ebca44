"""The GraphQL queries, one file each beside this module; a query is sent with the fragments that it names."""

import re
from functools import cache
from pathlib import Path

QUERY_DIR = Path(__file__).parent / "queries"
QUERIES = ("repository", "walk", "pull", "pulls", "listing", "more", "checks", "more_checks")
"""Names of the files that hold a whole operation; the others hold fragments."""

_SPREAD = re.compile(r"\.\.\.\s*([A-Z][A-Za-z]*)")


@cache
def read_query(name: str) -> str:
    """The operation `name` followed by every fragment that it needs, each once."""
    texts = [_read(name)]
    wanted = _SPREAD.findall(texts[0])
    seen: set[str] = set()
    while wanted:
        fragment = wanted.pop(0)
        if fragment not in seen:
            seen.add(fragment)
            texts.append(_read(fragment.lower()))
            wanted += _SPREAD.findall(texts[-1])
    return "\n".join(texts)


def _read(name: str) -> str:
    return (QUERY_DIR / f"{name}.graphql").read_text(encoding="utf-8")
