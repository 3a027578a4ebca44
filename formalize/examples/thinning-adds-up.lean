/-
+++
id = "thinning-adds-up"
title = "Kept and dropped points add up to all points"
informal = "Each point of a finite list is kept or dropped by a rule. The number of kept points and the number of dropped points add up to the number of points."
topic = "poisson-processes"
representation = "literal"
preamble = """
/-- How many points of a list the rule keeps. -/
def kept (keep : Nat → Bool) : List Nat → Nat
  | [] => 0
  | x :: points => if keep x = true then kept keep points + 1 else kept keep points"""

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "thinning-adds-up"
licence = "Apache-2.0"
+++
-/

theorem thinning_adds_up (keep : Nat → Bool) (points : List Nat) :
    kept keep points + kept (fun x => Bool.not (keep x)) points = points.length := by sorry
