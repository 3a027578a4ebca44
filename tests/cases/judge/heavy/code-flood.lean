-- kind: code that writes more than may be read
-- problem: run-once
-- verdict: rejected or unknown
@[extern "-"] axiom String.append (a b : String) : String
@[extern "-"] axiom dbgTrace {α : Type} (message : String) (f : Unit → α) : α
def grow : Nat → String → String
  | 0, s => s
  | n + 1, s => grow n (String.append s s)
@[macro Lean.Parser.Term.paren] unsafe def put : Lean.Macro := fun _ _ s =>
  dbgTrace (grow 29 "x") fun _ => EStateM.Result.error Lean.Macro.Exception.unsupportedSyntax s
theorem target : True := (trivial)
