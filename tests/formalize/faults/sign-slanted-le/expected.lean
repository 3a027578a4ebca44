theorem up_is_more (n : Nat) : n ≤ n + 1 := by sorry
