-- kind: code that fills the disk while it is elaborated
-- problem: two-twice
-- verdict: rejected or unknown
@[extern "-"] axiom String.append (a b : String) : String
@[extern "-"] axiom IO.FS.writeFile (path : String) (content : String) (w : Unit) : EStateM.Result Unit Unit Unit
def grow : Nat → String → String
  | 0, s => s
  | n + 1, s => grow n (String.append s s)
@[macro Lean.Parser.Term.paren] unsafe def put : Lean.Macro := fun _ _ s =>
  match IO.FS.writeFile "filler" (grow 28 "x") () with
  | .ok _ _ => EStateM.Result.error Lean.Macro.Exception.unsupportedSyntax s
  | .error _ _ => EStateM.Result.error (Lean.Macro.Exception.error .missing "could not write") s
theorem target : two 2 = 5 := (trivial)
