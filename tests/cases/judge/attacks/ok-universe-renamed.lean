-- kind: control: universe under another name
-- problem: reflexive
-- verdict: accepted
universe v
theorem target (β : Type v) (y : β) : y = y := rfl
