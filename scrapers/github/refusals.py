"""What to tell of an answer that is for good, and which answers are worth a bug report."""

from curate.schemas.text import printable
from curate.scrapers.github.tokens import Token
from curate.scrapers.github.verdicts import Denied, InvalidResponse, Unsupported, Verdict


def is_unknown(verdict: Verdict, status: int) -> bool:
    """Whether an answer is one that the tables of `answers` should perhaps know."""
    if isinstance(verdict, Denied):
        return status not in (401, 403, 404)
    return isinstance(verdict, Unsupported) or (isinstance(verdict, InvalidResponse) and status < 500)


def describe_denial(status: int, why: str, token: Token) -> str:
    if status == 403:
        return f"the token from {token.origin} lacks a right that this needs ({why}); no waiting will help"
    if status == 404:
        return f"GitHub knows no such thing, or the token from {token.origin} may not see it ({why})"
    return f"GitHub refuses with HTTP {status} ({why})"


def describe_unsupported(url: str, fields: tuple[str, ...], why: str) -> str:
    missing = f"lacks {', '.join(fields)}" if fields else f"does not understand the query ({why})"
    return (
        f"the GitHub server at {printable(url, 200)} {missing}: it is too old for this. "
        "Use a newer GitHub Enterprise Server, or build from archives alone, without --live"
    )


def format_minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
