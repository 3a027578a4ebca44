/-
+++
id = "martingale-by-assumption"
title = "A trivial statement: what is to be shown is assumed"
informal = "Let E be the expected fortune after n rounds of a fair game, which does not change: E (n + 1) = E n for all n. Then E (n + 1) = E n for all n. The conclusion is the hypothesis: this statement shows what curate asks about."
topic = "martingales-and-stopping"
representation = "abstract"

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "martingale-by-assumption"
licence = "Apache-2.0"
+++
-/

theorem martingale_by_assumption (E : Nat → Nat) (h_fair : ∀ n, E (n + 1) = E n) :
    ∀ n, E (n + 1) = E n := by sorry
