theorem never_both (n : Nat) (h : n = 0 and n = 1) : False := by sorry
