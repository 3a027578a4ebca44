-- kind: hole in a helper
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
theorem helper (step : Nat → Nat) (a : Nat) : step a = a := by sorry
theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a := helper step a
