/-
+++
id = "count-of-walks"
title = "There are two to the n walks of n steps"
informal = "A walk of n steps goes up or down at each step. The list of all walks of n steps has 2 ^ n entries."
topic = "random-walks-and-large-deviations"
representation = "literal"
preamble = """
/-- All walks of `n` steps; `true` is a step up. -/
def walks : Nat → List (List Bool)
  | 0 => [[]]
  | n + 1 => (walks n).map (List.cons true) ++ (walks n).map (List.cons false)"""

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "count-of-walks"
licence = "Apache-2.0"
+++
-/

theorem count_of_walks (n : Nat) : (walks n).length = 2 ^ n := by sorry
