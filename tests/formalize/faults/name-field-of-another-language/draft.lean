theorem no_steps (l : List Nat) (h : l.size = 0) : l = [] := by sorry
