  induction n with
  | zero => rfl
  | succ n ih =>
    show Bool.not (Bool.not (flips (2 * n) b)) = b
    rw [ih]
    cases b <;> rfl
