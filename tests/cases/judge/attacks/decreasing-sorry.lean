-- kind: a recursion that does not end, its termination left open
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
def loop (n : Nat) : two 2 = 5 := loop (n + 1)
termination_by n
decreasing_by all_goals sorry
theorem target : two 2 = 5 := loop 0
