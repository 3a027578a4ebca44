-- kind: the statement's own instance has another value
-- problem: mark-instance
-- verdict: rejected
class Mark (α : Type) where
  mark : α → Nat
instance : Mark Bool := ⟨fun _ => 0⟩
theorem target (b : Bool) : Mark.mark b = 0 := rfl
