theorem list_same {α : Type _} (l : List α) : l ++ [] = l := by sorry
