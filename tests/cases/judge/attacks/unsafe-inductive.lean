-- kind: a type with a negative occurrence, declared unsafe
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
unsafe inductive Bad : Type
  | mk : (Bad → False) → Bad
unsafe def bad : Bad → False
  | .mk f => f (.mk f)
unsafe def no : False := bad (.mk bad)
unsafe def target : two 2 = 5 := no.elim
