theorem apply_twice (f : Nat → Nat) : (λ x => f (f x)) = fun x => f (f x) := by sorry
