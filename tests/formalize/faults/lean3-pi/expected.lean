theorem all_same : ∀ n : Nat, n = n := by sorry
