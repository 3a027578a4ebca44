-- kind: an instance that turns + into *
-- problem: sum-is-product
-- verdict: rejected
instance (priority := 10000) evil : HAdd Nat Nat Nat := ⟨Nat.mul⟩
theorem target (a b : Nat) : a + b = a * b := rfl
