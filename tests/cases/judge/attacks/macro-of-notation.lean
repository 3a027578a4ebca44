-- kind: a macro rule turns the library's plus into something else
-- problem: two-twice
-- verdict: rejected
macro_rules | `($a + $b) => `($a * $b * 1)
def two (n : Nat) : Nat := n + n
theorem helper : two 2 = 4 := rfl
theorem target : two 2 = 5 := by first | exact helper | rfl | exact (sorry : two 2 = 5)
