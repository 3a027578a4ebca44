-- kind: a disproof by a negation of its own
-- problem: fixed-point
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
namespace Own
def Not (_ : Prop) : Prop := True
theorem proved : Not (∀ (step : Nat → Nat) (a : Nat) (ha : step a = a), ∀ n, run step a n = a) := trivial
end Own
theorem target_disproof : Own.Not (∀ (step : Nat → Nat) (a : Nat) (ha : step a = a), ∀ n, run step a n = a) := Own.proved
