/-
+++
id = "queue-conservation"
title = "What came into a queue has left it or is in it"
informal = "In slot n, A n customers arrive at a queue and D n of those present leave. Q n is the number of customers before slot n, and Q 0 = 0. Then before slot n, the customers present and those who have left add up to those who have arrived."
topic = "ctmc-and-queues"
representation = "abstract"
preamble = """
/-- The sum of the first `n` terms. -/
def total (X : Nat → Nat) : Nat → Nat
  | 0 => 0
  | n + 1 => total X n + X n"""

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "queue-conservation"
licence = "Apache-2.0"
+++
-/

theorem queue_conservation (A D Q : Nat → Nat) (h_zero : Q 0 = 0)
    (h_slot : ∀ n, Q (n + 1) + D n = Q n + A n) :
    ∀ n, Q n + total D n = total A n := by sorry
