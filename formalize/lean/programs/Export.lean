import Lean

/-!
Writes constants as a table of text for curate: `lean --run Export.lean REQUEST.json`.

The table is lean4export's form 3.1.0, one JSON object a line, as `native/export_table.py` writes it. The request is one
of two:

* `{"olean": PATH}`: the constants of one compiled module. It is read, never imported, so none of its code runs.
* `{"imports": [NAME…], "roots": [NAME…], "proved": N, "most": M}`: what the roots rest on in the library. Where that is more than
  N constants, theorems are stated without their proofs, as axioms; where it is still more than M, exit code 3. One more line
  follows the table, of numbers of names in it: the theorems so stated, and the axioms behind the roots.

A NAME is an array of its parts, texts and numbers. Everything goes to stdout.
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

def ofNat (n : Nat) : Json := toJson n

/-- The numbers of what has been written. -/
structure Written where
  names : Std.HashMap Name Nat := {}
  levels : Std.HashMap Level Nat := {}
  terms : Std.HashMap ExprStructEq Nat := {}

abbrev M := StateT Written IO

def put (fields : List (String × Json)) : M Unit := do
  IO.println (Json.mkObj fields).compress

partial def addName (n : Name) : M Nat := do
  if n.isAnonymous then
    return 0
  if let some known := (← get).names[n]? then
    return known
  let shown ← match n with
    | .str pre part => do
      let pre ← addName pre
      pure ("str", Json.mkObj [("pre", ofNat pre), ("str", .str part)])
    | .num pre i => do
      let pre ← addName pre
      pure ("num", Json.mkObj [("pre", ofNat pre), ("i", ofNat i)])
    | .anonymous => throw <| IO.userError "the anonymous name has no part"
  let number := (← get).names.size + 1
  modify fun w => { w with names := w.names.insert n number }
  put [shown, ("in", ofNat number)]
  return number

def names (ns : List Name) : M Json := do
  let numbers ← ns.mapM addName
  return .arr (numbers.map ofNat).toArray

