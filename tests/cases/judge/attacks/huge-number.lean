-- kind: a kernel computation that never ends
-- problem: run-once
-- verdict: rejected or unknown
theorem target : (2 : Nat) ^ 100000000000 = 2 ^ 100000000000 + 0 := by decide
