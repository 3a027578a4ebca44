-- kind: native evaluation by its names
-- problem: equal-literals
-- verdict: rejected
axiom Lean.ofReduceBool (a b : Bool) (h : Lean.reduceBool a = b) : a = b
theorem target : Nat.beq 3 3 = false := Lean.ofReduceBool _ _ rfl
