-- kind: the statement's structure gained the conclusion
-- problem: chain-structure
-- verdict: rejected
structure Chain where
  step : Nat → Nat
  fixed : step 0 = 0
  one : step 1 = 1

theorem Chain.target (c : Chain) : c.step 1 = 1 := c.one
