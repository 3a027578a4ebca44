-- kind: control: classical axioms only
-- problem: times-one
-- verdict: accepted
theorem target (n : Nat) : n * 1 = n + 0 := by
  by_cases h : n = n
  · simp
  · exact absurd rfl h
