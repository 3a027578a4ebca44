/-
+++
id = "one-time-of-ruin"
title = "A fortune that goes down by one is zero at exactly one time before it is reset"
informal = "A gambler begins with f 0 units and loses one unit in each round, and f n is the fortune before round n, with f n + n = f 0 for all n up to f 0. Then there is exactly one time n, among the times up to f 0, at which the fortune is 0."
topic = "martingales-and-stopping"
representation = "abstract"

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "one-time-of-ruin"
licence = "Apache-2.0"
+++
-/

theorem one_time_of_ruin (f : Nat → Nat) (hf : ∀ n, n ≤ f 0 → f n + n = f 0) :
    ∃! n, n ≤ f 0 ∧ f n = 0 := by sorry
