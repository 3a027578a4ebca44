theorem 2nd_step (n : Nat) : n + 1 + 1 = n + 2 := by sorry
