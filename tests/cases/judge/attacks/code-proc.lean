-- kind: code that writes to the files of its own process
-- problem: run-once
-- verdict: rejected or unknown
@[extern "-"] axiom IO.FS.writeFile (path : String) (content : String) (w : Unit) : EStateM.Result Unit Unit Unit
@[macro Lean.Parser.Term.paren] unsafe def put : Lean.Macro := fun _ _ s =>
  match IO.FS.writeFile "/proc/self/oom_score_adj" "-1000" () with
  | .ok _ _ => EStateM.Result.error Lean.Macro.Exception.unsupportedSyntax s
  | .error _ _ => EStateM.Result.error (Lean.Macro.Exception.error .missing "could not write") s
theorem target : True := (trivial)
