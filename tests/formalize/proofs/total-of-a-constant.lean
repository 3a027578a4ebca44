  induction n with
  | zero => rw [Nat.zero_mul]; rfl
  | succ n ih =>
    show total (fun _ => c) n + c = (n + 1) * c
    rw [ih, Nat.succ_mul]
