-- kind: a hypothesis was added
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
theorem target (step : Nat → Nat) (a : Nat) (h : step a = a) : run step a 1 = a := h
