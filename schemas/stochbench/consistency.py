"""What of a record contradicts itself, found without Lean: somebody edited it by hand, and not whole."""

from curate.schemas.stochbench.gift import rate_gift
from curate.schemas.stochbench.records import Problem


def find_faults(problem: Problem) -> tuple[str, ...]:
    """Each contradiction in words; none where its parts agree."""
    return (*_history_faults(problem), *_gift_faults(problem))


def _history_faults(problem: Problem) -> tuple[str, ...]:
    if not problem.history:
        return ("it has no history",)
    last = problem.history[-1]
    parts = (
        ("statement_digest", problem.statement_digest, last.statement_digest),
        ("statement_revision", problem.statement_revision, last.statement_revision),
        ("status", problem.status, last.status),
    )
    return tuple(f"its {name} is not the one that its history ends with" for name, now, then in parts if now != then)


def _gift_faults(problem: Problem) -> tuple[str, ...]:
    if problem.gift is None:
        return ()
    rating = rate_gift(problem.hypotheses)
    if problem.gift != rating.gift:
        return (f"its gift is {problem.gift}, and its hypotheses give {rating.gift}",)
    return () if problem.gift_reason else ("its gift has no reason",)
