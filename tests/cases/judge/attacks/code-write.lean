-- kind: writes a file while it is elaborated
-- problem: run-once
-- verdict: rejected or unknown
@[extern "-"] axiom IO.FS.writeFile (path : String) (content : String) (w : Unit) : EStateM.Result Unit Unit Unit
@[macro Lean.Parser.Term.paren] unsafe def put : Lean.Macro := fun _ _ s =>
  match IO.FS.writeFile "/tmp/escaped.txt" "escaped" () with
  | .ok _ _ => EStateM.Result.error Lean.Macro.Exception.unsupportedSyntax s
  | .error _ _ => EStateM.Result.error (Lean.Macro.Exception.error .missing "could not write") s
theorem target : True := (trivial)
