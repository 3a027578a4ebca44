-- kind: the statement's instance under its own name with another value
-- problem: mark-instance
-- verdict: rejected
class Mark (α : Type) where
  mark : α → Nat
instance instMarkBool : Mark Bool := ⟨fun _ => 0⟩
theorem target (b : Bool) : Mark.mark b = 0 := rfl
