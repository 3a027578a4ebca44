-- kind: a proof that only the kernel evaluates, for ever
-- problem: two-twice
-- verdict: rejected or unknown
def two (n : Nat) : Nat := n + n
def deep : Nat → Nat → Nat
  | 0, m => m
  | n + 1, m => deep n (deep n (m + 1))
theorem bomb : deep 60 0 = deep 60 1 := by decide +kernel
theorem target : two 2 = 5 := by
  have := bomb
  decide
