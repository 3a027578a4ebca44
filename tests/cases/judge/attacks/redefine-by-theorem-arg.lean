-- kind: the definition becomes a hypothesis
-- problem: run-once
-- verdict: rejected
theorem target (run : (Nat → Nat) → Nat → Nat → Nat) (hr : ∀ f x n, run f x n = x) (step : Nat → Nat) (a : Nat) : run step a 1 = a := hr step a 1
