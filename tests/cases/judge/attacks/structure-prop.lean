-- kind: the statement's structure moved to another universe
-- problem: chain-structure
-- verdict: rejected
structure Chain : Type 1 where
  step : Nat → Nat
  fixed : step 0 = 0
  all : ∀ α : Type, α → step 1 = 1
theorem Chain.target (c : Chain) : c.step 1 = 1 := c.all Nat 0
