-- kind: an axiom in Lean's own name space, beside `Quot.sound`
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
axiom Quot.sound' : two 2 = 5
theorem target : two 2 = 5 := Quot.sound'
