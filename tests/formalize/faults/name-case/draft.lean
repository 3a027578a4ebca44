theorem step_up (n : Nat) : Nat.Succ n = n + 1 := by sorry
