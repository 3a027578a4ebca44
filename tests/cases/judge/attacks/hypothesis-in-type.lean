-- kind: a hypothesis that hides in the type of a variable
-- problem: sum-is-product
-- verdict: rejected
theorem target (a : { n : Nat // n = 2 }) (b : { n : Nat // n = 2 }) : a.1 + b.1 = a.1 * b.1 := by
  rw [a.2, b.2]
