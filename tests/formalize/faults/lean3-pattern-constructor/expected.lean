def hits : Nat → Nat
  | .zero => 0
  | Nat.succ n => hits n + 1

theorem hits_zero : hits 0 = 0 := by sorry
