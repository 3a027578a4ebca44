theorem list_same (α : Type u) (l : List α) : l ++ [] = l := by sorry
