  induction w with
  | nil => exact Nat.le_refl 0
  | cons b w ih =>
    show (if b = a then 0 else firstHit a w + 1) ≤ w.length + 1
    by_cases h : b = a
    · rw [if_pos h]; exact Nat.zero_le _
    · rw [if_neg h]; exact Nat.succ_le_succ ih
