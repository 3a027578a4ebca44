theorem add_swap (x₁ x₂ : Nat) : x₁ + x₂ = x₂ + x₁ := by sorry
