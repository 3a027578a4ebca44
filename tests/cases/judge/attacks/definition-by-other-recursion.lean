-- kind: same values, another definition
-- problem: fixed-point
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) (n : Nat) : Nat := Nat.rec x (fun _ y => step y) n
theorem target (step : Nat → Nat) (a : Nat) (ha : step a = a) : ∀ n, run step a n = a := by
  intro n
  induction n with
  | zero => rfl
  | succ n ih => show step (run step a n) = a; rw [ih]; exact ha
