theorem positive (n : Nat) (h : n ≠ O) : 0 < n := by sorry
