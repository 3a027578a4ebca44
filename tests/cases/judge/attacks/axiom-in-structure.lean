-- kind: an axiom behind a structure's projection
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
structure Promise : Prop where
  kept : ∀ (step : Nat → Nat) (a : Nat), run step a 1 = a
axiom promise : Promise
theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a := promise.kept step a
