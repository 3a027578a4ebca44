"""Statements on the signatures of Mathlib: what is refused, what may be said of what is not, and the locks."""

import os
import subprocess
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from curate.formalize.checks.statement_checks import CHECKS, check_statement
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.mathlib_names import (
    Lock,
    Locked,
    Place,
    compare_names,
    find_names,
    make_lock,
    read_lock,
    read_names,
    search_names,
)
from curate.formalize.lean.signatures import find_shim, list_revisions, open_signatures
from curate.formalize.records.collection import read_entries, read_library, render_statement
from curate.formalize.records.definitions import NO_EXAMPLE, check_examples, render_examples
from curate.schemas.errors import Refused

FAULTS = Path(__file__).parents[2] / "cases" / "stochbench" / "type-faults.toml"
ENTRIES = {entry.id: entry for entry in read_entries()}
STATED = next(entry for entry in ENTRIES.values() if entry.id == "optional-stopping-at-a-bounded-time")


@pytest.mark.lean
def test_every_fault_of_type_is_refused() -> None:
    faults = [tuple(one) for one in tomllib.loads(FAULTS.read_text(encoding="utf-8"))["faults"]]
    leans = {revision: open_signatures(revision) for revision in list_revisions()}

    def status(fault: tuple[str, str, str]) -> str:
        entry = ENTRIES[fault[0]]
        text = render_statement(entry)
        start = text.rindex("theorem ")
        statement = " ".join(text[start:].split())
        assert fault[1] in statement, fault
        return leans[entry.revision].elaborate(text[:start] + statement.replace(fault[1], fault[2], 1) + "\n").status

    with ThreadPoolExecutor(2) as pool:
        said = dict(zip(faults, pool.map(status, faults), strict=True))
    assert len(faults) >= 30
    assert [fault for fault, one in said.items() if one != "errors"] == []


@pytest.mark.lean
def test_the_same_text_passes_one_revision_and_fails_the_other() -> None:
    text = render_statement(STATED)
    assert {revision: open_signatures(revision).elaborate(text).status for revision in list_revisions()} == {
        "efe911a4": "ok",
        "97038c23": "errors",
    }


@pytest.mark.lean
def test_nothing_is_proved_on_signatures_and_the_label_says_so() -> None:
    lean = open_signatures("efe911a4")
    answers = {one.check: one.answer for one in check_statement(lean, render_statement(STATED))}
    assert answers == dict.fromkeys(CHECKS, "unknown")
    assert "not checked in Mathlib, nothing proved" in lean.environment.label
    assert lean.environment.implementation == "signatures"


def test_a_revision_without_signatures_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Refused, match="there are: 97038c23, efe911a4"):
        find_shim("0123456789")


@pytest.mark.parametrize("revision", list_revisions())
def test_a_lock_names_exactly_what_its_shim_declares(revision: str) -> None:
    names = read_names(revision)
    assert len(names) >= 100
    assert set(read_lock(revision).names) == set(names)
    assert all((one.place is None) != (one.reason is None) for one in read_lock(revision).names.values())


def _clone(tmp_path: Path, text: str) -> Path:
    (tmp_path / "Mathlib").mkdir()
    (tmp_path / "Mathlib" / "Walk.lean").write_text(text, encoding="utf-8")
    for command in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "walks"],
    ):
        subprocess.run(["git", "-C", str(tmp_path), *command], check=True, timeout=60)
    return tmp_path


def test_names_are_found_by_namespace_and_a_changed_signature_is_told_from_a_moved_one(tmp_path: Path) -> None:
    text = (
        "module\n@[expose] public section\nnamespace MeasureTheory\nsection\n/-- A walk. -/\n"
        "@[simp] noncomputable def walk (n : ℕ) :\n    ℝ := 0\nend\nend MeasureTheory\ndef walk := 1\n"
    )
    clone = _clone(tmp_path, text)
    found = find_names(clone, "HEAD", {"MeasureTheory.walk"})
    place = found["MeasureTheory.walk"][0]
    assert [one.kind for one in found["MeasureTheory.walk"]] == ["def"]
    places = {
        "as locked": place,
        "moved": place.model_copy(update={"file": "Mathlib/Old.lean"}),
        "changed": Place(file=place.file, kind="def", signature_sha256="0" * 64),
    }
    for finding, locked in places.items():
        lock = Lock(revision="HEAD", compared=True, names={"MeasureTheory.walk": Locked(place=locked)})
        assert [one.finding for one in compare_names(lock, ["MeasureTheory.walk"], found)] == [finding]
    assert compare_names(lock, ["MeasureTheory.walk"], {})[0].finding == "lost"
    assert compare_names(lock, ["other"], {})[0].finding == "not locked"


