-- kind: disproof of another statement
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
theorem target_disproof : ¬ (∀ (step : Nat → Nat) (a : Nat), run step a 1 = a + 1) := by
  intro h
  exact absurd (h (fun n => n) 0) (by decide)
