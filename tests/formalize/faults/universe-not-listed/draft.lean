theorem list_map.{u} (α : Type u) (β : Type v) (f : α → β) : List.map f [] = [] := by sorry
