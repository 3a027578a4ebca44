/-
+++
id = "renewals-take-time"
title = "The n-th renewal comes at time n or later"
informal = "Renewals happen at integer times T 0, T 1, T 2, … that increase strictly. Then the n-th renewal time T n is at least n."
topic = "renewal-theory"
representation = "abstract"

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "renewals-take-time"
licence = "Apache-2.0"
+++
-/

theorem renewals_take_time (T : Nat → Nat) (hT : ∀ n, T n < T (n + 1)) : ∀ n, n ≤ T n := by sorry
