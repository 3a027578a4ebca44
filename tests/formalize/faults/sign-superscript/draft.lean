theorem square (n : Nat) : n² = n * n := by sorry
