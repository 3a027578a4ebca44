prelude
import MiniLean.Logic
set_option autoImplicit false
universe u v w
def wfParam {α : Sort u} (a : α) : α := a
inductive Acc {α : Sort u} (r : α → α → Prop) : α → Prop where
  | intro (x : α) (h : (y : α) → r y x → Acc r y) : Acc r x
theorem Acc.inv {α : Sort u} {r : α → α → Prop} {x y : α} (h : Acc r x) (k : r y x) : Acc r y := by
  cases h with | intro _ h => exact h y k
inductive WellFounded {α : Sort u} (r : α → α → Prop) : Prop where
  | intro (h : ∀ a, Acc r a) : WellFounded r
theorem WellFounded.apply {α : Sort u} {r : α → α → Prop} (wf : WellFounded r) (a : α) : Acc r a := by
  cases wf with | intro h => exact h a
class WellFoundedRelation (α : Sort u) where
  rel : α → α → Prop
  wf : WellFounded rel
class SizeOf (α : Sort u) where
  sizeOf : α → Nat
export SizeOf (sizeOf)
instance (priority := low) instSizeOfDefault (α : Sort u) : SizeOf α := ⟨fun _ => 0⟩
opaque Lean.opaqueId {α : Sort u} (x : α) : α := x
@[reducible] def InvImage {α : Sort u} {β : Sort v} (r : β → β → Prop) (f : α → β) : α → α → Prop := fun a b => r (f a) (f b)
theorem InvImage.accAux {α : Sort u} {β : Sort v} {r : β → β → Prop} (f : α → β) {b : β} (h : Acc r b) :
    ∀ x : α, f x = b → Acc (InvImage r f) x := by
  induction h with
  | intro b h ih =>
    intro x e
    exact Acc.intro x (fun y l => ih (f y) (e ▸ l) y rfl)
theorem InvImage.wf {α : Sort u} {β : Sort v} {r : β → β → Prop} (f : α → β) (h : WellFounded r) : WellFounded (InvImage r f) :=
  ⟨fun a => accAux f (h.apply (f a)) a rfl⟩
@[reducible] def invImage {α : Sort u} {β : Sort v} (f : α → β) (h : WellFoundedRelation β) : WellFoundedRelation α where
  rel := InvImage h.rel f
  wf := InvImage.wf f h.wf
theorem Nat.lt_wf_aux (n : Nat) : ∀ m, m < n → Acc (fun a b : Nat => a < b) m := by
  induction n with
  | zero => exact fun m h => absurd h (Nat.not_succ_le_zero m)
  | succ n ih => exact fun m h => Acc.intro m (fun y k => ih y (Nat.le_trans k (Nat.le_of_succ_le_succ h)))
@[reducible] def Nat.lt_wfRel : WellFoundedRelation Nat where
  rel := fun a b => a < b
  wf := ⟨fun a => Nat.lt_wf_aux (a + 1) a .refl⟩
@[reducible] def measure {α : Sort u} (f : α → Nat) : WellFoundedRelation α := invImage f Nat.lt_wfRel
instance instSizeOfNat : SizeOf Nat := ⟨fun n => n⟩
@[reducible] def sizeOfWFRel {α : Sort u} [SizeOf α] : WellFoundedRelation α := measure sizeOf
instance (priority := low) instWellFoundedRelationOfSizeOf {α : Sort u} [SizeOf α] : WellFoundedRelation α := sizeOfWFRel
noncomputable def WellFounded.fixF {α : Sort u} {r : α → α → Prop} {C : α → Sort v} (F : (x : α) → ((y : α) → r y x → C y) → C x)
    (x : α) (a : Acc r x) : C x :=
  Acc.rec (motive := fun x _ => C x) (fun x _ ih => F x ih) a
theorem WellFounded.fixF_eq {α : Sort u} {r : α → α → Prop} {C : α → Sort v} (F : (x : α) → ((y : α) → r y x → C y) → C x)
    (x : α) (a : Acc r x) : fixF F x a = F x (fun y p => fixF F y (Acc.inv a p)) := by
  cases a with | intro _ h => rfl
