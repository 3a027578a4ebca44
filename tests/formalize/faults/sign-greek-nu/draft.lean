theorem add_swap (a b : Νat) : a + b = b + a := by sorry
