/-
+++
id = "sum-of-limits"
title = "The sum of two sequences that settle settles at the sum"
informal = "A sequence of natural numbers converges to a exactly if it is equal to a from some index on. If x converges to a and y converges to b, then x + y converges to a + b."
topic = "weak-convergence"
representation = "abstract"

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "sum-of-limits"
licence = "Apache-2.0"
+++
-/

theorem sum_of_limits (x y : Nat → Nat) (a b : Nat) (hx : ∃ N, ∀ n, N ≤ n → x n = a)
    (hy : ∃ N, ∀ n, N ≤ n → y n = b) : ∃ N, ∀ n, N ≤ n → x n + y n = a + b := by sorry
