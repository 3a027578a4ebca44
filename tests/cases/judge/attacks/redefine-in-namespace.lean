-- kind: own definition nearer than the statement's
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
namespace N
def run (_ : Nat → Nat) (x : Nat) (_ : Nat) : Nat := x
theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a := rfl
end N
