  induction w with
  | nil => exact Nat.le_refl 0
  | cons s w ih =>
    have hs := h s (List.Mem.head w)
    have hw := ih (fun t ht => h t (List.Mem.tail s ht))
    show s + Walk.position w ≤ w.length + 1
    rw [Nat.add_comm]
    exact Nat.add_le_add hw hs
