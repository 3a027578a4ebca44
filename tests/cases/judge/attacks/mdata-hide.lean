-- kind: the statement under a type ascription and id
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
theorem target (step : Nat → Nat) (a : Nat) : id (run step a 0 = a) := rfl
