-- kind: disproof with another definition
-- problem: fixed-point
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x + 1
  | n + 1 => step (run step x n)
theorem target_disproof : ¬ (∀ (step : Nat → Nat) (a : Nat), step a = a → ∀ n, run step a n = a) := by
  intro h
  exact absurd (h (fun n => n) 0 rfl 0) (by decide)
