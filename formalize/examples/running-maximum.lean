/-
+++
id = "running-maximum"
title = "The running maximum is at least every earlier value"
informal = "Let M n be the largest of X 0, …, X n. Then X k is at most M n for all k and n with k at most n."
topic = "martingales-and-stopping"
representation = "literal"
preamble = """
/-- The largest of `X 0`, …, `X n`. -/
def runningMax (X : Nat → Nat) : Nat → Nat
  | 0 => X 0
  | n + 1 => if runningMax X n ≤ X (n + 1) then X (n + 1) else runningMax X n"""

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "running-maximum"
licence = "Apache-2.0"
+++
-/

theorem running_maximum (X : Nat → Nat) (k n : Nat) (hk : k ≤ n) : X k ≤ runningMax X n := by sorry
