-- kind: a name with a character that can't be seen
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
def «two​» (n : Nat) : Nat := n + 3
theorem «target​» : «two​» 2 = 5 := rfl
