theorem add_swap (x₁ x₂ : Nat) : x_1 + x_2 = x₂ + x₁ := by sorry
