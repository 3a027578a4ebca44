theorem target : Nat.beq 3 3 = false := by sorry
