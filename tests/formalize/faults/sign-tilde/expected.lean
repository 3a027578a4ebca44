theorem zero_or_not (n : Nat) (h : ¬ 0 < n) : n = 0 := by sorry
