-- kind: a search that does not end
-- problem: run-once
-- verdict: rejected or unknown
set_option maxHeartbeats 0
set_option maxRecDepth 1000000
class C (n : Nat) where
instance down {n : Nat} [C (n + 1)] : C n := ⟨⟩
theorem target : True := by
  have : C 0 := inferInstance
  trivial
