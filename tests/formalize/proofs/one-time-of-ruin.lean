  refine ⟨f 0, ⟨Nat.le_refl _, ?_⟩, ?_⟩
  · have whole := hf (f 0) (Nat.le_refl _)
    exact Nat.add_right_cancel (whole.trans (Nat.zero_add _).symm)
  · intro m hm
    have whole := hf m hm.1
    rw [hm.2, Nat.zero_add] at whole
    exact whole
