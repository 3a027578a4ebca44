theorem both_ways (p q : Prop) (h : p <=> q) : q ↔ p := by sorry
