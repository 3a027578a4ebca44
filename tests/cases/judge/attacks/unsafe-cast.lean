-- kind: unsafe constant
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
unsafe axiom boom {p : Prop} : p
unsafe def target (step : Nat → Nat) (a : Nat) : run step a 1 = a := boom
