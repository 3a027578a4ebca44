theorem step_back (n : Nat) (h : n > 0) : ∃ m, n = m + 1 := by sorry
