  induction n with
  | zero => rfl
  | succ n ih => show step (run step x (m + n)) = step (run step (run step x m) n); rw [ih]
