def pick (p : Nat → Prop) (h : Nonempty Nat) : Nat := Classical.choice h

theorem pick_same (p : Nat → Prop) (h : Nonempty Nat) : pick p h = pick p h := by sorry
