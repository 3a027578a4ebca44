structure Chain where
  step : Nat → Nat
  start : Nat

theorem first_step (c : Chain) (h : c.Start = 0) : c.step c.start = c.step 0 := by sorry
