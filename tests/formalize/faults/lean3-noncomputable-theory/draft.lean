noncomputable theory

def pick (p : Nat → Prop) (h : ∃ n, p n) : Nat := Classical.choice (match h with | ⟨n, _⟩ => ⟨n⟩)

theorem pick_same (p : Nat → Prop) (h : ∃ n, p n) : pick p h = pick p h := by sorry
