  induction w with
  | nil => rfl
  | cons a w ih =>
    cases a
    · show count true w + (count false w + 1) = w.length + 1
      rw [← Nat.add_assoc, ih]
    · show (count true w + 1) + count false w = w.length + 1
      rw [Nat.add_assoc, Nat.add_comm 1, ← Nat.add_assoc, ih]
