theorem apply_twice (f : Nat → Nat) : (fun x -> f (f x)) 0 = f (f 0) := by sorry
