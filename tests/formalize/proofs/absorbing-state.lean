  intro n
  induction n with
  | zero => rfl
  | succ n ih => show step (run step a n) = a; rw [ih, ha]