noncomputable def WellFounded.fix {α : Sort u} {C : α → Sort v} {r : α → α → Prop} (hwf : WellFounded r) (F : (x : α) → ((y : α) → r y x → C y) → C x) (x : α) : C x :=
  fixF F x (hwf.apply x)
theorem WellFounded.fix_eq {α : Sort u} {C : α → Sort v} {r : α → α → Prop} (hwf : WellFounded r) (F : (x : α) → ((y : α) → r y x → C y) → C x) (x : α) :
    fix hwf F x = F x (fun y _ => fix hwf F y) := fixF_eq F x (hwf.apply x)

noncomputable def WellFounded.Nat.fix {α : Sort u} {motive : α → Sort v} (h : α → Nat)
    (F : (x : α) → ((y : α) → InvImage (fun a b : Nat => a < b) h y x → motive y) → motive x) (x : α) : motive x :=
  WellFounded.fix (measure h).wf F x
theorem WellFounded.Nat.fix_eq {α : Sort u} {motive : α → Sort v} (h : α → Nat)
    (F : (x : α) → ((y : α) → InvImage (fun a b : Nat => a < b) h y x → motive y) → motive x) (x : α) :
    WellFounded.Nat.fix h F x = F x (fun y _ => WellFounded.Nat.fix h F y) :=
  WellFounded.fix_eq (measure h).wf F x

@[tactic_parser 1000, extern "-"] axiom tacticClean_wf : Lean.ParserDescr
@[macro tacticClean_wf, extern "-"] axiom _aux_Init_WFTactics___macroRules_tacticClean_wf_1 : Lean.Macro
@[tactic_parser 1000, extern "-"] axiom tacticDecreasing_trivial : Lean.ParserDescr
@[tactic_parser 1000, extern "-"] axiom tacticDecreasing_with_ : Lean.ParserDescr
@[macro tacticDecreasing_with_, extern "-"] axiom _aux_Init_WFTactics___macroRules_tacticDecreasing_with__1 : Lean.Macro
@[tactic_parser 1000, extern "-"] axiom tacticDecreasing_tactic : Lean.ParserDescr
@[macro tacticDecreasing_tactic, extern "-"] axiom _aux_Init_WFTactics___macroRules_tacticDecreasing_tactic_1 : Lean.Macro
structure PSigma {α : Sort u} (β : α → Sort v) where
  fst : α
  snd : β fst
inductive PSum (α : Sort u) (β : Sort v) where
  | inl (val : α) : PSum α β
  | inr (val : β) : PSum α β
inductive Prod.Lex {α : Type u} {β : Type v} (ra : α → α → Prop) (rb : β → β → Prop) : α × β → α × β → Prop where
  | left {a₁ : α} (b₁ : β) {a₂ : α} (b₂ : β) (h : ra a₁ a₂) : Prod.Lex ra rb (a₁, b₁) (a₂, b₂)
  | right (a : α) {b₁ b₂ : β} (h : rb b₁ b₂) : Prod.Lex ra rb (a, b₁) (a, b₂)
theorem Prod.lexAcc {α : Type u} {β : Type v} {ra : α → α → Prop} {rb : β → β → Prop} (wb : ∀ b, Acc rb b) {a : α} (ha : Acc ra a) :
    ∀ b, Acc (Prod.Lex ra rb) (a, b) := by
  induction ha with
  | intro a _ iha =>
    intro b
    induction wb b with
    | intro b _ ihb =>
      refine Acc.intro _ (fun p l => ?_)
      cases l with
      | left b₁ b₂ h => exact iha _ h _
      | right _ h => exact ihb _ h
@[reducible] def Prod.lex {α : Type u} {β : Type v} (ha : WellFoundedRelation α) (hb : WellFoundedRelation β) : WellFoundedRelation (α × β) where
  rel := Prod.Lex ha.rel hb.rel
  wf := ⟨fun p => match p with | (a, b) => Prod.lexAcc hb.wf.apply (ha.wf.apply a) b⟩
