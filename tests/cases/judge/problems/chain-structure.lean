structure Chain where
  step : Nat → Nat
  fixed : step 0 = 0

theorem Chain.target (c : Chain) : c.step 1 = 1 := by sorry
