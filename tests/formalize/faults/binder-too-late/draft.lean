theorem positive (h : n > 0) (n : Nat) : n ≠ 0 := by sorry
