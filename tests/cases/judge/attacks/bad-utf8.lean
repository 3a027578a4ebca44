-- kind: no UTF-8
-- problem: run-once
-- verdict: rejected
def run (step : Nat â†’ Nat) (x : Nat) : Nat â†’ Nat
  | 0 => x
  | n + 1 => step (run step x n)
-- ÿş
