-- kind: a notation takes the name of a definition of the statement
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
local notation "two" => fun n : Nat => n + 3
theorem target : two 2 = 5 := rfl
