-- kind: marks of direction that turn the order of what is read
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
/-‮ the proof is below ‬-/
theorem target : two 2 = 5 := /-‮ rfl ‬-/ by sorry
