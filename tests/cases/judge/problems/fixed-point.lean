def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)

theorem target (step : Nat → Nat) (a : Nat) (ha : step a = a) : ∀ n, run step a n = a := by sorry
