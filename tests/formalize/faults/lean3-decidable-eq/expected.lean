theorem same_or_not (α : Type) [DecidableEq α] (a b : α) : a = b ∨ a ≠ b := by sorry
