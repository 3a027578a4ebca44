theorem the_statement (n : Nat) : n + 1 + 1 = n + 2 := by sorry
