"""The Lean that proof candidates are made of: tactics, values, and proofs with places for names."""

from typing import Literal

Implementation = Literal["embedded", "project"]

SHALLOW: dict[Implementation, tuple[str, ...]] = {
    "embedded": ("rfl", "assumption", "trivial", "decide", "simp", "simp_all"),
    "project": ("rfl", "assumption", "trivial", "decide", "simp", "simp_all", "norm_num", "tauto"),
}
"""Tactics that close nothing but trivial goals."""
DEEP: dict[Implementation, tuple[str, ...]] = {
    "embedded": ("contradiction", "omega"),
    "project": ("contradiction", "omega", "linarith", "positivity", "aesop", "grind"),
}
"""Tactics that find short proofs."""
VALUES: dict[str, tuple[str, ...]] = {
    "Nat": ("0", "1", "2", "3"),
    "Int": ("0", "1", "(-1)", "2", "(-2)"),
    "Bool": ("true", "false"),
    "Prop": ("True", "False"),
    "Type": ("Nat", "Bool", "Unit", "Empty"),
    "Nat → Nat": ("(fun _ => 0)", "(fun n => n)", "(fun n => n + 1)", "(fun _ => 1)"),
    "Nat → Prop": ("(fun _ => False)", "(fun _ => True)", "(fun n => n = 0)"),
    "Nat → Bool": ("(fun _ => false)", "(fun _ => true)"),
    "List Nat": ("[]", "[0]", "[1]", "[1, 0]", "[0, 1, 2]"),
}
"""Values that are tried for a variable, by the text of its type."""
BOUNDS = (
    "exact absurd (Nat.lt_trans {0} {1}) (by decide)",
    "exact absurd (Nat.lt_of_lt_of_le {0} {1}) (by decide)",
    "exact absurd (Nat.lt_of_le_of_lt {0} {1}) (by decide)",
    "exact absurd (Nat.le_trans {0} {1}) (by decide)",
    "exact Nat.lt_irrefl _ (Nat.lt_trans {0} {1})",
    "exact Nat.lt_irrefl _ (Nat.lt_of_lt_of_le {0} {1})",
    "exact Nat.lt_irrefl _ (Nat.lt_of_le_of_lt {0} {1})",
)
"""Two bounds on the same number that leave nothing between them."""
ONE = (
    "exact (fun k => k ({0}.2 k)) (fun p => {0}.1 p p)",
    "exact Nat.lt_irrefl _ (Nat.lt_of_le_of_lt (Nat.le_add_right _ _) {0})",
    "exact Nat.lt_irrefl _ (Nat.lt_of_le_of_lt (Nat.le_add_left _ _) {0})",
    "exact absurd (Nat.add_left_cancel (show _ + 0 = _ + (_ + 1) from {0})) (by decide)",
    "exact absurd (Nat.add_left_cancel (show _ + (_ + 1) = _ + 0 from {0})) (by decide)",
)
"""What no proposition and no number does: be the same as its negation, be less than a part of it."""
EMPTY = ("nomatch {0}", "exact absurd {0}.2 (Nat.not_lt_zero _)", "cases {0}")
INSTANCES = ("0", "0 0", "0 rfl", "0 0 rfl", "0 0 0 rfl", "0 0 0", "1", "0 1")
"""Values at which a hypothesis about all numbers is looked at."""
FALLING = (
    "have fall : ∀ n, {0} n + n ≤ {0} 0 := fun n => Nat.rec (motive := fun n => {0} n + n ≤ {0} 0) (Nat.le_refl _) "
    "(fun n ih => Nat.le_trans (by have k := Nat.add_le_add_right ({1} n) n; rw [Nat.succ_add] at k; exact k) ih) n; "
    "exact Nat.lt_irrefl _ (Nat.le_trans (Nat.le_add_left _ _) (fall ({0} 0 + 1)))"
)
"""A sequence of natural numbers that falls at each step."""
RISES = (4, 8)
"""After how many steps a bound on what rises by one is looked at."""
CASES = (
    "cases {0} <;> first | exact absurd {1} (by decide) | exact Nat.lt_irrefl _ (Nat.lt_trans {1} (Nat.lt_succ_self _))"
)
"""A bound that fails for 0 and for every other number."""
WITNESSES = ("⟨_, rfl⟩", "⟨_, Nat.le_refl _⟩", "⟨0, fun k => absurd k (by decide)⟩", "⟨_, fun k => k⟩")
"""What shows too easily that something exists."""
