-- kind: a folder where Lean would write the module
-- problem: run-once
-- verdict: rejected or unknown
@[extern "-"] axiom IO.FS.createDir (path : String) (w : Unit) : EStateM.Result Unit Unit Unit
@[macro Lean.Parser.Term.paren] unsafe def put : Lean.Macro := fun _ _ s =>
  match IO.FS.createDir "Draft.olean" () with
  | .ok _ _ => EStateM.Result.error Lean.Macro.Exception.unsupportedSyntax s
  | .error _ _ => EStateM.Result.error Lean.Macro.Exception.unsupportedSyntax s
theorem target : True := (trivial)
