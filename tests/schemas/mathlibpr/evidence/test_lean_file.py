"""Lean files are read as text: what they declare, import and document, whatever the bytes are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curate.schemas.mathlibpr.evidence.comments import mask_comments
from curate.schemas.mathlibpr.evidence.lean_file import Declaration, parse_lean
from curate.schemas.mathlibpr.evidence.stored import dump_lean, load_lean

FILE = """/-
Copyright (c) 2024 A. Author. All rights reserved.
-/
module

public import Mathlib.Algebra.Group.Basic
import all Mathlib.Data.«Odd».Basic -- why
import Mathlib.Algebra.Group.Basic

/-! # A file -/

open Nat in
/-- Says /- nested -/ things. -/
@[simp, to_additive (attr := norm_cast) "a ] doc",
  deprecated foo (since := "2024-01-01")]
protected theorem Foo.bar_add {a b : ℕ} (h : a = b) :
    a + b = b + a := by
  simp [-- theorem fake : True
    h]

namespace A.B

section C.D
private lemma mul_le_of_lt : True ∧ "theorem x := -- no".length = 22 := by
  exact ⟨trivial, rfl⟩
end C.D

noncomputable def _root_.top_level : ℕ :=
  let s := "
theorem not_a_theorem : False"
  s.length

alias ⟨to, from_⟩ := Iff.rfl

instance (priority := 100) named.inst : Inhabited ℕ := ⟨0⟩

instance : Inhabited Bool where
  default := true

structure S.{u} (α : Type u) where
  x : α

end A.B

/- theorem hidden : False -/
lemma last : r"\\" = r"\\" := rfl
"""


def declared(text: str) -> dict[str | None, Declaration]:
    return {one.name: one for one in parse_lean(text.encode()).declarations}


def test_a_files_declarations_have_their_full_names() -> None:
    names = [one.name for one in parse_lean(FILE.encode()).declarations]
    assert names == [
        "Foo.bar_add", "A.B.mul_le_of_lt", "top_level", "A.B.to", "A.B.from_", "A.B.named.inst", None, "A.B.S", "last",
    ]  # fmt: skip


def test_attributes_docstrings_and_privacy_belong_to_their_declaration() -> None:
    found = declared(FILE)
    assert found["Foo.bar_add"].attributes == ("simp", "to_additive", "deprecated")
    assert found["Foo.bar_add"].documented
    assert not found["A.B.mul_le_of_lt"].documented
    assert found["A.B.mul_le_of_lt"].private
    assert not found["top_level"].private


def test_a_statement_ends_where_its_proof_begins() -> None:
    found = declared(FILE)
    assert found["Foo.bar_add"].proof_lines == 3
    assert found["A.B.mul_le_of_lt"].proof_lines == 2
    assert found["A.B.mul_le_of_lt"].unspoken == ("mul", "le", "lt")
    assert found["Foo.bar_add"].unspoken == ()


def test_the_head_of_a_file_is_read() -> None:
    file = parse_lean(FILE.encode())
    assert file.imports == ("Mathlib.Algebra.Group.Basic", "Mathlib.Data.«Odd».Basic")
    assert file.has_copyright
    assert file.has_module_doc
    assert file.lines == FILE.count("\n")
    assert file.comments[0] == (1, 3)


def test_a_statement_is_the_same_whatever_its_name_and_layout() -> None:
    one = declared("theorem a (x : ℕ) (h : 0 < x) (k : x < 100) : x ≠ 0 := h.ne'")["a"]
    other = declared("@[simp]\nlemma b.c (x : ℕ)\n    (h : 0 < x) (k : x < 100) : -- why\n    x ≠ 0 := by omega")["b.c"]
    assert one.statement is not None
    assert one.statement == other.statement
    assert one.body != other.body
    assert declared("theorem a : 1 = 1 := rfl")["a"].statement is None


def test_scopes_close_by_the_number_of_names_that_they_opened() -> None:
    text = "namespace A.B\nnamespace C\nend C\nend B\ntheorem x : t := p\nend A\ntheorem y : t := p\nend\nend\n"
    assert list(declared(text + "theorem z : t := p")) == ["A.x", "y", "z"]


@pytest.mark.parametrize(
    "text",
    ["/-" * 5000, '"' * 9999, '"\\' * 5000, "@[" * 5000, "(" * 20000, "theorem " * 3000, "r#" * 4000 + '"',
     "end A.B\n" * 999, "@[simp]\n" * 3000, "open a in\n" * 2000, "namespace a\n" * 3000 + "theorem x : y := z"],
)  # fmt: skip
def test_hostile_text_is_read_in_linear_time(text: str) -> None:
    parse_lean(text.encode())


@settings(deadline=None)
@given(
    st.binary(max_size=400) | st.text(alphabet='theorm inspac/-"\\@[]:=\n⟨⟩(){}«»\t\r', max_size=400).map(str.encode)
)
def test_no_bytes_are_too_odd(data: bytes) -> None:
    file = parse_lean(data)
    assert load_lean(dump_lean(file)) == file
    assert all(1 <= one.line <= max(1, data.count(b"\n") + 1) for one in file.declarations)


@settings(deadline=None)
@given(st.text(alphabet="ab/-\"\\\n'r#", max_size=200))
def test_masking_keeps_every_line_in_its_place(text: str) -> None:
    assert len(mask_comments(text).lines) == text.count("\n") + 1
