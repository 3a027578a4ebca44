theorem list_same (l : List α) : l ++ [] = l := by sorry
