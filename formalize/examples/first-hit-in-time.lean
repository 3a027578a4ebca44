/-
+++
id = "first-hit-in-time"
title = "The first hit of a finite sequence is no later than its end"
informal = "Let w be a finite sequence of natural numbers. The index of the first entry that equals a, or the length of w if there is none, is at most the length of w."
topic = "martingales-and-stopping"
representation = "literal"
preamble = """
/-- The index of the first entry that is `a`; the length if there is none. -/
def firstHit (a : Nat) : List Nat → Nat
  | [] => 0
  | b :: w => if b = a then 0 else firstHit a w + 1"""

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "first-hit-in-time"
licence = "Apache-2.0"
+++
-/

theorem first_hit_in_time (a : Nat) (w : List Nat) : firstHit a w ≤ w.length := by sorry
