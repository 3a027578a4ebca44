import Lean
import Lean.Replay

/-!
Reads one compiled module for curate: `lean --run Inspect.lean REQUEST.json`.

Writes the same JSON object as `TableReader.read` gives, so that one reader in Python serves both. It imports what the module imports,
never the module itself, so that none of its code runs; with `"replay": true` the kernel checks the module's constants
again on top of those imports.
-/

open Lean

namespace Curate

/-- A part of a name as the tables of `formalize/terms` show it: plain, or in «». -/
def showPart (part : String) : String :=
  let plain (c : Char) := c.isAlphanum || c == '_' || c == '!' || c == '?' || c == '\'' || c.val > 127
  let starts := match part.toList with
    | c :: _ => !c.isDigit && c != '!' && c != '?' && c != '\''
    | [] => false
  if starts && part.toList.all plain && !part.toList.contains '✝' then part else "«" ++ part.replace "»" "»»" ++ "»"

def showName : Name → String
  | .anonymous => ""
  | .str .anonymous part => showPart part
  | .str pre part => showName pre ++ "." ++ showPart part
  | .num .anonymous i => toString i
  | .num pre i => showName pre ++ "." ++ toString i

def ofName (n : Name) : Json := .str (showName n)

def ofNat (n : Nat) : Json := toJson n

partial def ofLevel : Level → Json
  | .zero => .arr #["zero"]
  | .succ u => .arr #["succ", ofLevel u]
  | .max u v => .arr #["max", ofLevel u, ofLevel v]
  | .imax u v => .arr #["imax", ofLevel u, ofLevel v]
  | .param n => .arr #["param", ofName n]
  | .mvar _ => .arr #["zero"]

def ofBinder : BinderInfo → Json
  | .default => "default"
  | .implicit => "implicit"
  | .strictImplicit => "strictImplicit"
  | .instImplicit => "instImplicit"

/-- Terms as a table of nodes, each once. -/
structure Table where
  nodes : Array Json := #[]
  seen : Std.HashMap ExprStructEq Nat := {}

abbrev M := StateT Table IO

def push (e : Expr) (node : Array Json) : M Nat := do
  let table ← get
  set { nodes := table.nodes.push (.arr node), seen := table.seen.insert ⟨e⟩ table.nodes.size : Table }
  return table.nodes.size

partial def add (e : Expr) : M Nat := do
  if let some known := (← get).seen[(⟨e⟩ : ExprStructEq)]? then
    return known
  match e with
  | .bvar i => push e #["var", ofNat i]
  | .sort u => push e #["sort", ofLevel u]
  | .const n us => push e #["const", ofName n, .arr (us.map ofLevel).toArray]
  | .app f a =>
    let f ← add f
    let a ← add a
    push e #["app", ofNat f, ofNat a]
  | .lam n t b info =>
    let t ← add t
    let b ← add b
    push e #["lam", ofName n, ofBinder info, ofNat t, ofNat b]
  | .forallE n t b info =>
    let t ← add t
    let b ← add b
    push e #["pi", ofName n, ofBinder info, ofNat t, ofNat b]
  | .letE n t v b _ =>
    let t ← add t
    let v ← add v
    let b ← add b
    push e #["let", ofName n, ofNat t, ofNat v, ofNat b]
  | .lit (.natVal k) => push e #["nat", .str (toString k)]
  | .lit (.strVal s) => push e #["str", .str s]
  | .mdata _ b =>
    let b ← add b
    push e #["mdata", ofNat b]
  | .proj s i b =>
    let b ← add b
    push e #["proj", ofName s, ofNat i, ofNat b]
  | .fvar _ => throw <| IO.userError "a stored term holds a free variable"
  | .mvar _ => throw <| IO.userError "a stored term holds a metavariable"

def kindOf : ConstantInfo → String
  | .axiomInfo _ => "axiom"
  | .defnInfo _ => "definition"
  | .thmInfo _ => "theorem"
  | .opaqueInfo _ => "opaque"
  | .quotInfo _ => "quotient"
  | .inductInfo _ => "inductive"
  | .ctorInfo _ => "constructor"
  | .recInfo _ => "recursor"

def valueOf : ConstantInfo → Option Expr
  | .defnInfo v => some v.value
  | .thmInfo v => some v.value
  | .opaqueInfo v => some v.value
  | _ => none

