/-
+++
id = "lazy-walk-range"
title = "A lazy walk is nowhere beyond its number of steps"
informal = "A walk begins at 0 and its steps are natural numbers. If no step is larger than 1, then its end is at most the number of its steps."
topic = "random-walks-and-large-deviations"
representation = "literal"
preamble = """
namespace Walk

/-- Where a walk ends that begins at 0. -/
def position : List Nat → Nat
  | [] => 0
  | s :: w => s + position w

end Walk"""

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "lazy-walk-range"
licence = "Apache-2.0"
+++
-/

variables (w : list Nat)

theorem lazy-walk-range (h : ∀ s, s ∈ w → s ⩽ 1) : position w ⩽ w.size := begin sorry end
