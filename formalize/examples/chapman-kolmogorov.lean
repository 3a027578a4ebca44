/-
+++
id = "chapman-kolmogorov"
title = "The Chapman-Kolmogorov equation of a deterministic chain"
informal = "For a deterministic chain on the natural numbers, m + n steps from x lead where n steps lead from the state that m steps from x lead to."
topic = "markov-chains"
representation = "literal"
preamble = """
/-- The state after `n` steps of the chain that moves from `x` to `step x`. -/
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)"""

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "chapman-kolmogorov"
licence = "Apache-2.0"
+++
-/

theorem chapman_kolmogorov (step : Nat → Nat) (x m n : Nat) :
    run step x (m + n) = run step (run step x m) n := by sorry
