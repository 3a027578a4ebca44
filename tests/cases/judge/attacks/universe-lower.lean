-- kind: universe-polymorphic statement at one level
-- problem: all-equal
-- verdict: rejected
theorem target (α : Type) (x y : α) : x = y → x = y := id
