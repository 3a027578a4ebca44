theorem add_swap (a b : ℕ) : a + b = b + a := by sorry
