open_locale classical

theorem either_way (p : Prop) : p ∨ ¬ p := by sorry
