theorem step_up (n : Nat) : Nat.succ n = n + 1 := by sorry
