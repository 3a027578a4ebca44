theorem positive (n : Nat) (n > 0) : n ≠ 0 := by sorry
