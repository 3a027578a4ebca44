"""A project whose Lean is older: its own Lean compiles and writes tables, and the embedded kernel decides from them."""

import os
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from lean_standin import LAUNCHER, make_project, write_script

from curate.formalize.judge.challenge import Challenge, Statement, open_challenge
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.lean import JudgedLean, open_judged
from curate.formalize.judge.steps import build, check, read, write_closure
from curate.formalize.judge.verdicts import Ended
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.tables import LibraryTable, ask_kernel
from curate.formalize.lean.toolchain import SYSTEM, export_library
from curate.formalize.terms.table import Table
from curate.formalize.terms.table_reader import read_table
from curate.schemas.errors import Failed
from curate.schemas.stochbench.environment import JudgeLimits
from tests.formalize.judge.forging import ANCHOR, Mutator, swap_proof
from tests.formalize.judge.test_sandbox import ESCAPE

ROOT = Path(__file__).parents[3]
STANDIN = Path(__file__).parent / "export_standin.py"
STATED = "theorem target (a b c : Nat) (l : List Nat) : a * (b + c) = a * b + a * c ∧ (l ++ []).length = l.length"
PROBLEM = f"{STATED} := by sorry\n"
PROOF = (
    "theorem helper (a b c : Nat) : a * (b + c) = a * b + a * c := Nat.left_distrib a b c\n"
    f"{STATED} := ⟨helper a b c, by simp⟩\n"
)

pytestmark = pytest.mark.lean


