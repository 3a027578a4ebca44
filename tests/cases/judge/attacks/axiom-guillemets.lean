-- kind: an axiom whose quoted name prints like two allowed ones
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
axiom «propext, Quot.sound» : two 2 = 5
theorem target : two 2 = 5 := «propext, Quot.sound»
