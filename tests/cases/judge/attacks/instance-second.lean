-- kind: a second instance is found first
-- problem: mark-instance
-- verdict: rejected
class Mark (α : Type) where
  mark : α → Nat
instance : Mark Bool := ⟨fun b => cond b 1 0⟩
instance (priority := high) other : Mark Bool := ⟨fun _ => 0⟩
theorem target (b : Bool) : Mark.mark b = 0 := rfl
