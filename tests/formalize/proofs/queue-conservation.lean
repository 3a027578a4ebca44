  intro n
  induction n with
  | zero => show Q 0 + 0 = 0; rw [h_zero]
  | succ n ih =>
    show Q (n + 1) + (total D n + D n) = total A n + A n
    rw [Nat.add_comm (total D n), ← Nat.add_assoc, h_slot, ← ih, Nat.add_assoc, Nat.add_comm (A n), ← Nat.add_assoc]
