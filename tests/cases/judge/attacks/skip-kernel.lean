-- kind: the kernel is switched off for one proof
-- problem: run-once
-- verdict: rejected
def run (step : Nat → Nat) (x : Nat) : Nat → Nat
  | 0 => x
  | n + 1 => step (run step x n)
set_option debug.skipKernelTC true in
theorem target (step : Nat → Nat) (a : Nat) : run step a 1 = a := by
  exact (rfl : run step a 1 = run step a 1)
