-- kind: an axiom whose one part reads like an allowed one
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
axiom «Classical.choice» : two 2 = 5
theorem target : two 2 = 5 := «Classical.choice»
