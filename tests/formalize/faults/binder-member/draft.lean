theorem all_small : ∀ x ∈ [0, 1], x < 2 := by sorry
