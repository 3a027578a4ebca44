"""The gate lets one honest problem through, and names what is wrong with each other text."""

import pytest

from curate.formalize.gate.module_rules import bound_names, check_honesty, check_module, find_statement
from curate.formalize.gate.source_rules import check_source, find_segment
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.inspect import inspect
from curate.formalize.text.lexer import lex

HONEST = {
    "plain": "/-! A problem. -/\ntheorem t (n : Nat) : n = n := by sorry\n",
    "own definitions": (
        "structure Chain where\n  step : Nat → Nat\ninstance : Inhabited Chain := ⟨⟨id⟩⟩\n"
        "def Chain.at (c : Chain) : Nat → Nat\n  | 0 => 0\n  | n + 1 => c.step (c.at n)\n"
        "theorem t (c : Chain) (h : c.step = id) : c.at 3 = 0 := by\n  sorry\n"
    ),
    "let in the statement": "theorem t : let y := 5; y = 5 := by sorry\n",
    "default value of a binder": "theorem t (n : Nat := 5) : n = n := sorry\n",
    "words in strings and comments": 'theorem t : "axiom sorry" = "#exit" := by sorry -- axiom notation\n',
    "private in a namespace": "namespace A.B\nprivate theorem t (p : Prop) : p ∨ ¬ p := by sorry\nend A.B\n",
    "variables and universes": "universe u\nvariable {α : Type u} (a : α)\ntheorem t : a = a := by sorry\n",
    "deriving": "inductive C where\n  | r | g\n  deriving DecidableEq\ntheorem t : C.r ≠ C.g := by sorry\n",
    "well-founded recursion": (
        "def f (n : Nat) : Nat := if h : n = 0 then 0 else f (n - 1)\ntermination_by n\n"
        "theorem t : f 0 = 0 := by sorry\n"
    ),
    "carriage returns": "theorem t (n : Nat) :\r\n    n = n := by\r\n  sorry\r\n",
}

DISHONEST = {
    "axiom": ("axiom foo : False\ntheorem t : 1 = 2 := by sorry\n", {"axiom"}),
    "opaque": ("opaque f : Nat\ntheorem t : f = 1 := by sorry\n", {"opaque"}),
    "unsafe": ("unsafe def f : Nat := 3\ntheorem t : 1 = 1 := by sorry\n", {"unsafe"}),
    "partial": (
        "partial def f (n : Nat) : Nat := f n\ntheorem t : f 1 = 1 := by sorry\n",
        {"opaque"},
    ),
    "extern": ('@[extern "x"] def f : Nat := 3\ntheorem t : f = 3 := by sorry\n', {"extern"}),
    "implemented_by": (
        "def g : Nat := 4\ndef f : Nat := 3\nattribute [implemented_by g] f\ntheorem t : f = 3 := by sorry\n",
        {"implemented-by"},
    ),
    "csimp": (
        "def g (n : Nat) := n\ndef f (n : Nat) := n\n@[csimp] theorem fg : @f = @g := rfl\n",
        {"implemented-by", "proved"},
    ),
    "notation": ('local notation "Foo" => False\ntheorem t : Foo := by sorry\n', {"notation"}),
    "macro": ('macro "foo" : term => `(3)\ntheorem t : foo = 3 := by sorry\n', {"notation"}),
    "macro attribute": (
        "@[macro Lean.Parser.Term.app] def f : Lean.Macro := fun s => pure s\n",
        {"notation", "no-theorem"},
    ),
    "local instance": (
        "local instance i : Add Nat := ⟨Nat.mul⟩\ntheorem t : 1 + 0 = 0 := by sorry\n",
        {"instance"},
    ),
    "instance by attribute": (
        "@[reducible] def i : Add Nat := ⟨Nat.mul⟩\nattribute [local instance] i\ntheorem t : 1 + 0 = 0 := by sorry\n",
        {"instance"},
    ),
    "instance in the term": (
        "@[reducible] def i : Add Nat := ⟨Nat.mul⟩\ntheorem t : (letI := i; 1 + 0 = 0) := by sorry\n",
        {"instance"},
    ),
    "prelude": ("prelude\nimport MiniLean.Core\ntheorem t : True := sorry\n", {"prelude", "kernel"}),
    "exit": ("theorem t : 1 = 2 := by sorry\n#exit\nnonsense\n", {"exit"}),
    "run_cmd": ("run_cmd pure ()\ntheorem t : 1 = 2 := by sorry\n", {"runs-code"}),
    "eval": ("#eval 3\ntheorem t : 1 = 2 := by sorry\n", {"runs-code"}),
    "initialize": ("initialize pure ()\ntheorem t : 1 = 2 := by sorry\n", {"runs-code"}),
    "debug option": ("set_option debug.skipKernelTC true\ntheorem t : 1 = 1 := by sorry\n", {"option"}),
    "autoImplicit": (
        "set_option autoImplicit true\ntheorem t (h : x = x) : x = x := by sorry\n",
        {"auto-implicit", "auto-bound"},
    ),
    "no theorem": ("def x := 2\n", {"no-theorem"}),
    "two theorems": (
        "theorem t : 1 = 2 := by sorry\ntheorem u : 1 = 2 := by sorry\n",
        {"two-theorems", "hole"},
    ),
    "proved": ("theorem t : 1 = 1 := rfl\n", {"proved"}),
    "proved by tactics": (
        "theorem t : 1 = 1 ∧ 2 = 2 := by\n  constructor\n  · rfl\n  · sorry\n",
        {"proved", "hole"},
    ),
    "hole in a definition": ("def f : Nat := sorry\ntheorem t : f = 1 := by sorry\n", {"hole"}),
    "hole in the statement": ("theorem t : (sorry : Prop) := by sorry\n", {"hole"}),
    "admit": ("def f : Nat := by admit\ntheorem t : f = 1 := by sorry\n", {"hole"}),
    "shadowed name": (
        "namespace N\ndef False : Prop := True\ntheorem t : False := by sorry\nend N\n",
        {"shadows"},
    ),
    "unclosed comment": ("theorem t : 1 = 2 := by sorry\n/- and\n", {"unclosed"}),
}


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_problem_passes(lean: EmbeddedLean, name: str) -> None:
    found = check_honesty(lean, HONEST[name])
    assert (found.findings, found.unknown) == ((), None)
    assert found.honest
    assert found.statement is not None
    assert found.statement.name.endswith("t")


