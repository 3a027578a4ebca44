theorem step_back (n : Nat) (h : 0 < n) : ∃ k, n = k.succ := by sorry
