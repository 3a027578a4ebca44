open scoped Classical

theorem either_way (p : Prop) : p ∨ ¬ p := by sorry
