-- kind: opaque of an inhabited-looking type
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
axiom hidden : False
opaque stone : ∀ (f : Nat → Nat) (a : Nat), f a = a := fun _ _ => hidden.elim
theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a := stone step a
