-- kind: the library is left out
-- problem: run-once
-- verdict: rejected
prelude
inductive Nat where
  | z : Nat
theorem target (step : Nat → Nat) (a : Nat) : a = a := a
