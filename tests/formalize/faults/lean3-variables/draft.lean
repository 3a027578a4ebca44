variables (n : Nat)

theorem step_back (h : n > 0) : ∃ m, n = m + 1 := by sorry
