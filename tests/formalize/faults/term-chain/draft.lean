theorem between (a b c : Nat) (h : a < b < c) : a < c := by sorry
