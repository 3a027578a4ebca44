theorem reflexive : \forall n : Nat, n \le n := by sorry
