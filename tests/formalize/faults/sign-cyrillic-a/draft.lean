theorem add_swap (a b : Nat) : a + b = b + а := by sorry
