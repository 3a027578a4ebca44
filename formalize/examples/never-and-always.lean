/-
+++
id = "never-and-always"
title = "A vacuous statement: a state that is visited and never visited"
informal = "A chain visits the state 0 at time n, and it does not visit the state 0 at time n. Then it visits the state 1 at time n + 1. No chain is like that: this statement shows what curate refuses."
topic = "markov-chains"
representation = "abstract"

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "never-and-always"
licence = "Apache-2.0"
+++
-/

theorem never_and_always (X : Nat → Nat) (n : Nat) (h_visit : X n = 0) (h_never : X n ≠ 0) :
    X (n + 1) = 1 := by sorry
