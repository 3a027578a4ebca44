  intro s t
  induction t with
  | zero => exact Nat.le_refl _
  | succ t ih =>
    show N s ≤ N (s + t + 1)
    rw [hN]
    exact Nat.le_trans ih (Nat.le_add_right _ _)