/-- Constants that a declaration mentions, and what is declared with it. -/
def usedBy (c : ConstantInfo) : Array Name :=
  let terms := c.type.getUsedConstants ++ (((valueOf c).map Expr.getUsedConstants).getD #[])
  match c with
  | .inductInfo v => terms ++ v.all.toArray ++ v.ctors.toArray
  | .ctorInfo v => terms.push v.induct
  | .recInfo v => terms ++ v.all.toArray
  | _ => terms

/-- The axioms that `start` rests on. -/
def axiomsOf (find : Name → Option ConstantInfo) (start : Name) : Array Name := Id.run do
  let mut todo := #[start]
  let mut done : NameSet := {}
  let mut found := #[]
  while !todo.isEmpty do
    let name := todo.back!
    todo := todo.pop
    if done.contains name then
      continue
    done := done.insert name
    if let some c := find name then
      if c matches .axiomInfo _ then
        found := found.push name
      todo := todo ++ usedBy c
  return found

/-- A library constant that the end of a definition's name hides inside its namespace. -/
partial def hidden (library : Name → Bool) (parts : List Name) : Option Name :=
  match parts with
  | [] => none
  | _ :: rest =>
    let name := rest.foldl (fun pre part => pre ++ part) Name.anonymous
    if rest.isEmpty then none else if library name then some name else hidden library rest

/-- Names of variables that could be taken for a constant: those with a capital, and those of types and functions. -/
partial def takenNames (e : Expr) : StateM (NameSet × Std.HashSet ExprStructEq) Unit := do
  if (← get).2.contains ⟨e⟩ then
    return
  modify fun (names, seen) => (names, seen.insert ⟨e⟩)
  match e with
  | .app f a => takenNames f; takenNames a
  | .lam n t b _ | .forallE n t b _ => note n t; takenNames t; takenNames b
  | .letE n t v b _ => note n t; takenNames t; takenNames v; takenNames b
  | .mdata _ b | .proj _ _ b => takenNames b
  | _ => return
where
  note (name : Name) (type : Expr) : StateM (NameSet × Std.HashSet ExprStructEq) Unit := do
    let capital := match name with
      | .str .anonymous part => (part.toList.head?.map Char.isUpper).getD false
      | _ => false
    if capital || type.isForall || type.isSort then
      modify fun (names, seen) => (names.insert name, seen)

def boundNames (constants : Array ConstantInfo) : NameSet := Id.run do
  let mut state := ({}, {})
  for c in constants do
    (_, state) := (takenNames c.type).run state
    if let (some value, false) := (valueOf c, c matches .thmInfo _) then
      (_, state) := (takenNames value).run state
  return state.1

/-- The kernel's word on `constants`, on top of `env`. `replay` takes one kind of environment or the other, by version. -/
def check (constants : Std.HashMap Name ConstantInfo) (env : Environment) : IO Unit := by
  first
  | exact (discard <| Environment.replay constants env)
  | exact (discard <| Environment.replay constants env.toKernelEnv)

def describe (find : Name → Option ConstantInfo) (c : ConstantInfo) : M Json := do
  let type ← add c.type
  let value ← match valueOf c with
    | some v => do pure (ofNat (← add v))
    | none => pure Json.null
  return Json.mkObj [
    ("kind", .str (kindOf c)), ("safe", .bool (!c.isUnsafe && !c.isPartial)),
    ("levels", .arr (c.levelParams.map ofName).toArray), ("type", ofNat type), ("value", value)]

def inspect (request : Json) : IO Json := do
  let path ← IO.ofExcept (request.getObjValAs? String "olean")
  let replay ← IO.ofExcept (request.getObjValAs? Bool "replay")
  let (data, _) ← readModuleData path
  let env ← importModules data.imports {}
  if !env.header.moduleNames.contains `Init then
    return Json.mkObj [("error", .str "it leaves Init out, so the library's names may mean anything in it")]
  let own : Std.HashMap Name ConstantInfo := data.constants.foldl (fun m c => m.insert c.name c) {}
  let find (n : Name) : Option ConstantInfo := match own[n]? with
    | some c => some c
    | none => env.find? n
  for n in data.constNames do
    if env.contains n then
      return Json.mkObj [("error", .str ("declared twice: " ++ showName n))]
  let work : M Json := do
    let mut constants := #[]
    let mut axioms := #[]
    let mut shadows := #[]
    let mut used : NameSet := {}
    for c in data.constants do
      constants := constants.push (showName c.name, ← describe find c)
      axioms := axioms.push (showName c.name, Json.arr ((axiomsOf find c.name).map ofName))
      for n in usedBy c do
        used := used.insert n
      if c matches .axiomInfo _ | .defnInfo _ | .opaqueInfo _ | .inductInfo _ then
        if let some library := hidden (fun n => env.contains n && !own.contains n) c.name.components then
          shadows := shadows.push (showName c.name, ofName library)
    let mut types := #[]
    for n in used.toList do
      if let some c := find n then
        let type ← add c.type
        types := types.push (showName n, Json.arr #[.arr (c.levelParams.map ofName).toArray, ofNat type])
    let entries := data.entries.filterMap fun (n, added) =>
      if added.isEmpty then none else some (showName n, ofNat added.size)
    return Json.mkObj [
      ("error", .null), ("imports", .arr (data.imports.map fun i => ofName i.module)),
      ("entries", Json.mkObj entries.toList), ("constants", Json.mkObj constants.toList),
      ("axioms", Json.mkObj axioms.toList), ("shadows", Json.mkObj shadows.toList),
      ("hidden", .arr ((boundNames data.constants).toList.filter env.contains |>.map ofName).toArray),
      ("types", Json.mkObj types.toList), ("nodes", .arr (← get).nodes)]
  let (answer, _) ← work.run {}
  if replay then
    try
      check own env
    catch rejected =>
      return Json.mkObj [("error", .str (toString rejected))]
    return answer.setObjVal! "replayed" (ofNat own.size)
  return answer.setObjVal! "replayed" .null

end Curate

def main (arguments : List String) : IO UInt32 := do
  let some path := arguments.head? | return 2
  initSearchPath (← findSysroot)
  let request ← IO.ofExcept (Json.parse (← IO.FS.readFile path))
  IO.println (← Curate.inspect request).compress
  return 0
