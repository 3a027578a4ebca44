-- kind: the class with a default method, so that its instance is another one
-- problem: mark-instance
-- verdict: rejected
class Mark (α : Type) where
  mark : α → Nat := fun _ => 0
instance : Mark Bool := {}
theorem target (b : Bool) : Mark.mark b = 0 := rfl
