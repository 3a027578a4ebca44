"""What the checks find of statements that are not worth having, and that they say nothing against good ones.

    python benchmarks/formalize_checks.py

Reads `misformalized.toml` and `good.toml` of tests/cases/formalize. Exits with 1 when something good is objected to.
"""

import sys
import tomllib
from pathlib import Path

from curate.formalize.checks.remarks import remark
from curate.formalize.checks.statement_checks import check_statement
from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.open import open_lean

CASES = Path(__file__).parent.parent / "tests" / "cases" / "formalize"


def said_of(lean: LeanBackend, text: str) -> set[str]:
    """What is found: checks with a proof, `said` for a remark, `refused` by the gate."""
    honesty = check_honesty(lean, text)
    if not honesty.honest or honesty.statement is None:
        return {"refused"}
    proven = {one.check for one in check_statement(lean, text) if one.answer == "proven"}
    return {*proven, *(["said"] if remark(honesty.statement) else [])}


def main() -> None:
    """Prints what is said of each statement, and the counts."""
    lean = open_lean(None)
    statements = tomllib.loads((CASES / "misformalized.toml").read_text(encoding="utf-8"))["statement"]
    found = [(one, said_of(lean, one["text"].lstrip() + "\n")) for one in statements]
    for one, said in found:
        print(f"{', '.join(sorted(said)) or '-':20} {one['kind']}")
    good = tomllib.loads((CASES / "good.toml").read_text(encoding="utf-8"))["statements"]
    alarms = [(text, said) for text in good if (said := said_of(lean, text + "\n") - {"unused"})]
    for text, said in alarms:
        print(f"{', '.join(sorted(said)):20} {text}")
    print(f"found: {sum(bool(said) for _, said in found)} of {len(found)}; alarms: {len(alarms)} of {len(good)}")
    sys.exit(bool(alarms))


if __name__ == "__main__":
    main()
