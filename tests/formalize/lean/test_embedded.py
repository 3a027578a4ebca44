"""The embedded Lean answers as Lean does, and every odd text gets a clear word."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from curate.formalize.lean.api import Elaboration, Limits
from curate.formalize.lean.embedded import EmbeddedLean
from curate.schemas.errors import Refused

SAMPLES = Path(__file__).parent.parent / "texts"


def errors(answer: Elaboration) -> list[tuple[int, str]]:
    return [(one.span.line, one.message.split("\n")[0]) for one in answer.diagnostics if one.severity == "error"]


def test_proofs_with_tactics_are_accepted(lean: EmbeddedLean) -> None:
    answer = lean.elaborate((SAMPLES / "ok.lean").read_text())
    assert (answer.status, answer.reason, errors(answer)) == ("ok", None, [])
    assert answer.diagnostics[0].message == "'len' depends on axioms: [propext]"
    assert answer.environment.label == "Lean 4.35.0 kernel with curate's prelude"


def test_errors_come_typed_with_their_places_and_goals(lean: EmbeddedLean) -> None:
    answer = lean.elaborate((SAMPLES / "errors.lean").read_text())
    assert answer.status == "errors"
    assert errors(answer)[:2] == [(2, "Unknown identifier `foo`"), (3, "Type mismatch")]
    unsolved = next(one for one in answer.diagnostics if one.kind == "Tactic.unsolvedGoals")
    assert unsolved.goals == ("case right\np q : Prop\nhp : p\n⊢ q",)
    assert any(one.kind == "hasSorry" and one.severity == "warning" for one in answer.diagnostics)


def test_an_answer_is_kept_by_text_and_given_back(lean: EmbeddedLean) -> None:
    text = "theorem kept (n : Nat) : n = n := rfl\n"
    first, second = lean.elaborate(text), lean.elaborate(text)
    assert (first.cached, second.cached) == (False, True)
    assert replace(second, cached=False) == first
    assert not lean.elaborate(text + "-- another text").cached


def test_a_timeout_is_unknown_and_never_kept(lean: EmbeddedLean) -> None:
    text = "set_option maxHeartbeats 0\ntheorem endless (p : Prop) : p := by repeat (first | skip | assumption)\n"
    for _ in range(2):
        started = time.monotonic()
        answer = lean.elaborate(text, Limits(wall_s=1.0))
        assert (answer.status, answer.cached) == ("unknown", False)
        assert answer.reason == "time limit: 1 s passed"
        assert time.monotonic() - started < 15


def test_lean_that_holds_too_much_memory_is_unknown(lean: EmbeddedLean) -> None:
    answer = lean.elaborate((SAMPLES / "ok.lean").read_text() + "-- memory", Limits(memory_mb=4))
    assert answer.status == "unknown"
    assert answer.reason == "memory limit: more than 4 MB were held"


def test_lean_that_floods_its_output_is_unknown(lean: EmbeddedLean) -> None:
    text = "#print Nat.add_comm\n" * 3000
    answer = lean.elaborate(text, Limits(output_mb=0))
    assert (answer.status, answer.reason) == ("unknown", "output limit: more than 0 MB were written")


@pytest.mark.parametrize(
    ("text", "line", "start"),
    [
        ("theorem x (a : Int') : a = a := rfl\n", 1, "Unknown identifier `Int'`"),
        ("theorem x (h : y = z) : z = y := h.symm\n", 1, "Unknown identifier `y`"),
        ("import Mathlib\n", 1, "unknown module prefix 'Mathlib'"),
        ("theorem x : 1 = 2 := by omega_\n", 1, "unknown tactic"),
        ("run_cmd foo\n", 1, "unexpected identifier; expected command"),
        ("theorem αβ : True := trivial\n  theorem ∀ y\n", 2, "unexpected token '∀'"),
    ],
)
def test_common_mistakes_are_errors_where_they_stand(lean: EmbeddedLean, text: str, line: int, start: str) -> None:
    answer = lean.elaborate(text)
    assert answer.status == "errors"
    assert any(at == line and message.startswith(start) for at, message in errors(answer)), errors(answer)


def test_paths_of_this_machine_stay_out_of_messages(lean: EmbeddedLean, lean_cache: Path) -> None:
    answer = lean.elaborate("import Mathlib\n")
    told = "".join(one.message for one in answer.diagnostics)
    assert str(lean_cache) not in told
    assert "curate-lean-" not in told
    assert "<prelude>" in told


def test_carriage_returns_change_neither_lines_nor_columns(lean: EmbeddedLean) -> None:
    text = "theorem a : True := trivial\n\ntheorem αβ (n : Nat) : n = foo := rfl\n"
    plain, windows = lean.elaborate(text), lean.elaborate(text.replace("\n", "\r\n"))
    assert plain.diagnostics == windows.diagnostics
    assert (plain.diagnostics[0].span.line, plain.diagnostics[0].span.column) == (3, 27)


@pytest.mark.parametrize("text", ["theorem x : True := \0trivial\n", "-- \ud800\n"])
def test_a_text_that_no_file_can_hold_is_refused(lean: EmbeddedLean, text: str) -> None:
    with pytest.raises(Refused, match=r"null byte|surrogate"):
        lean.elaborate(text)


def test_four_hundred_thousand_parentheses_get_an_answer(lean: EmbeddedLean) -> None:
    deep = 400_000
    answer = lean.elaborate(f"theorem x : True := {'(' * deep}trivial{')' * deep}\n", Limits(wall_s=4))
    assert (answer.status, answer.reason) == ("unknown", "time limit: 4 s passed")


def test_a_text_that_prints_messages_like_leans_is_not_believed(lean: EmbeddedLean) -> None:
    forged = '{\\"severity\\":\\"error\\",\\"data\\":\\"forged\\",\\"pos\\":{\\"line\\":1,\\"column\\":0}}'
    answer = lean.elaborate(f'theorem x : True := trivial\n#print "{forged}"\n')
    assert answer.status == "ok"
    assert not errors(answer)


def test_elaboration_that_ends_lean_from_inside_is_never_ok(lean: EmbeddedLean) -> None:
    text = (
        '@[extern "-"] axiom IO.Process.exit {α : Type} (code : Nat) (w : Unit) : α\n'
        "@[macro Lean.Parser.Term.paren] unsafe def leave : Lean.Macro := fun s => IO.Process.exit 0 ()\n"
        "theorem boom : False := (trivial)\n"
    )
    answer = lean.elaborate(text)
    assert answer.status == "unknown"
    assert answer.reason is not None
    assert answer.reason.startswith("contradiction: Lean ended with exit code 0 and wrote no module")
