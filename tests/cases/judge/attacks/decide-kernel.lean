-- kind: decide +kernel on what is false
-- problem: equal-literals
-- verdict: rejected
theorem target : Nat.beq 3 3 = false := by decide +kernel
