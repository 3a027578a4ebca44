-- kind: equal by unfolding, not the statement as it stands
-- problem: times-one
-- verdict: rejected
theorem target (n : Nat) : n = n := rfl
