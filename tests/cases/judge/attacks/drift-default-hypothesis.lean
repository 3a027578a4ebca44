-- kind: a hypothesis with a default value, so that a caller need not give it
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
theorem target (n : Nat := 2) (h : two n = 5) : two n = 5 := h
