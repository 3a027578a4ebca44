theorem and_swap' (p q : Prop) (h : p && q) : q ∧ p := by sorry
