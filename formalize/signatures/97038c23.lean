/-!
Signatures of the part of Mathlib that StochBench's definitions and statements use, at revision
97038c235bbbdef1b5c657f052f6e258b61398e3 (2026). Names and types are Mathlib's; the text is ours. Whatever Mathlib proves or
builds is an axiom here, so nothing can be concluded from it: it only tells whether a text is well-formed against these
names and types. `97038c23.lock.json` says where each name stands in Mathlib.
-/
universe u v w x

macro "Type*" : term => `(Type _)
instance : Coe (Lean.TSyntax (List.cons (Lean.Name.mkStr1 "ident") List.nil)) (Lean.TSyntax (List.cons (Lean.Name.mkStr4 "Lean" "Parser" "Term" "funBinder") List.nil)) := ⟨fun s => ⟨s.raw⟩⟩
instance : Coe (Lean.TSyntax (List.cons (Lean.Name.mkStr1 "ident") List.nil)) (Lean.TSyntax (List.cons (Lean.Name.mkStr1 "term") List.nil)) := ⟨fun s => ⟨s.raw⟩⟩

/-! ## Sets -/
def Set (α : Type u) : Type u := α → Prop
def setOf {α : Type u} (p : α → Prop) : Set α := p
instance Set.instMembership {α : Type u} : Membership α (Set α) := ⟨fun s a => s a⟩
syntax:max (priority := high) "{" ident " | " term "}" : term
macro_rules | `({$x:ident | $p}) => `(setOf fun $x => $p)
syntax:max (priority := high) "{" ident " : " term " | " term "}" : term
macro_rules | `({$x:ident : $t | $p}) => `(setOf fun ($x : $t) => $p)
def Set.preimage {α : Type u} {β : Type v} (f : α → β) (s : Set β) : Set α := setOf fun a => s (f a)
infixl:80 " ⁻¹' " => Set.preimage
def Set.univ {α : Type u} : Set α := setOf fun _ => True
axiom Set.Finite {α : Type u} (s : Set α) : Prop
axiom frontier {X : Type u} (s : Set X) : Set X

/-! ## Order and algebra, as far as instances must be found -/
class Preorder (α : Type u) extends LE α, LT α where
def Set.Icc {α : Type u} [Preorder α] (a b : α) : Set α := setOf fun x => a ≤ x ∧ x ≤ b
def Set.Iic {α : Type u} [Preorder α] (b : α) : Set α := setOf fun x => x ≤ b
instance Nat.instPreorder : Preorder Nat := ⟨⟩
def Monotone {α : Type u} {β : Type v} [Preorder α] [Preorder β] (f : α → β) : Prop := ∀ a b, a ≤ b → f a ≤ f b
def StrictMono {α : Type u} {β : Type v} [Preorder α] [Preorder β] (f : α → β) : Prop := ∀ a b, a < b → f a < f b
class Max (α : Type u) where
  max : α → α → α
export Max (max)
class Min (α : Type u) where
  min : α → α → α
export Min (min)
class NormedAddCommGroup (E : Type u) where
class TopologicalSpace (α : Type u) where
axiom Real : Type
notation "ℝ" => Real
notation "ℕ" => Nat
axiom NNReal : Type
namespace NNReal
scoped notation "ℝ≥0" => NNReal
end NNReal
open scoped NNReal
axiom ENNReal : Type
namespace ENNReal
scoped notation "ℝ≥0∞" => ENNReal
end ENNReal
open scoped ENNReal
@[instance] axiom Real.instPreorder : Preorder ℝ
@[instance] axiom Real.instOfNat (n : Nat) : OfNat ℝ n
@[instance] axiom Real.instAdd : Add ℝ
@[instance] axiom Real.instSub : Sub ℝ
@[instance] axiom Real.instMul : Mul ℝ
@[instance] axiom Real.instDiv : Div ℝ
@[instance] axiom Real.instNeg : Neg ℝ
@[instance] axiom Real.instMax : Max ℝ
@[instance] axiom Real.instMin : Min ℝ
@[instance] axiom Real.instMonoidPow : HPow ℝ Nat ℝ
@[instance] axiom Real.instNormed : NormedAddCommGroup ℝ
@[instance] axiom Real.instTopology : TopologicalSpace ℝ
@[instance] axiom NNReal.instPreorder : Preorder ℝ≥0
@[instance] axiom NNReal.instOfNat (n : Nat) : OfNat ℝ≥0 n
@[instance] axiom NNReal.instAdd : Add ℝ≥0
@[instance] axiom NNReal.instSub : Sub ℝ≥0
@[instance] axiom NNReal.instMul : Mul ℝ≥0
@[instance] axiom NNReal.instMin : Min ℝ≥0
@[instance] axiom NNReal.instMonoidPow : HPow ℝ≥0 Nat ℝ≥0
@[instance] axiom NNReal.instTopology : TopologicalSpace ℝ≥0
@[instance] axiom ENNReal.instPreorder : Preorder ℝ≥0∞
@[instance] axiom ENNReal.instOfNat (n : Nat) : OfNat ℝ≥0∞ n
@[instance] axiom ENNReal.instAdd : Add ℝ≥0∞
@[instance] axiom ENNReal.instMul : Mul ℝ≥0∞
@[instance] axiom ENNReal.instTopology : TopologicalSpace ℝ≥0∞
axiom NNReal.toReal : ℝ≥0 → ℝ
noncomputable instance NNReal.instCoe : Coe ℝ≥0 ℝ := ⟨NNReal.toReal⟩
axiom Real.toNNReal : ℝ → ℝ≥0
axiom ENNReal.toReal : ℝ≥0∞ → ℝ
axiom ENNReal.ofReal : ℝ → ℝ≥0∞
axiom ENNReal.ofNNReal : ℝ≥0 → ℝ≥0∞
noncomputable instance ENNReal.instCoe : Coe ℝ≥0 ℝ≥0∞ := ⟨ENNReal.ofNNReal⟩
axiom Real.instNatCast : Nat → ℝ
noncomputable instance Real.instCoeNat : Coe Nat ℝ := ⟨Real.instNatCast⟩
axiom NNReal.instNatCast : Nat → ℝ≥0
noncomputable instance NNReal.instCoeNat : Coe Nat ℝ≥0 := ⟨NNReal.instNatCast⟩
axiom Real.exp : ℝ → ℝ
axiom Real.log : ℝ → ℝ
axiom Real.sqrt : ℝ → ℝ
axiom Complex : Type
notation "ℂ" => Complex
@[instance] axiom Complex.instTopology : TopologicalSpace ℂ
axiom abs {α : Type u} [Neg α] [LE α] : α → α
macro:max atomic("|" noWs) a:term noWs "|" : term => `(abs $a)
axiom Nat.factorial : Nat → Nat
axiom Nat.choose : Nat → Nat → Nat

