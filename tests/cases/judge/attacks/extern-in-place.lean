-- kind: the statement's definition computed by another function
-- problem: two-twice
-- verdict: rejected
@[extern "lean_nat_succ"] def two (n : Nat) : Nat := n + n
theorem target : two 2 = 5 := by decide
