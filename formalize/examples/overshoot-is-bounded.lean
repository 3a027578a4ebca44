/-
+++
id = "overshoot-is-bounded"
title = "A walk with steps of at most one hits a level exactly"
informal = "Let S be a sequence of natural numbers with S 0 = 0 that goes up by at most 1 at each step. If S n is at least a level c, then S k = c for some k at most n."
topic = "martingales-and-stopping"
representation = "abstract"

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "overshoot-is-bounded"
licence = "Apache-2.0"
+++
-/

theorem overshoot_is_bounded (S : nat -> nat) (h_zero : S(0) = O) (h_up : forall k, S(k+1) ≤ S(k) + 1)
    (c n : nat) (h : c ≤ S(n) : ∃ k, k ≤ n and S(k) = c = by sorry