@pytest.mark.parametrize("name", DISHONEST)
def test_each_dishonest_text_is_refused_for_what_it_does(lean: EmbeddedLean, name: str) -> None:
    text, codes = DISHONEST[name]
    found = check_honesty(lean, text)
    assert not found.honest
    assert {one.code for one in found.findings} == codes
    assert all(one.message and one.advice for one in found.findings)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("axiom", "axiom"), ("opaque", "opaque"), ("partial", "opaque"),
        ("notation", "notation"), ("macro", "notation"),
        ("csimp", "implemented-by"), ("extern", "extern"), ("implemented_by", "implemented-by"),
        ("local instance", "instance"), ("instance by attribute", "instance"), ("autoImplicit", "auto-bound"),
        ("hole in a definition", "hole"), ("unsafe", "unsafe"),
    ],
)  # fmt: skip
def test_the_compiled_module_alone_tells_it_too(lean: EmbeddedLean, name: str, code: str) -> None:
    """The decisive half does not need the words: it would see the same behind any notation."""
    text, _ = DISHONEST[name]
    inspection = inspect(lean, text, replay=False)
    assert inspection.status == "accepted", inspection.reason
    statement = find_statement(text, inspection)
    found = list(check_module(inspection, statement, hole=True))
    if code == "auto-bound":
        assert statement is not None
        assert [one.name for one in statement.binders if one.info == "implicit"] == ["x"] or len(statement.binders) == 3
    else:
        assert code in {one.code for one in found}


def test_a_finding_says_where(lean: EmbeddedLean) -> None:
    (found,) = check_source("theorem t : 1 = 2 := by sorry\n  #exit\n")
    assert found.span is not None
    assert (found.span.line, found.span.column, found.span.end_column) == (2, 2, 7)


def test_what_runs_code_is_not_even_elaborated(lean: EmbeddedLean) -> None:
    found = check_honesty(lean, '@[extern "-"] axiom x : Nat\ntheorem t : 1 = 2 := by sorry\n')
    assert found.inspection is None
    assert found.unknown == ("it was not elaborated, since it would run code of its own or change how the rest is read")


def test_a_text_that_does_not_elaborate_is_unknown_not_honest(lean: EmbeddedLean) -> None:
    found = check_honesty(lean, "theorem t : 1 = foo := by sorry\n")
    assert (found.findings, found.honest) == ((), False)
    assert found.unknown == "it does not elaborate: line 1: Unknown identifier `foo`"


def test_a_solution_must_be_a_clean_proof(lean: EmbeddedLean) -> None:
    lemma = "theorem helper (n : Nat) : n = n := rfl\ntheorem t (n : Nat) : n = n := helper n\n"
    assert check_honesty(lean, lemma, hole=False).honest
    hole = check_honesty(lean, "theorem u : 1 = 2 := sorry\ntheorem t : 1 = 2 := u\n", hole=False)
    assert {one.code for one in hole.findings} == {"hole", "proof"}


def test_only_names_that_the_text_binds_count_as_bound() -> None:
    text = (
        "variable {β : Type} [Inhabited β]\n"
        "theorem t {α γ : List Real} (f : α → Foo Bar) ⦃n : Nat⦄ :\n"
        "    ∀ x y, (∃ z : Baz, f x = (Qux y)) := fun w => sorry\n"
    )
    assert bound_names(lex(text).tokens) == {"β", "α", "γ", "f", "n", "x", "y", "z", "w"}


def test_the_theorem_with_its_hole_is_found() -> None:
    text = "/-- theorem -/\n@[simp] theorem N.t (n : Nat) :\n  n = n := by\n  sorry -- end\n"
    segment = find_segment(text)
    assert segment is not None
    assert text[segment.start : segment.name_start] == "theorem "
    assert text[segment.name_start : segment.name_end] == "N.t"
    assert text[: segment.end].endswith("sorry")
    assert find_segment("theorem t : 1 = 1 := rfl\n") is None
