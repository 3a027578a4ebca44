theorem two_steps (f : Nat → Nat) (n : Nat) (h : f (n) = n) : f (f (n)) = n := by sorry
