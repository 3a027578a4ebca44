theorem double (n : Nat) : 2n = n + n := by sorry
