  intro n
  have h1 := h n
  have h2 := h (n + 1)
  show w (n + 1) * b (n + 1) + w (n + 1) * d (n + 1) = w n * b n + w (n + 1 + 1) * d (n + 1 + 1)
  rw [h1, ← h2, Nat.add_comm]
