  induction n with
  | zero =>
    rw [h_zero] at h
    exact ⟨0, Nat.le_refl 0, by rw [h_zero]; exact (Nat.le_antisymm h (Nat.zero_le c)).symm⟩
  | succ n ih =>
    by_cases hc : c ≤ S n
    · obtain ⟨k, hk, e⟩ := ih hc
      exact ⟨k, Nat.le_trans hk (Nat.le_succ n), e⟩
    · have low : S n + 1 ≤ c := Nat.lt_of_not_le hc
      exact ⟨n + 1, Nat.le_refl _, Nat.le_antisymm (Nat.le_trans (h_up n) low) h⟩
