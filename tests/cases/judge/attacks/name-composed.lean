-- kind: one name in composed characters and in single ones
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
def «twó» (n : Nat) : Nat := n + 3
def «twó» (n : Nat) : Nat := n + n
theorem target : «twó» 2 = 5 := rfl
