-- kind: a macro makes the word theorem declare nothing
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
macro (priority := high) "theorem" _n:ident ":" t:term ":=" _v:term : command => `(#check ($t : Prop))
theorem target : two 2 = 5 := rfl
