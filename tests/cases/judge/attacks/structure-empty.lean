-- kind: the statement's structure has no values
-- problem: chain-structure
-- verdict: rejected
inductive Chain : Type
def Chain.step (c : Chain) : Nat → Nat := nomatch c
theorem Chain.target (c : Chain) : c.step 1 = 1 := nomatch c
