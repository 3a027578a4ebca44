  intro x
  induction x with
  | zero => exact h_zero
  | succ x ih => rw [h_step, ih]
