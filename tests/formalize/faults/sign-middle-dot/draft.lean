theorem double (n : Nat) : 2 ⋅ n = n + n := by sorry
