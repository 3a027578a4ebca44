/-
+++
id = "hitting-time-of-zero"
title = "The hitting time of zero of the chain that goes down by one"
informal = "Let h x be the number of steps that a chain takes from x to 0, where the chain goes from x + 1 to x. So h 0 = 0 and h (x + 1) = h x + 1 for every x. Then h x = x for every x."
topic = "markov-chains"
representation = "abstract"

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "hitting-time-of-zero"
licence = "Apache-2.0"
+++
-/

theorem hitting_time_of_zero (h : Nat → Nat) (h_zero : h 0 = 0) (h_step : ∀ x, h (x + 1) = h x + 1) :
    ∀ x, h x = x := by sorry
