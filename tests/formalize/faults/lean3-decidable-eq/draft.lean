theorem same_or_not (α : Type) [decidable_eq α] (a b : α) : a = b ∨ a ≠ b := by sorry
