-- kind: a term that doubles 60 times
-- problem: run-once
-- verdict: rejected or unknown
theorem target : True := by
  have h0 : 1 = 1 := rfl
  iterate 60 (have := And.intro h0 h0)
  trivial
