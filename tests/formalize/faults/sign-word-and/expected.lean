theorem never_both (n : Nat) (h : n = 0 ∧ n = 1) : False := by sorry
