-- kind: a Decidable instance that lies
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
instance liar : Decidable (two 2 = 5) := .isTrue (by exact sorryAx _)
theorem target : two 2 = 5 := of_decide_eq_true (by decide)
