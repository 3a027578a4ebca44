  obtain ⟨N, hN⟩ := hx
  obtain ⟨M, hM⟩ := hy
  refine ⟨N + M, ?_⟩
  intro n hn
  rw [hN n (Nat.le_trans (Nat.le_add_right N M) hn), hM n (Nat.le_trans (Nat.le_add_left M N) hn)]
