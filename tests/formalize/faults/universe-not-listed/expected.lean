theorem list_map.{u, v} (α : Type u) (β : Type v) (f : α → β) : List.map f [] = [] := by sorry
