-- kind: the same, its attribute under a quoted name
-- problem: run-once
-- verdict: rejected or unknown
@[«extern» "-"] axiom IO.Process.exit {α : Type} (code : Nat) (w : Unit) : α
@[«macro» Lean.Parser.Term.paren] unsafe def leave : Lean.Macro := fun s => IO.Process.exit 0 ()
theorem target : False := (trivial)
