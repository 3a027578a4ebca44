theorem back_and_forth (n : Nat) : n + 1 - 1 = n := by sorry
