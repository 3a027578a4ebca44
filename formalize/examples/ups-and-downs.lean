/-
+++
id = "ups-and-downs"
title = "Steps up and steps down add up to all steps"
informal = "In every walk, the number of steps up and the number of steps down add up to the number of steps."
topic = "random-walks-and-large-deviations"
representation = "literal"
preamble = """
/-- How often `b` stands in a walk. -/
def count (b : Bool) : List Bool → Nat
  | [] => 0
  | a :: w => if a = b then count b w + 1 else count b w"""

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "ups-and-downs"
licence = "Apache-2.0"
+++
-/

theorem ups_and_downs (w : List Bool) : count true w + count false w = w.length := by sorry
