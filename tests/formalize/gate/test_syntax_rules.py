"""What a text hides from a scanner of its characters, Lean's own parser sees."""

from dataclasses import replace

import pytest

from curate.formalize.gate.module_rules import FORBIDDEN_TABLES, check_honesty
from curate.formalize.gate.source_rules import FORBIDDEN, FORBIDDEN_ATTRIBUTES, FORBIDDEN_OPTIONS, check_source
from curate.formalize.gate.syntax_rules import check_syntax
from curate.formalize.lean.embedded import EmbeddedLean

pytestmark = pytest.mark.lean

SWAPPED = "local macro_rules | `($a < $b) => `(Nat.lt $b $a)"
THEOREM = "theorem t (f : Nat → Nat) (h : ∀ k, f k < f (k + 1)) : f 0 < f 5 := by sorry"
HIDDEN = {
    "in a comment that only looks nested": (f"/-/- -/\n{SWAPPED}\n-- -/\n{THEOREM}\n", "notation"),
    "behind a quote after a Greek letter": (
        f"def has (ϕ' : Char) : Prop := ϕ'='-'∧'\"'=ϕ'\n{SWAPPED}\n-- \"\n{THEOREM}\n",
        "notation",
    ),
    "behind a quote after an accented letter": (
        f"def has (é' : Char) : Prop := é'='-'∧'\"'=é'\n{SWAPPED}\n-- \"\n{THEOREM}\n",
        "notation",
    ),
    "an option in guillemets": (f"set_option «debug».skipKernelTC true\n{THEOREM}\n", "option"),
    "an option wholly in guillemets": (f"set_option «debug».«skipKernelTC» true\n{THEOREM}\n", "option"),
    "auto-binding in guillemets": (f"set_option «relaxedAutoImplicit» true\n{THEOREM}\n", "auto-implicit"),
    "an attribute in guillemets": (
        f"def zero (n : Nat) : Nat := n\n@[«implemented_by» zero] def one (n : Nat) : Nat := n\n{THEOREM}\n",
        "implemented-by",
    ),
    "a command after a sign that is no letter": (f"def f := 1ᵀrun_cmd foo\n{THEOREM}\n", "runs-code"),
    "an option in a command": (f"set_option debug.skipKernelTC true in\n{THEOREM}\n", "option"),
    "notation in a section": (f'section\nlocal notation "ℕ" => Bool\n{THEOREM}\nend\n', "notation"),
    "an instance taken from the library": (f"attribute [-instance] instLTNat\n{THEOREM}\n", "instance"),
    "a definition that proofs can't unfold": (f"attribute [local irreducible] Nat.lt\n{THEOREM}\n", "irreducible"),
    "a module header": (f"module\n{THEOREM}\n", "prelude"),
    "a second theorem": (f"/-/- -/\ntheorem first : 1 = 1 := by sorry\n-- -/\n{THEOREM}\n", "two-theorems"),
}
OVERRIDING = (
    "theorem t [LT Nat] (a b : Nat) (h : a < b) : a + 1 < b + 1 := by sorry\n",
    "theorem t [Add Nat] (a b : Nat) : a + b = b + a := by sorry\n",
    "theorem t (other : Mul Nat) (a b : Nat) : a * b = b * a := by sorry\n",
)
BENT = {
    "a type of the library's name": (
        "theorem t (Nat : Type) (f : Nat → Nat) (a : Nat) : f a = a := by sorry",
        "shadows",
    ),
    "such a name inside": ("theorem t : let Nat := Bool; ∀ n : Nat, n = true ∨ n = false := by sorry", "shadows"),
    "such a name in a definition": (
        "def S (Nat : Type) := Nat → Nat\ntheorem t (f : S Bool) : f = f := by sorry",
        "shadows",
    ),
    "a connective's name": (
        "theorem t (Not : Prop → Prop) (p : Prop) (h : Not p) : Not (Not p) := by sorry",
        "shadows",
    ),
    "another name by open": (
        "open Nat renaming pred → succ\ntheorem t (n : Nat) : succ n ≤ n := by sorry",
        "shadows",
    ),
    "another name by export": (
        "namespace A\ndef succ (n : Nat) := n - 1\nend A\nexport A (succ)\n"
        "theorem t (n : Nat) : succ n ≤ n := by sorry",
        "command",
    ),
    "a pattern that fits everything": (
        "def isZero (n : Nat) : Prop := match n with\n  | zero => zero = zero\n"
        "theorem t (n : Nat) (h : isZero n) : n + 1 = 1 + n := by sorry",
        "shadows",
    ),
    "a class that extends one of the library's": (
        "class Twist extends LE Nat\ntheorem t [Twist] (a b : Nat) (h : a ≤ b) : a ≤ b + 1 := by sorry",
        "instance",
    ),
    "an instance under another name of a type": (
        "abbrev State := Nat\ninstance : LT State := ⟨fun a b => Nat.lt b a⟩\n"
        "theorem t (a b : Nat) (h : a < b) : a < b + 1 := by sorry",
        "instance",
    ),
    "an operation on numbers with another value": (
        "structure Box where\n  n : Nat\ninstance : HAdd Nat Nat Box := ⟨fun a _ => ⟨a⟩⟩\n"
        "theorem t (a b : Nat) : a + b = b + a := by sorry",
        "instance",
    ),
    "an instance by let": (
        "theorem t (a b : Nat) (h : a < b) : let i : LT Nat := ⟨fun a b => Nat.lt b a⟩; b < a := by sorry",
        "instance",
    ),
    "an instance in a definition": (
        "def inc (f : Nat → Nat) [LT Nat] : Prop := ∀ k, f k < f (k + 1)\n"
        "theorem t (f : Nat → Nat) (h : inc f) : f 0 < f 5 := by sorry",
        "instance",
    ),
    "an instance in a hypothesis": (
        "theorem t (f : Nat → Nat) (h : ∀ [LT Nat], ∀ k, f k < f (k + 1)) : f 0 = f 1 := by sorry",
        "instance",
    ),
    "a coercion under another name of a type": (
        "abbrev B := Bool\ninstance : Coe B Nat := ⟨fun _ => 7⟩\ntheorem t (b : Bool) : (b : Nat) = 7 := by sorry",
        "instance",
    ),
    "a type that is called like numbers": ("theorem t (ℕ : Type) (f : ℕ → ℕ) (a : ℕ) : f a = a := by sorry", "shadows"),
    "letters of another script": ("def Νat := Bool\ntheorem t (f : Νat → Νat) : f = f := by sorry", "unreadable"),
    "text that runs the other way": (f"/- \u202e gninnur -/\n{THEOREM}", "unreadable"),
    "two names that look the same": (
        "theorem t (n «n\u200b» : Nat) (h : n = 0) : «n\u200b» = 0 := by sorry",
        "unreadable",
    ),
}
PLAIN = (
    "theorem t {α : Type} [LT α] (a b : α) (h : a < b) : ∃ c, a < c := by sorry\n",
    "structure Point where\n  x : Nat\n\ntheorem t [LT Point] (a b : Point) (h : a < b) : ∃ c, a < c := by sorry\n",
    "class Chain (S : Type) extends LE S\n\n"
    "theorem t {S : Type} [Chain S] (a b : S) (h : a ≤ b) : ∃ c, a ≤ c := by sorry\n",
    "inductive Side where\n  | left | right\n  deriving DecidableEq\n\n"
    "theorem t (s : Side) : (if s = .left then 1 else 0) ≤ 1 := by sorry\n",
    "def half : Nat → Nat\n  | .zero => 0\n  | .succ n => n / 2\n\n"
    "theorem t (p : Nat → Prop) (zero : p 0) (succ : ∀ n, p n → p (n + 1)) : ∀ n, p (half n) := by sorry\n",
    "open Nat hiding pred\n\ntheorem t (ν n : Nat) (Χ : Nat → Nat) : Χ (succ n) + ν = ν + Χ (n + 1) := by sorry\n",
    "namespace Walk.Fast\n\nopen Nat in\ntheorem t (n : Nat) : succ n = n + 1 := by sorry\n\nend Walk.Fast\n",
)
WORDS = (
    "#eval #eval! #exit axiom axioms binder_predicate builtin_initialize by_elab constant "
    "declare_simp_like_tactic declare_syntax_cat dsimproc elab elab_rules eval% include_str infix infixl infixr "
    "initialize macro macro_rules notation notation3 opaque partial postfix prefix prelude register_simp_attr run_cmd "
    "run_elab run_meta run_tac simproc simproc_decl syntax unif_hint unsafe"
)
ATTRIBUTES = (
    "app_delab app_unexpander builtin_init builtin_macro coe coe_decl command_elab command_parser csimp "
    "default_instance delab export extern formatter implemented_by init instance irreducible macro macro_inline "
    "parenthesizer simproc tactic "
    "tactic_parser term_elab term_parser unexpander unification_hint"
)
OPTIONS = ("debug.", "bootstrap.", "autoImplicit", "relaxedAutoImplicit", "checkBinderAnnotations", "internal.")
TABLES = (
    "Lean.externAttr Lean.Compiler.implementedByAttr Lean.Compiler.CSimp.ext Lean.Parser.parserExtension "
    "Lean.Elab.macroAttribute Lean.PrettyPrinter.Delaborator.appUnexpanderAttribute Lean.Elab.Term.termElabAttribute "
    "Lean.Elab.Command.commandElabAttribute Lean.Elab.Tactic.tacticElabAttribute Lean.Meta.defaultInstanceExtension "
    "Lean.regularInitAttr Lean.builtinInitAttr Lean.Meta.Simp.simprocExtension"
)