/-! ## Finite sums, series, matrices -/
class Fintype (α : Type u) where
axiom Fintype.card (α : Type u) [Fintype α] : Nat
axiom Finset (α : Type u) : Type u
@[instance] axiom Finset.instMembership {α : Type u} : Membership α (Finset α)
axiom Finset.univ {α : Type u} [Fintype α] : Finset α
axiom Finset.range : Nat → Finset Nat
axiom Finset.sum {ι : Type u} {M : Type v} [Add M] : Finset ι → (ι → M) → M
axiom Finset.prod {ι : Type u} {M : Type v} [Mul M] : Finset ι → (ι → M) → M
syntax "∑ " ident ", " term:67 : term
macro_rules | `(∑ $x:ident, $b) => `(Finset.sum Finset.univ fun $x => $b)
syntax "∑ " ident " ∈ " term ", " term:67 : term
macro_rules | `(∑ $x:ident ∈ $s, $b) => `(Finset.sum $s fun $x => $b)
syntax "∏ " ident ", " term:67 : term
macro_rules | `(∏ $x:ident, $b) => `(Finset.prod Finset.univ fun $x => $b)
syntax "∏ " ident " ∈ " term ", " term:67 : term
macro_rules | `(∏ $x:ident ∈ $s, $b) => `(Finset.prod $s fun $x => $b)
axiom tsum {α : Type u} {β : Type v} [Add α] [TopologicalSpace α] : (β → α) → α
syntax "∑' " ident ", " term:67 : term
macro_rules | `(∑' $x:ident, $b) => `(tsum fun $x => $b)
syntax "∑' " ident " : " term ", " term:67 : term
macro_rules | `(∑' $x:ident : $t, $b) => `(tsum fun ($x : $t) => $b)
axiom Summable {α : Type u} {β : Type v} [Add α] [TopologicalSpace α] : (β → α) → Prop
axiom HasSum {α : Type u} {β : Type v} [Add α] [TopologicalSpace α] : (β → α) → α → Prop
def Matrix (m : Type u) (n : Type v) (α : Type w) : Type (max u v w) := m → n → α
@[instance] axiom Matrix.instHMulOfFintypeOfMulOfAddCommMonoid {l : Type u} {m : Type v} {n : Type w} {α : Type x} [Fintype m]
    [Mul α] [Add α] : HMul (Matrix l m α) (Matrix m n α) (Matrix l n α)
