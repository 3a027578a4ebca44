-- kind: a type that holds one value, in the place of any type
-- problem: all-equal
-- verdict: rejected
theorem target.{u} (α : Type u) (x y : PUnit.{u + 1}) : x = y := rfl
