-- kind: a definition of the statement with another value
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | _ + 1 => x

theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a := rfl
