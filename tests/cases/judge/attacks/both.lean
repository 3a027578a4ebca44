-- kind: proof with a hole beside a true disproof
-- problem: run-once
-- verdict: accepted or rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a := by sorry
theorem target_disproof : ¬ (∀ (step : Nat → Nat) (a : Nat), run step a 1 = a) := by
  intro h
  exact absurd (h (fun n => n + 1) 0) (by decide)
