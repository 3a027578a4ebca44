-- kind: decide +native
-- problem: equal-literals
-- verdict: rejected
theorem target : Nat.beq 3 3 = false := by decide +native
