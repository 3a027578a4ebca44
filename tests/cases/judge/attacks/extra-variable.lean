-- kind: a hypothesis that comes from `variable`
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
variable (step : Nat → Nat) (a : Nat) (h : step a = a)
include h in
theorem target : run step a 1 = a := h