@pytest.fixture(scope="module")
def toolchain(lean: EmbeddedLean, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a project and its toolchain, with the project's `lake` on PATH."""
    folder = tmp_path_factory.mktemp("older")
    make_project(folder, lean)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
        yield folder


@pytest.fixture(scope="module")
def older(toolchain: Path, judged: JudgedLean, lean: EmbeddedLean, lean_cache: Path) -> JudgedLean:
    """The embedded Lean as a project's Lean 4.30.0, with a program beside it that plays `Export.lean`."""
    python = os.path.realpath(sys.executable)
    present(toolchain, "4.30.0", lean)
    opened = open_judged(toolchain / "project", JudgeLimits(wall_s=20, memory_mb=2048), cache=lean_cache)
    assert opened.toolchain is not None
    needs = [ROOT, lean.prelude.library.parent, Path(python).parent, Path(sys.base_prefix), Path("/bin"), Path("/usr")]
    system = tuple(path for path in (*SYSTEM, *needs) if path.exists())
    return replace(opened, toolchain=replace(opened.toolchain, system=system))


def present(toolchain: Path, version: str, lean: EmbeddedLean) -> None:
    """Gives the project's `lean` another version, and `Export.lean` something that plays it."""
    python, library = os.path.realpath(sys.executable), lean.prelude.library
    body = [
        'case "$1" in',
        f'--version) echo "Lean (version {version}, x86_64-unknown-linux-gnu, commit 0123456789, Release)"; exit;;',
        f'--run) exec {python} -I -S {STANDIN} {ROOT} {library} "$3";;',
        "esac",
        f'exec {python} -I -S {LAUNCHER} {library} "$@"',
    ]
    write_script(toolchain / "toolchain" / "bin" / "lean", "\n".join(body))


@pytest.fixture(scope="module")
def challenge(older: JudgedLean) -> Challenge:
    return open_challenge(older, Statement("problem", PROBLEM, None))


@pytest.fixture(scope="module")
def proof(older: JudgedLean) -> tuple[bytes, Table]:
    """The table of an honest solution."""
    return read(older, build(older, PROOF).module)


def test_the_embedded_kernel_decides_from_tables_alone(older: JudgedLean, challenge: Challenge) -> None:
    judge = Judge(older)
    honest = judge.judge(challenge, PROOF.encode())
    assert (honest.verdict, honest.reason) == ("accepted", None), honest.detail
    assert (honest.environment.lean_version, honest.environment.implementation) == ("4.30.0", "project")
    assert [(one.name, one.version, one.answer) for one in honest.kernels] == [("Lean", "4.35.0", "accepts")]
    for text, reason in ((PROBLEM, "axioms"), (PROOF.replace("(l : List Nat)", "(l : List Bool)"), "statement")):
        assert judge.judge(challenge, text.encode()).reason == reason


def test_theorems_may_be_given_without_their_proofs(older: JudgedLean, challenge: Challenge) -> None:
    short = replace(older, toolchain=replace(older.toolchain, proved=0))
    honest = Judge(short).judge(challenge, PROOF.encode())
    assert (honest.verdict, honest.reason) == ("accepted", None), honest.detail
    assert set(honest.axioms) <= {"propext", "Quot.sound", "Classical.choice"}
    swapped = build(short, PROOF + ANCHOR).module
    forged = Judge(short).judge_module(challenge, swap_proof(swapped, "target"))
    assert (forged.verdict, forged.reason) == ("unknown", "library"), "without the proofs, no rejection is certain"


def test_a_library_that_is_too_large_leaves_the_verdict_open(older: JudgedLean, proof: tuple[bytes, Table]) -> None:
    small = replace(older, toolchain=replace(older.toolchain, proved=10, most=20))
    with pytest.raises(Ended, match="rests on") as ended:
        check(small, proof[0])
    assert (ended.value.decision, ended.value.reason) == ("unknown", "library")


def test_forged_tables_of_the_solution_and_of_the_library_prove_nothing(
    older: JudgedLean, proof: tuple[bytes, Table]
) -> None:
    text, table = proof
    library = export_library(older.sandbox, older.toolchain, table)
    question = {"replay": True, "types": False}
    assert ask_kernel(older.sandbox, library, text, question)["error"] is None
    chance, refused = random.Random(3), 0
    for turn in range(6):
        mutator = Mutator(text if turn % 2 else library.text, chance)
        changed = mutator.change(chance.choice([one for one, (_, term) in mutator.terms.items() if "app" in term]))
        given = (library, changed) if turn % 2 else (replace(library, text=changed), text)
        refused += ask_kernel(older.sandbox, *given, question)["error"] is not None
    assert refused >= 5
    head = library.text.partition(b"\n")[0] + b"\n"
    for cut in (library.text[:-200], library.text[100:], b"", head):
        assert ask_kernel(older.sandbox, LibraryTable(cut, (), ()), text, question)["error"] is not None


def test_a_further_kernel_is_given_what_an_older_lean_wrote(older: JudgedLean, proof: tuple[bytes, Table]) -> None:
    closure = write_closure(older, proof[0], "target")
    meta, _, rest = closure.partition(b"\n")
    table = read_table(meta.replace(b"}}}", b'},"module":{"imports":[],"entries":{}}}}') + b"\n" + rest)
    assert {"target", "helper", "Nat.rec", "Nat.left_distrib", "Quot.lift"} <= table.constants.keys()
    assert all(table.used(one) <= table.constants.keys() for one in table.constants.values())


def test_code_in_a_solution_does_not_leave_the_jail_of_an_older_lean(
    older: JudgedLean, challenge: Challenge, tmp_path: Path
) -> None:
    place = tmp_path / "escaped"
    verdict = Judge(older, gate=False).judge(challenge, ESCAPE.replace("PLACE", str(place)).encode())
    assert (verdict.verdict, place.exists()) == ("rejected", False)
    assert "could not write" in verdict.detail


def test_a_newer_lean_is_refused(toolchain: Path, older: JudgedLean, lean: EmbeddedLean, lean_cache: Path) -> None:
    present(toolchain, "4.36.0", lean)
    with pytest.raises(Failed, match="that or an older"):
        open_judged(toolchain / "project", cache=lean_cache)
    present(toolchain, "4.30.0", lean)


def test_a_lean_that_says_nothing_of_its_library_leaves_the_verdict_open(
    older: JudgedLean, proof: tuple[bytes, Table], toolchain: Path, lean: EmbeddedLean
) -> None:
    for body, reason in (("exit 0", "library"), ("exit 1", "crash"), ("kill -9 $$", "crash"), ("echo '{}'", "library")):
        write_script(toolchain / "toolchain" / "bin" / "lean", body)
        with pytest.raises(Ended) as ended:
            check(older, proof[0])
        assert (ended.value.decision, ended.value.reason) == ("unknown", reason)
    present(toolchain, "4.30.0", lean)
