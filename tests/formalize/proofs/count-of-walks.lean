  have h_map : ∀ (b : Bool) (l : List (List Bool)), (l.map (List.cons b)).length = l.length := by
    intro b l
    induction l with
    | nil => rfl
    | cons a l ih => show (l.map (List.cons b)).length + 1 = l.length + 1; rw [ih]
  induction n with
  | zero => rfl
  | succ n ih =>
    show ((walks n).map (List.cons true) ++ (walks n).map (List.cons false)).length = 2 ^ n * 2
    rw [List.length_append, h_map, h_map, ih, Nat.mul_comm]
    show 2 ^ n + 2 ^ n = 2 * 2 ^ n
    rw [Nat.succ_mul 1, Nat.one_mul]
