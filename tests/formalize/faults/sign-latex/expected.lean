theorem reflexive : ∀ n : Nat, n ≤ n := by sorry
