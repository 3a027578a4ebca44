-- kind: local notation for +
-- problem: sum-is-product
-- verdict: rejected
local infixl:65 " + " => fun (x y : Nat) => x * y
theorem target (a b : Nat) : a + b = a * b := rfl
