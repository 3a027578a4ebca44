-- kind: one quoted part that reads like a name of two
-- problem: chain-structure
-- verdict: rejected
structure Chain where
  step : Nat → Nat
  fixed : step 0 = 0
theorem «Chain.target» (c : Chain) : c.step 0 = 0 := c.fixed
