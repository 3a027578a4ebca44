theorem contrapositive (p q : Prop) : (p implies q) → ¬ q → ¬ p := by sorry
