theorem target.{u} (α : Type u) (x : α) : x = x := by sorry
