-- kind: control: helper lemma, other binder names, other layout
-- problem: fixed-point
-- verdict: accepted
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
theorem run_succ (f : Nat → Nat) (x n : Nat) : run f x (n + 1) = f (run f x n) := rfl
theorem target (f : Nat → Nat) (b : Nat) (hb : f b = b) (n : Nat) : run f b n = b := by
  induction n with
  | zero => rfl
  | succ n ih => rw [run_succ, ih]; exact hb
