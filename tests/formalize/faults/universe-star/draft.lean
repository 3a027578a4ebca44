theorem list_same (α : Type*) (l : List α) : l ++ [] = l := by sorry
