theorem target (a b : Nat) : a + b = a * b := by sorry
