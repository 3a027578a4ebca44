"""What the checks find of statements that are not worth having, and that they say nothing against good ones.

    python benchmarks/formalize_checks.py [misformalized] [good]

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


def misformalized(lean: LeanBackend) -> bool:
    """Prints what is found of each kind; whether nothing is amiss."""
    statements = tomllib.loads((CASES / "misformalized.toml").read_text(encoding="utf-8"))["statement"]
    found = 0
    for one in statements:
        said = said_of(lean, one["text"].lstrip() + "\n")
        found += bool(said)
        print(f"{', '.join(sorted(said)) or '-':20} {one['kind']}", flush=True)
    print(f"found: {found} of {len(statements)}")
    return True


def good(lean: LeanBackend) -> bool:
    """Prints what is said against good statements; whether it is nothing."""
    statements = tomllib.loads((CASES / "good.toml").read_text(encoding="utf-8"))["statements"]
    alarms = 0
    for text in statements:
        if said := said_of(lean, text + "\n") - {"unused"}:
            alarms += 1
            print(f"{', '.join(sorted(said)):20} {text}", flush=True)
    print(f"alarms: {alarms} of {len(statements)}")
    return not alarms


def main() -> None:
    """Runs one of the two lists, or both."""
    lean, parts = open_lean(None), {"misformalized": misformalized, "good": good}
    fine = [parts[name](lean) for name in sys.argv[1:] or parts]
    sys.exit(not all(fine))


if __name__ == "__main__":
    main()
