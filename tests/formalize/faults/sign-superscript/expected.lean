theorem square (n : Nat) : n^2 = n * n := by sorry
