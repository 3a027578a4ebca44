-- kind: ¬ under the binders instead of around them
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
theorem target_disproof : ∀ (step : Nat → Nat) (a : Nat), ¬ (run step a 1 = a + 0 + 1 + run step a 1) := by
  intro s a h
  exact absurd h (by sorry)