@[instance] axiom Matrix.instPow {n : Type u} {α : Type x} [Fintype n] [DecidableEq n] [Mul α] [Add α] :
    HPow (Matrix n n α) Nat (Matrix n n α)
axiom Matrix.transpose {m : Type u} {n : Type v} {α : Type w} : Matrix m n α → Matrix n m α
axiom Matrix.vecMul {m : Type u} {n : Type v} {α : Type w} [Fintype m] [Add α] [Mul α] : (m → α) → Matrix m n α → n → α

axiom WithTop (α : Type u) : Type u
axiom WithTop.some {α : Type u} : α → WithTop α
axiom WithTop.untopA {α : Type u} [Inhabited α] : WithTop α → α
noncomputable instance WithTop.instCoe : Coe Nat (WithTop Nat) := ⟨WithTop.some⟩
@[instance] axiom WithTop.instPreorder {α : Type u} [Preorder α] : Preorder (WithTop α)
class InfSet (α : Type u) where
  sInf : Set α → α
export InfSet (sInf)
@[instance] axiom WithTop.instInfSet : InfSet (WithTop Nat)

/-! ## Filters -/
axiom Filter (α : Type u) : Type u
axiom Filter.Eventually {α : Type u} (p : α → Prop) (f : Filter α) : Prop
axiom Filter.Frequently {α : Type u} (p : α → Prop) (f : Filter α) : Prop
def Filter.EventuallyEq {α : Type u} {β : Type v} (l : Filter α) (f g : α → β) : Prop :=
  Filter.Eventually (fun x => f x = g x) l
