theorem step_up (n : nat) : nat.succ n = n + 1 := by sorry
