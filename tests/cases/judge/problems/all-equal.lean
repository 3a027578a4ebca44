theorem target.{u} (α : Type u) (x y : α) : x = y := by sorry
