theorem gambler (n : Nat) (h : n > 0) : ∃ m : Nat, n = Nat.succ m := by sorry
