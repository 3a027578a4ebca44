theorem one_there : ∃ n : Nat, n = 1 := by sorry
