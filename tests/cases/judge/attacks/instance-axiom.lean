-- kind: an axiom that is found as an instance
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
class Cheat : Prop where
  holds : two 2 = 5
@[instance] axiom cheat : Cheat
theorem target : two 2 = 5 := Cheat.holds
