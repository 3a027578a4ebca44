/-
+++
id = "counting-process-grows"
title = "A counting process never goes down"
informal = "Let N be a counting process in discrete time: in slot t it goes up by the number a t of arrivals. Then N s is at most N (s + t) for all times s and t."
topic = "poisson-processes"
representation = "abstract"

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "counting-process-grows"
licence = "Apache-2.0"
+++
-/

theorem counting_process_grows (N a : Nat → Nat) (hN : ∀ t, N (t + 1) = N t + a t) :
    ∀ s t, N s ≤ N (s + t) := by sorry
