-- kind: binders in another order
-- problem: sum-is-product
-- verdict: rejected
theorem target (b a : Nat) : a + b = a * b → a + b = a * b := id