def test_a_name_that_is_nowhere_gets_no_lock_without_a_reason() -> None:
    lock = Lock(revision="HEAD", compared=True, names={"tsum": Locked(reason="made by to_additive")})
    assert make_lock(lock, ["tsum", "Real.instAdd"], {}).names["tsum"].reason == "made by to_additive"
    with pytest.raises(Refused, match=r"Real\.exp is declared in 0 places"):
        make_lock(lock, ["tsum", "Real.exp"], {})


def test_an_additive_lemma_is_looked_up_by_the_multiplicative_one_that_it_is_made_of(tmp_path: Path) -> None:
    clone = _clone(
        tmp_path, "@[to_additive]\ntheorem Fintype.prod_bool (f : Bool → α) : ∏ b, f b = f true * f false := x\n"
    )
    written = Locked(reason="made by to_additive", written_as="Fintype.prod_bool")
    lock = Lock(revision="HEAD", compared=True, names={"Fintype.sum_bool": written})
    made = make_lock(lock, ["Fintype.sum_bool"], search_names(clone, lock, ["Fintype.sum_bool"]))
    place = made.names["Fintype.sum_bool"].place
    assert (place is not None, made.names["Fintype.sum_bool"].written_as) == (True, "Fintype.prod_bool")
    assert (
        compare_names(made, ["Fintype.sum_bool"], search_names(clone, made, ["Fintype.sum_bool"]))[0].finding
        == "as locked"
    )


@pytest.mark.lean
def test_every_definition_over_mathlib_has_an_example_and_a_near_miss_or_a_reason() -> None:
    checked = check_examples(open_signatures("efe911a4"), "efe911a4")
    assert [(one.definition, one.words) for one in checked if one.finding != "proved"] == []
    assert [one.definition for one in checked] == [block.name for block in read_library("Stoch")]
    assert {one.definition for one in checked if one.shows == "near miss"} == {f"Stoch.{name}" for name in NO_EXAMPLE}
    assert all(one.rests_on for one in checked)
    assert all(one.words for one in checked if one.shows == "near miss")


@pytest.mark.lean
def test_examples_for_a_real_mathlib_hold_none_of_our_lemmas_and_prove_nothing_without_it(lean: EmbeddedLean) -> None:
    assert "axiom" not in render_examples(None)
    assert "axiom mul_one" in render_examples("efe911a4")
    with pytest.raises(Refused, match="no lemmas of Mathlib 97038c23"):
        render_examples("97038c23")
    assert {one.finding for one in check_examples(lean, None)} == {"not proved"}


def test_what_is_no_revision_never_reaches_git(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is no revision"):
        find_names(tmp_path, "--upload-pack=touch", {"x"})
    with pytest.raises(Refused, match="so nothing was compared"):
        find_names(tmp_path, "efe911a4", {"x"})


@pytest.mark.parametrize("revision", list_revisions())
def test_the_lock_agrees_with_a_clone_of_mathlib(revision: str) -> None:
    clone = os.environ.get("CURATE_TEST_MATHLIB")
    names, lock = read_names(revision), read_lock(revision)
    if not lock.compared:
        pytest.skip(f"the lock of {revision} was made without a clone of Mathlib, and names no place to be compared")
    if clone is None:
        pytest.skip(f"CURATE_TEST_MATHLIB names no clone of mathlib4 that holds {revision}: the lock was not compared")
    compared = compare_names(lock, names, search_names(Path(clone), lock, names))
    assert {one.finding for one in compared} == {"as locked", "not found as text"}
