"""What a text hides from a scanner of its characters, Lean's own parser sees."""

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
PLAIN = (
    "theorem t {α : Type} [LT α] (a b : α) (h : a < b) : ∃ c, a < c := by sorry\n",
    "structure Point where\n  x : Nat\n\ntheorem t [LT Point] (a b : Point) (h : a < b) : ∃ c, a < c := by sorry\n",
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


@pytest.mark.parametrize("text", OVERRIDING)
def test_an_instance_of_a_library_class_on_a_library_type_is_refused_as_a_binder(lean: EmbeddedLean, text: str) -> None:
    assert [finding.code for finding in check_honesty(lean, text).findings] == ["instance"]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_statements_pass(lean: EmbeddedLean, text: str) -> None:
    found = check_honesty(lean, text)
    assert (found.findings, found.unknown) == ((), None)


def test_what_lean_can_t_be_asked_about_is_never_honest(lean: EmbeddedLean, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EmbeddedLean(lean.prelude.model_copy(update={"directory": lean.prelude.directory / "no-such"}))
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
