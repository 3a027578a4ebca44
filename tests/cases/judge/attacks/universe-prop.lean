-- kind: proved in Prop, where it is true
-- problem: all-equal
-- verdict: rejected
theorem target.{u} (α : Prop) (x y : α) : x = y := rfl
