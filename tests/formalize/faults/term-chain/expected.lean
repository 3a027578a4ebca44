theorem between (a b c : Nat) (h : a < b ∧ b < c) : a < c := by sorry
