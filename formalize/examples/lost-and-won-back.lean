/-
+++
id = "lost-and-won-back"
title = "A false statement: truncated subtraction"
informal = "A gambler who owns n units loses m units and wins m units back. Then the gambler owns n units. Over the natural numbers n - m is 0 where m is larger than n, so that the Lean statement is false: this shows what curate refuses."
topic = "random-walks-and-large-deviations"
representation = "literal"

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "lost-and-won-back"
licence = "Apache-2.0"
+++
-/

theorem lost_and_won_back (n m : Nat) : n - m + m = n := by sorry
