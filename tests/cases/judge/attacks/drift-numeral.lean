-- kind: numerals of the statement mean something else
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
local instance (priority := high) (n : Nat) : OfNat Nat n := ⟨Nat.zero⟩
theorem target : two 2 = 5 := rfl
