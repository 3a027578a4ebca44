-- kind: an unknown type becomes a variable
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
set_option autoImplicit true in
theorem target (step : Natt → Natt) (a : Natt) : a = a := rfl