axiom Filter.Tendsto {α : Type u} {β : Type v} (f : α → β) (l₁ : Filter α) (l₂ : Filter β) : Prop
axiom Filter.atTop {α : Type u} [Preorder α] : Filter α
syntax:lead "∀ᶠ " ident " in " term:max ", " term : term
macro_rules | `(∀ᶠ $x:ident in $f, $p) => `(Filter.Eventually (fun $x => $p) $f)
syntax:lead "∃ᶠ " ident " in " term:max ", " term : term
macro_rules | `(∃ᶠ $x:ident in $f, $p) => `(Filter.Frequently (fun $x => $p) $f)
axiom nhds {X : Type u} [TopologicalSpace X] (x : X) : Filter X
namespace Topology
scoped notation "𝓝" => nhds
end Topology
open scoped Topology
axiom Continuous {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) : Prop
axiom IsOpen {X : Type u} [TopologicalSpace X] (s : Set X) : Prop
axiom IsCompact {X : Type u} [TopologicalSpace X] (s : Set X) : Prop
axiom HasDerivAt (f : ℝ → ℝ) (f' x : ℝ) : Prop

/-! ## Measures -/
class MeasurableSpace (α : Type u) where
@[instance] axiom Real.instMeasurableSpace : MeasurableSpace ℝ
@[instance] axiom Nat.instMeasurableSpace : MeasurableSpace Nat
@[instance] axiom MeasurableSpace.instLE {α : Type u} : LE (MeasurableSpace α)
axiom MeasurableSet {α : Type u} [MeasurableSpace α] (s : Set α) : Prop
axiom Measurable {α : Type u} {β : Type v} [MeasurableSpace α] [MeasurableSpace β] (f : α → β) : Prop
namespace MeasureTheory
axiom Measure (α : Type u) [MeasurableSpace α] : Type u
axiom Measure.instFunLike {α : Type u} [MeasurableSpace α] : Measure α → Set α → ℝ≥0∞
noncomputable instance Measure.instCoeFun {α : Type u} [MeasurableSpace α] : CoeFun (Measure α) fun _ => Set α → ℝ≥0∞ := ⟨Measure.instFunLike⟩
axiom Measure.map {α : Type u} {β : Type v} [MeasurableSpace α] [MeasurableSpace β] (f : α → β) (μ : Measure α) : Measure β
axiom Measure.real {α : Type u} [MeasurableSpace α] (μ : Measure α) (s : Set α) : ℝ
axiom Measure.dirac {α : Type u} [MeasurableSpace α] (a : α) : Measure α
class IsFiniteMeasure {α : Type u} [MeasurableSpace α] (μ : Measure α) : Prop where
class IsProbabilityMeasure {α : Type u} [MeasurableSpace α] (μ : Measure α) : Prop where
axiom ae {α : Type u} [MeasurableSpace α] (μ : Measure α) : Filter α
macro:50 f:term:51 " =ᵐ[" μ:term:50 "] " g:term:50 : term => `(Filter.EventuallyEq (MeasureTheory.ae $μ) $f $g)
syntax:lead "∀ᵐ " ident " ∂" term:max ", " term : term
macro_rules | `(∀ᵐ $x:ident ∂$m, $p) => `(Filter.Eventually (fun $x => $p) (MeasureTheory.ae $m))
axiom StronglyMeasurable {α : Type u} {β : Type v} [TopologicalSpace β] [MeasurableSpace α] (f : α → β) : Prop
axiom Integrable {α : Type u} {ε : Type v} [NormedAddCommGroup ε] [MeasurableSpace α] (f : α → ε) (μ : Measure α) : Prop
axiom integral {α : Type u} {G : Type v} [NormedAddCommGroup G] [MeasurableSpace α] (μ : Measure α) (f : α → G) : G
syntax "∫ " ident ", " term:60 " ∂" term:70 : term
macro_rules | `(∫ $x:ident, $b ∂$m) => `(MeasureTheory.integral $m fun $x => $b)
axiom condExp {α : Type u} {E : Type v} (m : MeasurableSpace α) {m₀ : MeasurableSpace α} [NormedAddCommGroup E] (μ : Measure α)
    (f : α → E) : α → E
macro:max μ:term:max noWs "[" f:term "|" m:term "]" : term => `(MeasureTheory.condExp $m $μ $f)
axiom MemLp {α : Type u} {E : Type v} [NormedAddCommGroup E] [MeasurableSpace α] (f : α → E) (p : ℝ≥0∞) (μ : Measure α) : Prop
axiom eLpNorm {α : Type u} {E : Type v} [NormedAddCommGroup E] [MeasurableSpace α] (f : α → E) (p : ℝ≥0∞) (μ : Measure α) : ℝ≥0∞
axiom UniformIntegrable {α : Type u} {β : Type v} {ι : Type w} [MeasurableSpace α] [NormedAddCommGroup β] (f : ι → α → β) (p : ℝ≥0∞)
    (μ : Measure α) : Prop
axiom TendstoInMeasure {α : Type u} {ι : Type v} {E : Type w} [NormedAddCommGroup E] [MeasurableSpace α] (μ : Measure α)
    (f : ι → α → E) (l : Filter ι) (g : α → E) : Prop
axiom charFun {E : Type} [NormedAddCommGroup E] [MeasurableSpace E] (μ : Measure E) (t : E) : ℂ
axiom ProbabilityMeasure (Ω : Type u) [MeasurableSpace Ω] : Type u
axiom ProbabilityMeasure.toMeasure {Ω : Type u} [MeasurableSpace Ω] : ProbabilityMeasure Ω → Measure Ω
noncomputable instance ProbabilityMeasure.instCoe {Ω : Type u} [MeasurableSpace Ω] : Coe (ProbabilityMeasure Ω) (Measure Ω) := ⟨ProbabilityMeasure.toMeasure⟩
@[instance] axiom ProbabilityMeasure.instTopologicalSpace {Ω : Type u} [MeasurableSpace Ω] [TopologicalSpace Ω] :
    TopologicalSpace (ProbabilityMeasure Ω)
axiom IsTightMeasureSet {𝓧 : Type u} [TopologicalSpace 𝓧] [MeasurableSpace 𝓧] (S : Set (Measure 𝓧)) : Prop
structure Filtration {Ω : Type u} (ι : Type v) [Preorder ι] (m : MeasurableSpace Ω) where
  seq : ι → MeasurableSpace Ω
  mono' : ∀ i j, i ≤ j → seq i ≤ seq j
  le' : ∀ i, seq i ≤ m
instance Filtration.instCoeFun {Ω : Type u} {ι : Type v} [Preorder ι] {m : MeasurableSpace Ω} : CoeFun (Filtration ι m) fun _ => ι → MeasurableSpace Ω := ⟨Filtration.seq⟩
axiom Filtration.limitProcess {Ω : Type u} {ι : Type v} {E : Type w} [Preorder ι] {m : MeasurableSpace Ω} [TopologicalSpace E]
    (f : ι → Ω → E) (ℱ : Filtration ι m) (μ : Measure Ω) : Ω → E
def StronglyAdapted {Ω : Type u} {β : Type v} {ι : Type w} {m : MeasurableSpace Ω} [TopologicalSpace β] [Preorder ι]
    (f : Filtration ι m) (u : ι → Ω → β) : Prop := ∀ i : ι, @StronglyMeasurable Ω β _ (f i) (u i)
def Adapted {Ω : Type u} {β : Type v} {ι : Type w} {m : MeasurableSpace Ω} [MeasurableSpace β] [Preorder ι]
    (f : Filtration ι m) (u : ι → Ω → β) : Prop := ∀ i : ι, @Measurable Ω β (f i) _ (u i)
def Martingale {Ω : Type u} {E : Type v} {ι : Type w} [Preorder ι] {m0 : MeasurableSpace Ω} [NormedAddCommGroup E] [TopologicalSpace E]
    (f : ι → Ω → E) (ℱ : Filtration ι m0) (μ : Measure Ω) : Prop :=
  StronglyAdapted ℱ f ∧ ∀ i j, i ≤ j → Filter.EventuallyEq (ae μ) (condExp (ℱ i) μ (f j)) (f i)
def Submartingale {Ω : Type u} {ι : Type w} [Preorder ι] {m0 : MeasurableSpace Ω}
    (f : ι → Ω → ℝ) (ℱ : Filtration ι m0) (μ : Measure Ω) : Prop :=
  StronglyAdapted ℱ f ∧ (∀ i j, i ≤ j → Filter.Eventually (fun x => f i x ≤ condExp (ℱ i) μ (f j) x) (ae μ)) ∧ ∀ i, Integrable (f i) μ
def Supermartingale {Ω : Type u} {ι : Type w} [Preorder ι] {m0 : MeasurableSpace Ω}
    (f : ι → Ω → ℝ) (ℱ : Filtration ι m0) (μ : Measure Ω) : Prop :=
  StronglyAdapted ℱ f ∧ (∀ i j, i ≤ j → Filter.Eventually (fun x => condExp (ℱ i) μ (f j) x ≤ f i x) (ae μ)) ∧ ∀ i, Integrable (f i) μ
def IsStoppingTime {Ω : Type u} {ι : Type v} {m : MeasurableSpace Ω} [Preorder ι] (f : Filtration ι m) (τ : Ω → WithTop ι) : Prop :=
  ∀ i : ι, @MeasurableSet Ω (f i) (setOf fun ω => τ ω ≤ WithTop.some i)
noncomputable def stoppedValue {Ω : Type u} {β : Type v} {ι : Type w} [Inhabited ι] (u : ι → Ω → β) (τ : Ω → WithTop ι) : Ω → β :=
  fun ω => u (WithTop.untopA (τ ω)) ω
axiom martingalePart {Ω : Type u} {m0 : MeasurableSpace Ω} (f : Nat → Ω → ℝ) (ℱ : Filtration Nat m0) (μ : Measure Ω) : Nat → Ω → ℝ
axiom predictablePart {Ω : Type u} {m0 : MeasurableSpace Ω} (f : Nat → Ω → ℝ) (ℱ : Filtration Nat m0) (μ : Measure Ω) : Nat → Ω → ℝ
end MeasureTheory
axiom BoundedContinuousFunction (α : Type u) (β : Type v) [TopologicalSpace α] [NormedAddCommGroup β] : Type (max u v)
axiom BoundedContinuousFunction.instFunLike {α : Type u} {β : Type v} [TopologicalSpace α] [NormedAddCommGroup β] : BoundedContinuousFunction α β → α → β
noncomputable instance BoundedContinuousFunction.instCoeFun {α : Type u} {β : Type v} [TopologicalSpace α] [NormedAddCommGroup β] :
    CoeFun (BoundedContinuousFunction α β) fun _ => α → β := ⟨BoundedContinuousFunction.instFunLike⟩
namespace ProbabilityTheory
axiom IndepFun {Ω : Type u} {β : Type v} {γ : Type w} {mΩ : MeasurableSpace Ω} [mβ : MeasurableSpace β] [mγ : MeasurableSpace γ]
    (f : Ω → β) (g : Ω → γ) (μ : MeasureTheory.Measure Ω) : Prop
axiom iIndepFun {Ω : Type u} {ι : Type v} {β : ι → Type w} {mΩ : MeasurableSpace Ω} [m : ∀ x : ι, MeasurableSpace (β x)]
    (f : ∀ x : ι, Ω → β x) (μ : MeasureTheory.Measure Ω) : Prop
axiom IdentDistrib {α : Type u} {β : Type v} {γ : Type w} [MeasurableSpace α] [MeasurableSpace β] [MeasurableSpace γ]
    (f : α → γ) (g : β → γ) (μ : MeasureTheory.Measure α) (ν : MeasureTheory.Measure β) : Prop
axiom gaussianReal (μ : ℝ) (v : ℝ≥0) : MeasureTheory.Measure ℝ
axiom poissonMeasure (r : ℝ≥0) : MeasureTheory.Measure Nat
axiom expMeasure (r : ℝ) : MeasureTheory.Measure ℝ
axiom variance {Ω : Type u} {mΩ : MeasurableSpace Ω} (X : Ω → ℝ) (μ : MeasureTheory.Measure Ω) : ℝ
axiom covariance {Ω : Type u} {mΩ : MeasurableSpace Ω} (X Y : Ω → ℝ) (μ : MeasureTheory.Measure Ω) : ℝ
axiom mgf {Ω : Type u} {m : MeasurableSpace Ω} (X : Ω → ℝ) (μ : MeasureTheory.Measure Ω) (t : ℝ) : ℝ
axiom cgf {Ω : Type u} {m : MeasurableSpace Ω} (X : Ω → ℝ) (μ : MeasureTheory.Measure Ω) (t : ℝ) : ℝ
axiom Kernel (α : Type u) (β : Type v) [MeasurableSpace α] [MeasurableSpace β] : Type (max u v)
class IsMarkovKernel {α : Type u} {β : Type v} [MeasurableSpace α] [MeasurableSpace β] (κ : Kernel α β) : Prop where
axiom Kernel.Invariant {α : Type u} [MeasurableSpace α] (κ : Kernel α α) (μ : MeasureTheory.Measure α) : Prop
axiom Kernel.comp {α : Type u} {β : Type v} {γ : Type w} [MeasurableSpace α] [MeasurableSpace β] [MeasurableSpace γ]
    (η : Kernel β γ) (κ : Kernel α β) : Kernel α γ
structure IsPreBrownianReal {Ω : Type u} {mΩ : MeasurableSpace Ω} (X : ℝ≥0 → Ω → ℝ) (P : MeasureTheory.Measure Ω) : Prop where
structure IsBrownianReal {Ω : Type u} {mΩ : MeasurableSpace Ω} (X : ℝ≥0 → Ω → ℝ) (P : MeasureTheory.Measure Ω) : Prop
    extends IsPreBrownianReal X P where
  cont : ∀ᵐ ω ∂P, Continuous fun t => X t ω
end ProbabilityTheory
