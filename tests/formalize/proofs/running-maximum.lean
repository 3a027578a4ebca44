  induction n with
  | zero =>
    rw [Nat.le_antisymm hk (Nat.zero_le k)]
    exact Nat.le_refl _
  | succ n ih =>
    show X k ≤ if runningMax X n ≤ X (n + 1) then X (n + 1) else runningMax X n
    by_cases e : k ≤ n
    · by_cases h : runningMax X n ≤ X (n + 1)
      · rw [if_pos h]; exact Nat.le_trans (ih e) h
      · rw [if_neg h]; exact ih e
    · have last : k = n + 1 := Nat.le_antisymm hk (Nat.lt_of_not_le e)
      rw [last]
      by_cases h : runningMax X n ≤ X (n + 1)
      · rw [if_pos h]; exact Nat.le_refl _
      · rw [if_neg h]; exact Nat.le_of_lt (Nat.lt_of_not_le h)
