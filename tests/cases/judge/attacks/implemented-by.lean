-- kind: implemented_by bends evaluation
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
def fast (_ : Nat → Nat) (x : Nat) : Nat → Nat := fun _ => x
attribute [implemented_by fast] run
theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a := rfl