@pytest.mark.parametrize("name", HIDDEN)
def test_what_hides_from_a_scanner_is_refused_for_what_it_is(lean: EmbeddedLean, name: str) -> None:
    text, code = HIDDEN[name]
    assert code in {finding.code for finding in check_honesty(lean, text).findings}


@pytest.mark.parametrize("name", BENT)
def test_what_makes_a_text_mean_something_else_than_it_shows_is_refused(lean: EmbeddedLean, name: str) -> None:
    text, code = BENT[name]
    assert {finding.code for finding in check_honesty(lean, f"{text}\n").findings} == {code}


@pytest.mark.parametrize("text", OVERRIDING)
def test_an_instance_of_a_library_class_on_a_library_type_is_refused_as_a_binder(lean: EmbeddedLean, text: str) -> None:
    assert [finding.code for finding in check_honesty(lean, text).findings] == ["instance"]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_statements_pass(lean: EmbeddedLean, text: str) -> None:
    found = check_honesty(lean, text)
    assert (found.findings, found.unknown) == ((), None)


def test_what_lean_can_t_be_asked_about_is_never_honest(lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EmbeddedLean(replace(lean.prelude, directory=lean.prelude.directory / "no-such"))
    assert check_syntax(broken, f"{THEOREM}\n").unknown is not None


def test_every_row_of_the_gates_tables_is_there() -> None:
    """The lists stand here a second time, so that no row is lost by accident."""
    assert set(FORBIDDEN) == set(WORDS.split())
    assert set(FORBIDDEN_ATTRIBUTES) == set(ATTRIBUTES.split())
    assert set(FORBIDDEN_OPTIONS) == set(OPTIONS)
    assert set(FORBIDDEN_TABLES) == set(TABLES.split())


@pytest.mark.parametrize("word", [word for word in WORDS.split() if word != "eval%"])  # one token to Lean only
def test_each_forbidden_word_is_found(word: str) -> None:
    assert FORBIDDEN[word][0] in {finding.code for finding in check_source(f"{word} x\n{THEOREM}\n")}


@pytest.mark.parametrize("word", ATTRIBUTES.split())
def test_each_forbidden_attribute_is_found(word: str) -> None:
    found = check_source(f"@[simp, {word}] def x := 1\n{THEOREM}\n")
    assert FORBIDDEN_ATTRIBUTES[word] in {finding.code for finding in found}


@pytest.mark.parametrize("option", OPTIONS)
def test_each_forbidden_option_is_found(option: str) -> None:
    name = f"{option}some" if option.endswith(".") else option
    found = {finding.code for finding in check_source(f"set_option {name} true\n{THEOREM}\n")}
    assert found & {"option", "auto-implicit"}
