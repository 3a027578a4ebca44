-- kind: an opaque constant in the place of the statement's definition
-- problem: two-twice
-- verdict: rejected
opaque two (n : Nat) : Nat := n + n
theorem same : two 2 = two 2 := rfl
axiom known : two 2 = 5
theorem target : two 2 = 5 := known
