-- kind: two theorems that prove each other
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
mutual
theorem target : two 2 = 5 := other
theorem other : two 2 = 5 := target
end
