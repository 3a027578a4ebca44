-- kind: partial definition as proof
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
partial def spin (step : Nat → Nat) (a : Nat) : run step a 1 = a := spin step a
theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a := spin step a
