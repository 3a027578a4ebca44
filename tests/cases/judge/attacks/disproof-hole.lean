-- kind: disproof with a hole
-- problem: fixed-point
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
theorem target_disproof : ¬ (∀ (step : Nat → Nat) (a : Nat), step a = a → ∀ n, run step a n = a) := by sorry
