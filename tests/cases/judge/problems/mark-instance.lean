class Mark (α : Type) where
  mark : α → Nat
instance : Mark Bool := ⟨fun b => cond b 1 0⟩
theorem target (b : Bool) : Mark.mark b = 0 := by sorry
