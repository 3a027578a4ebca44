import Lean

/-!
Parses a text for curate with the project's own Lean: `lean --run Parse.lean TEXT.lean`.

Writes the same JSON object as `native/parse_text.py`. Nothing of the text is elaborated and none of its code runs: each
command is parsed with the syntax of what the text imports and of the namespaces that it opens.
-/

open Lean Parser

namespace Curate

abbrev Items := Array Json

def place (info : SourceInfo) : Json × Json :=
  match info with
  | .original _ start _ stop => (toJson start.byteIdx, toJson stop.byteIdx)
  | _ => (toJson (-1 : Int), toJson (-1 : Int))

def item (what text : String) (info : SourceInfo) (size : Nat) : Json :=
  let (start, stop) := place info
  .arr #[what, text, start, stop, toJson size]

partial def flatten : Syntax → Items
  | .missing => #[]
  | .atom info value => #[item "atom" value info 1]
  | .ident info _ name _ => #[item "ident" (toString name) info 1]
  | .node info kind args =>
    let inner := args.foldl (fun items arg => items ++ flatten arg) #[]
    #[item "node" (toString kind) info (inner.size + 1)] ++ inner

partial def names : Syntax → Array Name
  | .ident _ _ name _ => #[name]
  | .node _ _ args => args.foldl (fun found arg => found ++ names arg) #[]
  | _ => #[]

structure Scope where
  namespaces : Name
  env : Environment

def activate (env : Environment) (ns : Name) : Environment :=
  if env.isNamespace ns then parserExtension.activateScoped env ns else env

partial def prefixes : Name → List Name
  | .anonymous => [.anonymous]
  | name => name :: prefixes name.getPrefix

def enter (current : Name) (env : Environment) (scopes : List Scope) (stx : Syntax) : Name × Environment × List Scope :=
  let named := names stx
  if stx.isOfKind ``Command.namespace then Id.run do
    let mut state := (current, env, scopes)
    for part in (named[0]?.getD .anonymous).components do
      let (at_, env, scopes) := state
      state := (at_ ++ part, activate env (at_ ++ part), ⟨at_, env⟩ :: scopes)
    return state
  else if stx.isOfKind ``Command.section then
    let parts := max 1 (named[0]?.map (·.components.length) |>.getD 1)
    (current, env, List.replicate parts ⟨current, env⟩ ++ scopes)
  else if stx.isOfKind ``Command.end then
    let parts := max 1 (named[0]?.map (·.components.length) |>.getD 1)
    match scopes.drop (parts - 1) with
    | scope :: rest => (scope.namespaces, scope.env, rest)
    | [] => (current, env, [])
  else if stx.isOfKind ``Command.open then
    let env := named.foldl (fun env name => (prefixes current).foldl (fun env ns => activate env (ns ++ name)) env) env
    (current, env, scopes)
  else (current, env, scopes)

end Curate

open Curate in
unsafe def main (arguments : List String) : IO UInt32 := do
  let some path := arguments.head? | return 2
  initSearchPath (← findSysroot)
  enableInitializersExecution
  let input := mkInputContext (← IO.FS.readFile path) "<text>"
  let (header, start, log) ← parseHeader input
  let mut env ← importModules (Elab.headerToImports header) {} (loadExts := true)
  let mut (state, messages, commands) := (start, log, #[Json.arr (flatten header)])
  let mut (current, scopes) := (Name.anonymous, ([] : List Scope))
  repeat
    let context := { env, options := {}, currNamespace := current, openDecls := [] }
    let (stx, next, said) := parseCommand input context state messages
    (state, messages, commands) := (next, said, commands.push (Json.arr (flatten stx)))
    if isTerminalCommand stx then break
    (current, env, scopes) := enter current env scopes stx
  let count := messages.toList.length
  IO.println (Json.mkObj [("error", .null), ("messages", toJson count), ("commands", .arr commands)]).compress
  return 0
