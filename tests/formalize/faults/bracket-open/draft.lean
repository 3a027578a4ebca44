theorem positive (n : Nat) (h : n > 0 : n ≠ 0 := by sorry
