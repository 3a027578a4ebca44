-- kind: two paths to the class, one of them the text's own
-- problem: mark-instance
-- verdict: rejected
class Mark (α : Type) where
  mark : α → Nat
class Mark2 (α : Type) extends Mark α
instance : Mark Bool := ⟨fun b => cond b 1 0⟩
instance : Mark2 Bool := { mark := fun _ => 0 }
theorem target (b : Bool) : Mark.mark b = 0 := rfl
