-- kind: the structure of the statement becomes an abbreviation of an empty type
-- problem: chain-structure
-- verdict: rejected
structure Full where
  step : Nat → Nat
  fixed : step 0 = 0
  no : False
abbrev Chain := Full
abbrev Chain.step (c : Chain) : Nat → Nat := Full.step c
theorem Chain.target (c : Chain) : c.step 1 = 1 := (Full.no c).elim
