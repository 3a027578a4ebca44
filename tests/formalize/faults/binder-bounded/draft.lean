theorem small : ∃ x > 0, x < 2 := by sorry
