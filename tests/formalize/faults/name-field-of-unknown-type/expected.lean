theorem step_back (n : Nat) (h : 0 < n) : ∃ k, n = (Nat.succ k) := by sorry
