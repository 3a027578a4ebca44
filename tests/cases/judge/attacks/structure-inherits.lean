-- kind: the structure of the statement inherits its fields and has one more
-- problem: chain-structure
-- verdict: rejected
structure Base where
  step : Nat → Nat
structure Chain extends Base where
  fixed : step 0 = 0
  more : step 1 = 1
theorem Chain.target (c : Chain) : c.step 1 = 1 := c.more
