theorem no_steps (l : List Nat) (h : l.length = 0) : l = [] := by sorry
