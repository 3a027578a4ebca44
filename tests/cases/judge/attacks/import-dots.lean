-- kind: an import by a path that leaves the library
-- problem: two-twice
-- verdict: rejected
import «..».«..».Draft
def two (n : Nat) : Nat := n + n
theorem target : two 2 = 5 := by sorry
