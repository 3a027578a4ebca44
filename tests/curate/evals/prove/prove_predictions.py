"""Twelve predictions made by hand, with their verdicts and records."""

from datetime import date

from curate.evals.prove.records import Prediction, Times
from curate.evals.prove.results import Row, join_rows
from curate.evals.prove.workbench import Attempt, text_digest
from curate.schemas.stochbench.environment import Environment, JudgeLimits
from curate.schemas.stochbench.records import Formalization, Problem, Source
from curate.schemas.stochbench.verdicts import Verdict

HERE = Environment(implementation="embedded", lean_version="4.35.0", options=(), label="Lean")


def problem(name: str, representation: str, pair: str | None, gift: int | None) -> Problem:
    return Problem.model_validate(
        {
            "id": name,
            "title": name,
            "informal_statement": "Something that is stated in words here.",
            "topic": "markov-chains",
            "representation": representation,
            "status": "active",
            "theorem": "t",
            "statement_revision": 1,
            "statement_digest": "0" * 64,
            "text_sha256": "0" * 64,
            "source": Source(work="w", author="a", year=2026, locator="p", licence="CC0-1.0"),
            "environment": HERE,
            "formalization": Formalization(draft_sha256="0" * 64, rounds=1),
            "history": ({"effective": date(2026, 1, 1), "status": "active", "statement_revision": 1,
                         "statement_digest": "0" * 64, "reason": "made"},),
            "pair": pair,
            "gift": gift,
        }
    )  # fmt: skip


PROBLEMS = {
    "alpha": problem("alpha", "literal", "alpha-abstract", 0),
    "alpha-abstract": problem("alpha-abstract", "abstract", "alpha", 2),
    "beta": problem("beta", "literal", "beta-abstract", 0),
    "beta-abstract": problem("beta-abstract", "abstract", "beta", 1),
    "gamma": problem("gamma", "literal", None, 0),
    "wrong": problem("wrong", "literal", None, 0),
}
SAMPLES = [
    # problem, sample, how the prover ended, text, verdict, claim, reason
    ("alpha", 0, "solved", "a", "accepted", "proof", None),
    ("alpha", 1, "solved", "b", "accepted", "proof", None),
    ("alpha-abstract", 0, "cap", None, "rejected", None, "no-text"),
    ("alpha-abstract", 1, "gave-up", None, "rejected", None, "no-text"),
    ("beta", 0, "solved", "c", "rejected", "proof", "statement"),
    ("beta", 1, "solved", "d", "accepted", "proof", None),
    ("beta-abstract", 0, "solved", "e", "accepted", "proof", None),
    ("beta-abstract", 1, "crash", None, "rejected", None, "no-text"),
    ("gamma", 0, "solved", "f", "unknown", None, "resources"),
    ("gamma", 1, "tokens", None, "rejected", None, "no-text"),
    ("wrong", 0, "solved", "g", "accepted", "disproof", None),
    ("wrong", 1, "gave-up", None, "rejected", None, "no-text"),
]


def rows(**changed: dict[str, object]) -> tuple[Row, ...]:
    predictions, times, verdicts = [], [], []
    for place, (name, sample, ended, text, decision, claim, reason) in enumerate(SAMPLES):
        one = Prediction.model_validate(
            {"problem": name, "statement_revision": 1, "sample": sample, "claim": None, "text": text,
             "ended": ended, "checks": place + 1, "cost": 0.5, "input_tokens": 0, "output_tokens": 0,
             "attempts": (Attempt(text_sha256="0" * 64, status="wrong", error="tactic"),),
             **changed.get("prediction", {})}
        )  # fmt: skip
        predictions.append(one)
        times.append(Times(key=one.key, wall_s=20.0 * (place + 1), peak_memory_mb=None, workers=1))
        verdicts.append(
            Verdict.model_validate(
                {"problem": name, "statement_revision": 1, "sample": sample, "statement_digest": "0" * 64,
                 "solution_sha256": text_digest(text or ""), "claimed": None, "claim": claim, "verdict": decision,
                 "reason": reason, "detail": "", "environment": HERE, "sandbox": ("Landlock",),
                 "limits": JudgeLimits(), "steps_s": {}, "wall_s": 0.5, "peak_memory_mb": None, "judge_version": 1,
                 **changed.get("verdict", {})}
            )
        )  # fmt: skip
    return join_rows(predictions, times, verdicts, PROBLEMS)
