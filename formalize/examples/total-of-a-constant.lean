/-
+++
id = "total-of-a-constant"
title = "The total of a constant reward"
informal = "A reward of c is paid in each of n slots. The total of the rewards paid in the slots 0, …, n - 1 is n * c."
topic = "renewal-theory"
representation = "literal"
preamble = """
/-- The sum of the first `n` terms. -/
def total (X : Nat → Nat) : Nat → Nat
  | 0 => 0
  | n + 1 => total X n + X n"""

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "total-of-a-constant"
licence = "Apache-2.0"
+++
-/

theorem total_of_a_constant (c n : Nat) : ∑ k in range n, c = n * c := by sorry
