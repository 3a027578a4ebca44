prelude
import MiniLean.Recursion
set_option autoImplicit false

/-! ## Integers: enough to state things about them.  The kernel knows no integers, so all of this is plain definition. -/
set_option genCtorIdx false in
inductive Int : Type where
  | ofNat (n : Nat) : Int
  | negSucc (n : Nat) : Int
attribute [extern "lean_nat_to_int"] Int.ofNat
attribute [extern "lean_int_neg_succ_of_nat"] Int.negSucc
instance instOfNat (n : Nat) : OfNat Int n := ⟨Int.ofNat n⟩
instance : Coe Nat Int := ⟨Int.ofNat⟩
instance : Inhabited Int := ⟨Int.ofNat 0⟩
noncomputable section
namespace Int
def negOfNat : Nat → Int
  | 0 => ofNat 0
  | n + 1 => negSucc n
def subNatNat (m n : Nat) : Int :=
  match n - m with
  | 0 => ofNat (m - n)
  | k + 1 => negSucc k
set_option bootstrap.genMatcherCode false in
@[extern "lean_int_neg"] protected def neg (n : Int) : Int :=
  match n with
  | ofNat n => negOfNat n
  | negSucc n => ofNat (n + 1)
instance instNegInt : Neg Int := ⟨Int.neg⟩
set_option bootstrap.genMatcherCode false in
@[extern "lean_int_add"] protected def add (m n : Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (m + n)
  | ofNat m, negSucc n => subNatNat m (n + 1)
  | negSucc m, ofNat n => subNatNat n (m + 1)
  | negSucc m, negSucc n => negSucc (m + n + 1)
instance instAddInt : Add Int := ⟨Int.add⟩
set_option bootstrap.genMatcherCode false in
@[extern "lean_int_mul"] protected def mul (m n : Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (m * n)
  | ofNat m, negSucc n => negOfNat (m * (n + 1))
  | negSucc m, ofNat n => negOfNat ((m + 1) * n)
  | negSucc m, negSucc n => ofNat ((m + 1) * (n + 1))
instance instMulInt : Mul Int := ⟨Int.mul⟩
@[extern "lean_int_sub"] protected def sub (m n : Int) : Int := m + -n
instance instSubInt : Sub Int := ⟨Int.sub⟩
inductive NonNeg : Int → Prop where
  | mk (n : Nat) : NonNeg (ofNat n)
protected def le (a b : Int) : Prop := NonNeg (b - a)
instance instLEInt : LE Int := ⟨Int.le⟩
protected def lt (a b : Int) : Prop := a + 1 ≤ b
instance instLTInt : LT Int := ⟨Int.lt⟩
theorem ofNat.inj' {m n : Nat} (h : ofNat m = ofNat n) : m = n := Int.noConfusion h id
set_option bootstrap.genMatcherCode false in
@[extern "lean_int_dec_eq"] protected def decEq (a b : Int) : Decidable (a = b) :=
  match a, b with
  | ofNat a, ofNat b => if h : a = b then isTrue (h ▸ rfl) else isFalse (fun k => Int.noConfusion k (fun e => h e))
  | negSucc a, negSucc b => if h : a = b then isTrue (h ▸ rfl) else isFalse (fun k => Int.noConfusion k (fun e => h e))
  | ofNat _, negSucc _ => isFalse (fun h => Int.noConfusion h)
  | negSucc _, ofNat _ => isFalse (fun h => Int.noConfusion h)
instance : DecidableEq Int := Int.decEq
theorem not_nonNeg_negSucc (n : Nat) : ¬ NonNeg (negSucc n) := fun h =>
  NonNeg.rec (motive := fun z _ => Int.rec (motive := fun _ => Prop) (fun _ => True) (fun _ => False) z) (fun _ => trivial) h
set_option bootstrap.genMatcherCode false in
@[extern "lean_int_dec_nonneg"] def decNonneg (a : Int) : Decidable (NonNeg a) :=
  match a with
  | ofNat n => isTrue (.mk n)
  | negSucc n => isFalse (not_nonNeg_negSucc n)
@[extern "lean_int_dec_le"] instance decLe (a b : Int) : Decidable (a ≤ b) := decNonneg (b - a)
@[extern "lean_int_dec_lt"] instance decLt (a b : Int) : Decidable (a < b) := decNonneg (b - (a + 1))
end Int
end
