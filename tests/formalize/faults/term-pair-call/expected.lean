theorem swap_args (f : Nat → Nat → Nat) (n : Nat) (h : f n n = 0) : f n n = 0 := by sorry
