theorem chain (p q : Prop) (h : p ⇒ q) (hp : p) : q := by sorry
