theorem positive (n : Nat) (h : n ≠ 0) : 0 < n := by sorry
