/-
+++
id = "absorbing-state"
title = "A chain that starts in an absorbing state stays there"
informal = "A deterministic chain on the natural numbers moves from x to step x. If a is absorbing, that is step a = a, then the chain started in a is in a after every number of steps."
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
locator = "absorbing-state"
licence = "Apache-2.0"
+++
-/

theorem absorbing_state (step : Nat → Nat) (a : Nat) (ha : step a = a) :
    ∀ n, run step a n = a := by sorry
