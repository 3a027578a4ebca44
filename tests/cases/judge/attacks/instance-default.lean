-- kind: an instance that is tried first, opened for one theorem
-- problem: mark-instance
-- verdict: rejected
class Mark (α : Type) where
  mark : α → Nat
instance : Mark Bool := ⟨fun b => cond b 1 0⟩
namespace Hidden
scoped instance (priority := 100000) first : Mark Bool := ⟨fun _ => 0⟩
end Hidden
open scoped Hidden in
theorem target (b : Bool) : Mark.mark b = 0 := rfl
