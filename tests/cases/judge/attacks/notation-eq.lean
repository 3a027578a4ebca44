-- kind: notation for =
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
local macro_rules | `($_ = $_) => `(True)
theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a := trivial
