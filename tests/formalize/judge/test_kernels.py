"""Independent checkers are asked by the contract of the Kernel Arena, and each answer counts as what it is."""

import json
import sys
from pathlib import Path

import pytest

from curate.formalize.judge.judge import Judge
from curate.formalize.judge.kernels import ExternalKernel, parse_kernel
from curate.formalize.judge.lean import JudgedLean, parse_version
from curate.formalize.terms.table_reader import read_table
from curate.schemas.errors import Refused

CASES = Path(__file__).parents[2] / "cases" / "judge"
HONEST = (CASES / "attacks" / "ok-classical.lean").read_bytes()

pytestmark = pytest.mark.lean


def checker(tmp_path: Path, name: str, code: str) -> ExternalKernel:
    """A checker that is a few lines of Python; `sys.argv[1]` is the table's path."""
    script = tmp_path / f"{name}.py"
    script.write_text(f"import json, sys\nlines = [json.loads(line) for line in open(sys.argv[1])]\n{code}\n")
    return ExternalKernel(name, (sys.executable, str(script)))


@pytest.mark.parametrize(
    ("code", "answer", "verdict"),
    [
        ("sys.exit(0)", "accepts", "accepted"),
        ("print('no such recursor'); sys.exit(1)", "rejects", "rejected"),
        ("sys.exit(2)", "declines", "accepted"),
        ("sys.exit(7)", "error", "accepted"),
        ("raise SystemError", "rejects", "rejected"),
    ],
)
def test_each_exit_code_means_what_the_contract_says(code, answer, verdict, judge, challenges, tmp_path) -> None:  # type: ignore[no-untyped-def]
    more = Judge(judge.lean, (checker(tmp_path, "second", code),))
    found = more.judge(challenges["times-one"], HONEST)
    assert [one.name for one in found.kernels] == ["Lean", "second"]
    assert (found.kernels[1].answer, found.verdict) == (answer, verdict)
    assert found.reason == ("kernel" if verdict == "rejected" else None)


def test_a_checker_is_given_everything_in_an_order_in_which_it_can_be_declared(judge, challenges, tmp_path) -> None:  # type: ignore[no-untyped-def]
    kept = tmp_path / "kept.ndjson"
    code = f"import shutil; shutil.copy(sys.argv[1], {str(kept)!r}); sys.exit('module' in lines[0]['meta'])"
    found = Judge(judge.lean, (checker(tmp_path, "reader", code),)).judge(challenges["times-one"], HONEST)
    assert found.kernels[1].answer == "accepts", found.kernels[1].detail
    first, _, rest = kept.read_bytes().partition(b"\n")
    meta = {"meta": {**json.loads(first)["meta"], "module": {"imports": [], "entries": {}}}}
    table = read_table(json.dumps(meta).encode() + b"\n" + rest)
    assert {"target", "Nat", "Nat.rec", "Quot.lift"} <= table.constants.keys()
    declared = set[str]()
    for name, constant in table.constants.items():
        of_its_family = {
            one for one in table.used(constant) if constant.kind in ("inductive", "constructor", "recursor")
        }
        assert table.used(constant) - of_its_family <= declared, name
        declared.add(name)
    assert all(table.used(constant) <= declared for constant in table.constants.values())


def test_a_checker_that_is_not_there_is_an_error_of_its_own(judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    found = Judge(judge.lean, (ExternalKernel("gone", ("/nowhere/checker",)),)).judge(challenges["times-one"], HONEST)
    assert (found.verdict, found.kernels[1].answer) == ("accepted", "error")


def test_a_kernel_is_named_with_its_command() -> None:
    assert parse_kernel("nanoda=nanoda --config 'a b.json'") == ExternalKernel(
        "nanoda", ("nanoda", "--config", "a b.json")
    )
    for wrong in ("nanoda", "=x", "a b=x", "x=", "x='"):
        with pytest.raises(Refused):
            parse_kernel(wrong)


def test_an_old_kernel_decides_nothing(judge: Judge, challenges) -> None:  # type: ignore[no-untyped-def]
    lean = judge.lean
    for version, old in (("4.34.1", False), ("4.35.0-rc1", False), ("4.34.0", True), ("4.30.0", True)):
        dated = JudgedLean(lean.environment, lean.sandbox, lean.search_path, version)
        found = Judge(dated).judge(challenges["times-one"], HONEST)
        assert (found.reason == "kernel-too-old", found.verdict) == (old, "unknown" if old else "accepted")
    assert parse_version("4.34.1-rc2") < parse_version("4.34.1")