partial def addLevel (u : Level) : M Nat := do
  if u matches .zero then
    return 0
  if let some known := (← get).levels[u]? then
    return known
  let shown ← match u with
    | .succ v => do
      let v ← addLevel v
      pure ("succ", ofNat v)
    | .max v w => do
      let v ← addLevel v
      let w ← addLevel w
      pure ("max", Json.arr #[ofNat v, ofNat w])
    | .imax v w => do
      let v ← addLevel v
      let w ← addLevel w
      pure ("imax", Json.arr #[ofNat v, ofNat w])
    | .param n => do
      let n ← addName n
      pure ("param", ofNat n)
    | _ => throw <| IO.userError "a stored level holds a metavariable"
  let number := (← get).levels.size + 1
  modify fun w => { w with levels := w.levels.insert u number }
  put [shown, ("il", ofNat number)]
  return number

def showBinder : BinderInfo → String
  | .default => "default"
  | .implicit => "implicit"
  | .strictImplicit => "strictImplicit"
  | .instImplicit => "instImplicit"

partial def addTerm (e : Expr) : M Nat := do
  if let .mdata _ b := e then
    return (← addTerm b)
  if let some known := (← get).terms[(⟨e⟩ : ExprStructEq)]? then
    return known
  let shown ← match e with
    | .bvar i => pure ("bvar", ofNat i)
    | .sort u => do
      let u ← addLevel u
      pure ("sort", ofNat u)
    | .const n us => do
      let n ← addName n
      let us ← us.mapM addLevel
      pure ("const", Json.mkObj [("name", ofNat n), ("us", .arr (us.map ofNat).toArray)])
    | .app f a => do
      let f ← addTerm f
      let a ← addTerm a
      pure ("app", Json.mkObj [("fn", ofNat f), ("arg", ofNat a)])
    | .lam n t b info => do
      let shown ← addBinder n t b info
      pure ("lam", shown)
    | .forallE n t b info => do
      let shown ← addBinder n t b info
      pure ("forallE", shown)
    | .letE n t v b nondep => do
      let n ← addName n
      let t ← addTerm t
      let v ← addTerm v
      let b ← addTerm b
      pure ("letE", Json.mkObj [
        ("name", ofNat n), ("nondep", .bool nondep), ("type", ofNat t), ("value", ofNat v), ("body", ofNat b)])
    | .lit (.natVal k) => pure ("natVal", .str (toString k))
    | .lit (.strVal s) => pure ("strVal", .str s)
    | .proj s i b => do
      let s ← addName s
      let b ← addTerm b
      pure ("proj", Json.mkObj [("typeName", ofNat s), ("idx", ofNat i), ("struct", ofNat b)])
    | _ => throw <| IO.userError "a stored term holds a free variable or a metavariable"
  let number := (← get).terms.size
  modify fun w => { w with terms := w.terms.insert ⟨e⟩ number }
  put [shown, ("ie", ofNat number)]
  return number
where
  addBinder (n : Name) (t b : Expr) (info : BinderInfo) : M Json := do
    let n ← addName n
    let t ← addTerm t
    let b ← addTerm b
    return Json.mkObj [("name", ofNat n), ("binderInfo", .str (showBinder info)), ("type", ofNat t), ("body", ofNat b)]

def showHints : ReducibilityHints → Json
  | .opaque => .str "opaque"
  | .abbrev => .str "abbrev"
  | .regular height => Json.mkObj [("regular", ofNat height.toNat)]

def showSafety : DefinitionSafety → String
  | .unsafe => "unsafe"
  | .safe => "safe"
  | .partial => "partial"

def showQuot : QuotKind → String
  | .type => "type"
  | .ctor => "ctor"
  | .lift => "lift"
  | .ind => "ind"

def base (c : ConstantInfo) : M (List (String × Json)) := do
  let name ← addName c.name
  let universes ← names c.levelParams
  let type ← addTerm c.type
  return [("name", ofNat name), ("levelParams", universes), ("type", ofNat type)]

/-- Adds a declaration that stands alone. -/
def putAlone (c : ConstantInfo) : M Unit := do
  let shared ← base c
  let alone (key : String) (own : List (String × Json)) := put [(key, Json.mkObj (shared ++ own))]
  match c with
  | .axiomInfo v => alone "axiom" [("isUnsafe", .bool v.isUnsafe)]
  | .defnInfo v =>
    let value ← addTerm v.value
    let all ← names v.all
    alone "def" [("value", ofNat value), ("hints", showHints v.hints), ("safety", .str (showSafety v.safety)), ("all", all)]
  | .thmInfo v =>
    let value ← addTerm v.value
    let all ← names v.all
    alone "thm" [("value", ofNat value), ("all", all)]
  | .opaqueInfo v =>
    let value ← addTerm v.value
    let all ← names v.all
    alone "opaque" [("value", ofNat value), ("isUnsafe", .bool v.isUnsafe), ("all", all)]
  | .quotInfo v => alone "quot" [("kind", .str (showQuot v.kind))]
  | _ => throw <| IO.userError "a part of an inductive type does not stand alone"

def showType (c : ConstantInfo) (v : InductiveVal) : M Json := do
  let shared ← base c
  let all ← names v.all
  let constructors ← names v.ctors
  return Json.mkObj (shared ++ [
    ("numParams", ofNat v.numParams), ("numIndices", ofNat v.numIndices), ("all", all), ("ctors", constructors),
    ("numNested", ofNat v.numNested), ("isRec", .bool v.isRec), ("isUnsafe", .bool v.isUnsafe),
    ("isReflexive", .bool v.isReflexive)])

def showConstructor (c : ConstantInfo) (v : ConstructorVal) : M Json := do
  let shared ← base c
  let type ← addName v.induct
  return Json.mkObj (shared ++ [
    ("induct", ofNat type), ("cidx", ofNat v.cidx), ("numParams", ofNat v.numParams), ("numFields", ofNat v.numFields),
    ("isUnsafe", .bool v.isUnsafe)])

def showRecursor (c : ConstantInfo) (v : RecursorVal) : M Json := do
  let shared ← base c
  let all ← names v.all
  let rules ← v.rules.mapM fun rule => do
    let constructor ← addName rule.ctor
    let term ← addTerm rule.rhs
    return Json.mkObj [("ctor", ofNat constructor), ("nfields", ofNat rule.nfields), ("rhs", ofNat term)]
  return Json.mkObj (shared ++ [
    ("all", all), ("numParams", ofNat v.numParams), ("numIndices", ofNat v.numIndices),
    ("numMotives", ofNat v.numMotives), ("numMinors", ofNat v.numMinors), ("rules", .arr rules.toArray),
    ("k", .bool v.k), ("isUnsafe", .bool v.isUnsafe)])

/-- Types that are declared together, with what belongs to them. -/
structure Family where
  types : Array Json := #[]
  constructors : Array Json := #[]
  recursors : Array Json := #[]

/-- Adds constants; those in `stated` by their types alone. -/
def putConstants (constants : Array ConstantInfo) (stated : Name → Bool) : M Unit := do
  let mut first : Std.HashMap Name Name := {}
  for c in constants do
    if let .inductInfo v := c then
      first := first.insert c.name (v.all.headD c.name)
  let mut families : Std.HashMap Name Family := {}
  let mut order := #[]
  for c in constants do
    let head := match c with
      | .inductInfo v => v.all.headD c.name
      | .ctorInfo v => first.getD v.induct v.induct
      | .recInfo v => v.all.headD c.name
      | _ => Name.anonymous
    if head.isAnonymous then
      if stated c.name then
        put [("axiom", Json.mkObj ((← base c) ++ [("isUnsafe", .bool false)]))]
      else
        putAlone c
      continue
    if !families.contains head then
      order := order.push head
    let family := families.getD head {}
    let family ← match c with
      | .inductInfo v => do
        let shown ← showType c v
        pure { family with types := family.types.push shown }
      | .ctorInfo v => do
        let shown ← showConstructor c v
        pure { family with constructors := family.constructors.push shown }
      | .recInfo v => do
        let shown ← showRecursor c v
        pure { family with recursors := family.recursors.push shown }
      | _ => pure family
    families := families.insert head family
  for head in order do
    let family := families.getD head {}
    put [("inductive", Json.mkObj [
      ("types", .arr family.types), ("ctors", .arr family.constructors), ("recs", .arr family.recursors)])]

def putHead (imports : Array Name) (entries : List (String × Json)) : M Unit :=
  put [("meta", Json.mkObj [
    ("exporter", Json.mkObj [("name", .str "curate"), ("version", .str "1")]),
    ("lean", Json.mkObj [("githash", .str ""), ("version", .str Lean.versionString)]),
    ("format", Json.mkObj [("version", .str "3.1.0")]),
    ("module", Json.mkObj [
      ("imports", .arr (imports.map fun n => .str (showName n))), ("entries", Json.mkObj entries)])])]

def putModule (path : System.FilePath) : M Unit := do
  let (data, _) ← readModuleData path
  let entries := data.entries.filterMap fun (n, added) =>
    if added.isEmpty then none else some (showName n, ofNat added.size)
  putHead (data.imports.map fun i => i.module) entries.toList
  putConstants data.constants fun _ => false

def valueOf : ConstantInfo → Option Expr
  | .defnInfo v => some v.value
  | .thmInfo v => some v.value
  | .opaqueInfo v => some v.value
  | _ => none

/-- Constants that a declaration mentions, and what is declared with it. -/
def usedBy (c : ConstantInfo) (stated : Bool) : Array Name :=
  let value := if stated then none else valueOf c
  let terms := c.type.getUsedConstants ++ ((value.map Expr.getUsedConstants).getD #[])
  match c with
  | .inductInfo v => terms ++ v.all.toArray ++ v.ctors.toArray
  | .ctorInfo v => terms.push v.induct
  | .recInfo v => v.rules.foldl (fun found rule => found ++ rule.rhs.getUsedConstants) (terms ++ v.all.toArray)
  | _ => terms

/-- Everything that `roots` rest on. Theorems rest on their types alone with `stated`. -/
def reached (env : Environment) (roots : Array Name) (stated : Bool) : Array ConstantInfo := Id.run do
  let mut todo := roots
  let mut done : Std.HashSet Name := {}
  let mut found := #[]
  while !todo.isEmpty do
    let name := todo.back!
    todo := todo.pop
    if done.contains name then
      continue
    done := done.insert name
    if let some c := env.find? name then
      found := found.push c
      todo := todo ++ usedBy c (stated && (c matches .thmInfo _))
  return found

def readName (parts : Array Json) : IO Name :=
  parts.foldlM (init := Name.anonymous) fun pre part => match part with
    | .str text => pure (.str pre text)
    | .num i => pure (.num pre i.mantissa.toNat)
    | _ => throw <| IO.userError "a part of a name is a text or a number"

def readNames (request : Json) (key : String) : IO (Array Name) := do
  let found ← IO.ofExcept (request.getObjValAs? (Array (Array Json)) key)
  found.mapM readName

def putLibrary (request : Json) : M UInt32 := do
  let imports ← readNames request "imports"
  let roots ← readNames request "roots"
  let proved ← IO.ofExcept (request.getObjValAs? Nat "proved")
  let most ← IO.ofExcept (request.getObjValAs? Nat "most")
  let env ← importModules (imports.map fun n => { module := n }) {}
  let whole := reached env roots false
  let isShort := whole.size > proved
  let constants := if isShort then reached env roots true else whole
  if constants.size > most then
    IO.eprintln s!"it rests on {constants.size} constants of the library, more than {most}"
    return 3
  let isStated (c : ConstantInfo) := isShort && (c matches .thmInfo _)
  let stated : Std.HashSet Name := constants.foldl (fun found c => if isStated c then found.insert c.name else found) {}
  putHead env.header.moduleNames []
  putConstants constants stated.contains
  let theorems ← names ((constants.filter isStated).toList.map fun c => c.name)
  let axioms ← names ((whole.filter fun c => c matches .axiomInfo _).toList.map fun c => c.name)
  put [("stated", theorems), ("axioms", axioms)]
  return 0

end Curate

def main (arguments : List String) : IO UInt32 := do
  let some path := arguments.head? | return 2
  initSearchPath (← findSysroot)
  let request ← IO.ofExcept (Json.parse (← IO.FS.readFile path))
  let work : Curate.M UInt32 := match request.getObjValAs? String "olean" with
    | .ok path => do
      Curate.putModule path
      return 0
    | .error _ => Curate.putLibrary request
  let (code, _) ← work.run {}
  return code