instance : WellFoundedRelation Nat := Nat.lt_wfRel
instance {α : Type u} {β : Type v} [ha : WellFoundedRelation α] [hb : WellFoundedRelation β] : WellFoundedRelation (α × β) := Prod.lex ha hb
theorem Prod.lex_def {α : Type u} {β : Type v} {r : α → α → Prop} {s : β → β → Prop} {p q : α × β} :
    Prod.Lex r s p q ↔ r p.1 q.1 ∨ p.1 = q.1 ∧ s p.2 q.2 := by
  constructor
  · intro h
    cases h with
    | left _ _ h => exact .inl h
    | right _ h => exact .inr ⟨rfl, h⟩
  · intro h
    cases p; cases q
    cases h with
    | inl h => exact .left _ _ h
    | inr h => cases h with | intro e h => cases e; exact .right _ h
theorem Nat.sub_one_lt {n : Nat} (h : n ≠ 0) : n - 1 < n := by
  cases n with
  | zero => exact absurd rfl h
  | succ n => exact .refl
theorem Nat.lt_succ_self (n : Nat) : n < n.succ := .refl
theorem sizeOf_nat (n : Nat) : sizeOf n = n := rfl
deriving instance SizeOf for PUnit, Bool, Prod, PProd, Sum, Sigma, Subtype, Option, List, Fin
macro_rules
  | `(tactic| decreasing_trivial) => `(tactic| first | assumption | exact Nat.lt_succ_self _ | exact Nat.sub_one_lt (by assumption) | decide | simp_all)

