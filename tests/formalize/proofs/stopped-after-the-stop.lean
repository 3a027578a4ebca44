  unfold stopped
  by_cases h : n ≤ t
  · rw [if_pos h, Nat.le_antisymm h hn]
  · rw [if_neg h]
