-- kind: the definition is hidden by a `let` in the statement
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
theorem target : let two := fun n : Nat => n + 3; two 2 = 5 := rfl
