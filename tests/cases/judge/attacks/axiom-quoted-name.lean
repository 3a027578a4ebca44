-- kind: an axiom with a quoted name that prints like an allowed one
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
axiom «Quot.sound» {p : Prop} : p
theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a := «Quot.sound»
