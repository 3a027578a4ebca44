-- kind: a wider universe than stated
-- problem: reflexive
-- verdict: rejected
universe v
theorem target (β : Sort v) (y : β) : y = y := rfl
