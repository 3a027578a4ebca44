theorem add_swap (a : Nat) (b : Nat) : a + b = b + a := by sorry
