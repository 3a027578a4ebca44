/-
+++
id = "stopped-after-the-stop"
title = "A stopped sequence does not move after the stop"
informal = "Let X be a sequence of natural numbers and t a time. The sequence stopped at t is X n up to time t and X t afterwards. At every time n from t on, the stopped sequence is X t."
topic = "martingales-and-stopping"
representation = "literal"
preamble = """
/-- The sequence `X` stopped at time `t`. -/
def stopped (X : Nat → Nat) (t n : Nat) : Nat := if n ≤ t then X n else X t"""

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "stopped-after-the-stop"
licence = "Apache-2.0"
+++
-/

theorem stopped_after_the_stop (X : Nat → Nat) (t n : Nat) (hn : t ≤ n) : stopped X t n = X t := by sorry