/-! ## Order on the natural numbers -/
namespace Nat
@[simp] theorem succ_ne_zero (n : Nat) : n.succ ≠ 0 := fun h => Nat.noConfusion h
@[simp] theorem add_one_ne_zero (n : Nat) : n + 1 ≠ 0 := succ_ne_zero n
@[simp] theorem not_lt_zero (n : Nat) : ¬ n < 0 := not_succ_le_zero n
attribute [simp] lt_irrefl le_refl zero_le
@[simp] theorem succ_pos (n : Nat) : 0 < n.succ := succ_le_succ (zero_le n)
@[simp] theorem zero_lt_succ (n : Nat) : 0 < n + 1 := succ_pos n
theorem le_of_lt {n m : Nat} (h : n < m) : n ≤ m := le_trans (.step .refl) h
theorem le_succ (n : Nat) : n ≤ n + 1 := .step .refl
theorem le_of_lt_succ {n m : Nat} (h : n < m + 1) : n ≤ m := le_of_succ_le_succ h
theorem lt_succ_of_le {n m : Nat} (h : n ≤ m) : n < m + 1 := succ_le_succ h
theorem lt_of_lt_of_le {n m k : Nat} (h : n < m) (h' : m ≤ k) : n < k := le_trans h h'
theorem lt_of_le_of_lt {n m k : Nat} (h : n ≤ m) (h' : m < k) : n < k := le_trans (succ_le_succ h) h'
theorem lt_trans {n m k : Nat} (h : n < m) (h' : m < k) : n < k := lt_of_lt_of_le h (le_of_lt h')
theorem le_antisymm {n m : Nat} (h : n ≤ m) (h' : m ≤ n) : n = m := by
  cases h with
  | refl => rfl
  | step h => exact absurd (lt_of_le_of_lt h (lt_of_lt_of_le .refl h')) (lt_irrefl _)
theorem le_add_right (n k : Nat) : n ≤ n + k := by
  induction k with
  | zero => exact .refl
  | succ k ih => exact .step ih
theorem le_add_left (n k : Nat) : n ≤ k + n := add_comm n k ▸ le_add_right n k
theorem add_le_add_right {n m : Nat} (h : n ≤ m) (k : Nat) : n + k ≤ m + k := by
  induction k with
  | zero => exact h
  | succ k ih => exact succ_le_succ ih
theorem add_le_add_left {n m : Nat} (h : n ≤ m) (k : Nat) : k + n ≤ k + m :=
  add_comm n k ▸ add_comm m k ▸ add_le_add_right h k
theorem add_le_add {a b c d : Nat} (h : a ≤ b) (k : c ≤ d) : a + c ≤ b + d :=
  le_trans (add_le_add_right h c) (add_le_add_left k b)
theorem lt_or_ge (n m : Nat) : n < m ∨ m ≤ n := by
  induction n with
  | zero =>
    cases m with
    | zero => exact .inr .refl
    | succ m => exact .inl (succ_pos m)
  | succ n ih =>
    cases ih with
    | inr h => exact .inr (.step h)
    | inl h => cases h with
      | refl => exact .inr .refl
      | step h => exact .inl (succ_le_succ h)
theorem le_total (n m : Nat) : n ≤ m ∨ m ≤ n := (lt_or_ge n m).elim (fun h => .inl (le_of_lt h)) .inr
theorem not_le_of_lt {n m : Nat} (h : n < m) : ¬ m ≤ n := fun k => lt_irrefl _ (lt_of_lt_of_le h k)
theorem not_lt_of_le {n m : Nat} (h : n ≤ m) : ¬ m < n := fun k => lt_irrefl _ (lt_of_lt_of_le k h)
theorem le_of_not_lt {n m : Nat} (h : ¬ n < m) : m ≤ n := (lt_or_ge n m).elim (fun k => absurd k h) id
theorem lt_of_not_le {n m : Nat} (h : ¬ n ≤ m) : m < n := (lt_or_ge m n).elim id (fun k => absurd k h)
@[simp] theorem add_sub_cancel (n m : Nat) : n + m - m = n := by
  induction m with
  | zero => rfl
  | succ m ih =>
    have key : ∀ a b : Nat, a.succ - b.succ = a - b := by
      intro a b
      induction b with
      | zero => rfl
      | succ b ih => exact congrArg pred ih
    exact (key (n + m) m).trans ih
@[simp] theorem add_one_sub_one (n : Nat) : n + 1 - 1 = n := rfl
@[simp] theorem succ_sub_one (n : Nat) : n.succ - 1 = n := rfl
theorem add_right_cancel {n m k : Nat} (h : n + k = m + k) : n = m := by
  induction k with
  | zero => exact h
  | succ k ih => exact ih (Nat.noConfusion h id)
@[simp] theorem add_right_cancel_iff {n m k : Nat} : n + k = m + k ↔ n = m := ⟨add_right_cancel, fun h => h ▸ rfl⟩
theorem add_left_cancel {n m k : Nat} (h : k + n = k + m) : n = m :=
  add_right_cancel (by rw [add_comm n k, h, add_comm] : n + k = m + k)
@[simp] theorem add_left_cancel_iff {n m k : Nat} : k + n = k + m ↔ n = m := ⟨add_left_cancel, fun h => h ▸ rfl⟩
theorem le_of_add_le_add_right {n m k : Nat} (h : n + k ≤ m + k) : n ≤ m := by
  induction k with
  | zero => exact h
  | succ k ih => exact ih (le_of_succ_le_succ h)
@[simp] theorem add_le_add_iff_right {n m k : Nat} : n + k ≤ m + k ↔ n ≤ m :=
  ⟨le_of_add_le_add_right, fun h => add_le_add_right h k⟩
@[simp] theorem mul_one (n : Nat) : n * 1 = n := by rw [mul_succ, mul_zero, zero_add]
theorem succ_mul (n m : Nat) : succ n * m = n * m + m := by
  induction m with
  | zero => rfl
  | succ m ih => rw [mul_succ, ih, mul_succ, add_assoc, add_assoc, add_succ, add_comm m n]; rfl
theorem mul_comm (n m : Nat) : n * m = m * n := by
  induction m with
  | zero => exact (zero_mul n).symm
  | succ m ih => rw [mul_succ, succ_mul, ih]
@[simp] theorem one_mul (n : Nat) : 1 * n = n := by rw [mul_comm, mul_one]
theorem left_distrib (n m k : Nat) : n * (m + k) = n * m + n * k := by
  induction k with
  | zero => rfl
  | succ k ih => rw [add_succ, mul_succ, ih, mul_succ, add_assoc]
theorem right_distrib (n m k : Nat) : (n + m) * k = n * k + m * k := by
  rw [mul_comm, left_distrib, mul_comm k n, mul_comm k m]
theorem mul_assoc (n m k : Nat) : n * m * k = n * (m * k) := by
  induction k with
  | zero => rfl
  | succ k ih => rw [mul_succ, ih, mul_succ, left_distrib]
end Nat
