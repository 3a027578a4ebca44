-- kind: a universe level that is 0 in disguise
-- problem: all-equal
-- verdict: rejected
theorem target.{u} (α : Sort (imax u 0)) (x y : α) : x = y := rfl
