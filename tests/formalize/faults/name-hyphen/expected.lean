theorem the_statement (a b : Nat) : a + b = b + a := by sorry
