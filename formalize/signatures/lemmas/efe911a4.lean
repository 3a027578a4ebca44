/-!
Lemmas of Mathlib at revision efe911a4cad7ab54c187dabca7f8ee633f099be9 that the examples of StochBench's definitions rest on, as we
state them: by their names, at the types that the examples need. They are axioms here, and are left out in a real Mathlib,
which proves them.
-/

/-! ## Numbers -/
axiom mul_one (a : ℝ) : a * 1 = a
axiom one_mul (a : ℝ) : 1 * a = a
axiom mul_zero (a : ℝ) : a * 0 = 0
axiom zero_mul (a : ℝ) : 0 * a = 0
axiom add_zero (a : ℝ) : a + 0 = a
axiom zero_add (a : ℝ) : 0 + a = a
axiom sub_zero (a : ℝ) : a - 0 = a
axiom zero_sub (a : ℝ) : 0 - a = -a
axiom sub_self (a : ℝ) : a - a = 0
axiom add_sub_cancel_left (a b : ℝ) : a + b - a = b
axiom div_one (a : ℝ) : a / 1 = a
axiom div_zero (a : ℝ) : a / 0 = 0
axiom div_self {a : ℝ} (h : a ≠ 0) : a / a = 1
axiom zero_div (a : ℝ) : 0 / a = 0
axiom div_mul_cancel₀ (a : ℝ) {b : ℝ} (h : b ≠ 0) : a / b * b = a
axiom one_add_one_eq_two : (1 : ℝ) + 1 = 2
axiom two_ne_zero : (2 : ℝ) ≠ 0
axiom one_ne_zero : (1 : ℝ) ≠ 0
axiom zero_ne_one : (0 : ℝ) ≠ 1
axiom zero_lt_one : (0 : ℝ) < 1
axiom zero_le_one : (0 : ℝ) ≤ 1
axiom le_refl (a : ℝ) : a ≤ a
axiom lt_irrefl (a : ℝ) : ¬ a < a
axiom add_pos {a b : ℝ} (ha : 0 < a) (hb : 0 < b) : 0 < a + b
axiom abs_zero : |(0 : ℝ)| = 0
axiom abs_one : |(1 : ℝ)| = 1
axiom abs_neg (a : ℝ) : |-a| = |a|
axiom max_eq_left {a b : ℝ} (h : b ≤ a) : max a b = a
axiom Nat.cast_zero : ((0 : ℕ) : ℝ) = 0
axiom Nat.cast_succ (n : ℕ) : ((Nat.succ n : ℕ) : ℝ) = n + 1
axiom Nat.floor : ℝ → ℕ
axiom Nat.floor_le {a : ℝ} (ha : 0 ≤ a) : (Nat.floor a : ℝ) ≤ a
axiom Nat.lt_floor_add_one (a : ℝ) : a < (Nat.floor a : ℝ) + 1

/-! ## Sums, series and matrices -/
@[instance] axiom Bool.instFintype : Fintype Bool
@[instance] axiom Unit.instFintype : Fintype Unit
axiom Fintype.sum_bool (f : Bool → ℝ) : (∑ b, f b) = f true + f false
axiom Finset.sum_range_zero (f : ℕ → ℝ) : (∑ k ∈ Finset.range 0, f k) = 0
axiom Finset.sum_range_one (f : ℕ → ℝ) : (∑ k ∈ Finset.range 1, f k) = f 0
axiom Finset.sum_range_succ (f : ℕ → ℝ) (n : ℕ) : (∑ x ∈ Finset.range (n + 1), f x) = (∑ x ∈ Finset.range n, f x) + f n
axiom Finset.prod_range_zero (f : ℕ → ℝ) : (∏ k ∈ Finset.range 0, f k) = 1
axiom Finset.prod_range_one (f : ℕ → ℝ) : (∏ k ∈ Finset.range 1, f k) = f 0
axiom Finset.prod_range_succ (f : ℕ → ℝ) (n : ℕ) : (∏ x ∈ Finset.range (n + 1), f x) = (∏ x ∈ Finset.range n, f x) * f n
axiom tsum_fintype {β : Type u} [Fintype β] (f : β → ℝ) : (∑' b, f b) = ∑ b, f b
axiom tsum_eq_single {β : Type u} {f : β → ℝ} (b : β) (hf : ∀ b', b' ≠ b → f b' = 0) : (∑' b, f b) = f b
axiom tsum_eq_zero_of_not_summable {β : Type u} {f : β → ℝ} (h : ¬ Summable f) : (∑' b, f b) = 0
axiom summable_const_iff (a : ℝ) : Summable (fun _ : ℕ => a) ↔ a = 0
@[instance] axiom Matrix.instOne {n : Type u} [DecidableEq n] : OfNat (Matrix n n ℝ) 1
axiom Matrix.ext {m : Type u} {n : Type v} {M N : Matrix m n ℝ} : (∀ i j, M i j = N i j) → M = N
axiom Matrix.one_apply_eq {n : Type u} [DecidableEq n] (i : n) : (1 : Matrix n n ℝ) i i = 1
axiom Matrix.one_apply_ne {n : Type u} [DecidableEq n] {i j : n} : i ≠ j → (1 : Matrix n n ℝ) i j = 0
axiom Matrix.one_mul {m : Type u} {n : Type v} [Fintype m] [DecidableEq m] (M : Matrix m n ℝ) : (1 : Matrix m m ℝ) * M = M
axiom Matrix.mul_apply {l : Type u} {m : Type v} {n : Type w} [Fintype m] {M : Matrix l m ℝ} {N : Matrix m n ℝ} {i : l} {k : n} :
    (M * N) i k = ∑ j, M i j * N j k
axiom pow_zero {n : Type u} [Fintype n] [DecidableEq n] (a : Matrix n n ℝ) : a ^ 0 = 1
axiom pow_one {n : Type u} [Fintype n] [DecidableEq n] (a : Matrix n n ℝ) : a ^ 1 = a
axiom one_pow {m : Type u} [Fintype m] [DecidableEq m] (n : ℕ) : (1 : Matrix m m ℝ) ^ n = 1
axiom pow_succ {m : Type u} [Fintype m] [DecidableEq m] (a : Matrix m m ℝ) (n : ℕ) : a ^ (n + 1) = a ^ n * a

/-! ## Times that may be infinite -/
axiom WithTop.coe_le_coe {a b : ℕ} : (a : WithTop ℕ) ≤ b ↔ a ≤ b
axiom WithTop.coe_inj {a b : ℕ} : (a : WithTop ℕ) = b ↔ a = b
axiom le_antisymm {a b : WithTop ℕ} : a ≤ b → b ≤ a → a = b
axiom sInf_le {s : Set (WithTop ℕ)} {a : WithTop ℕ} : a ∈ s → sInf s ≤ a
axiom le_sInf {s : Set (WithTop ℕ)} {a : WithTop ℕ} : (∀ b, b ∈ s → a ≤ b) → a ≤ sInf s

/-! ## Filters and limits -/
@[class] axiom Filter.NeBot {α : Type u} (f : Filter α) : Prop
@[instance] axiom Filter.instNeBotAtTop : Filter.NeBot (Filter.atTop : Filter ℕ)
axiom Filter.Eventually.of_forall {α : Type u} {p : α → Prop} {f : Filter α} (hp : ∀ x, p x) : Filter.Eventually p f
axiom Filter.eventually_const {α : Type u} {f : Filter α} [Filter.NeBot f] {p : Prop} : Filter.Eventually (fun _ => p) f ↔ p
axiom tendsto_const_nhds {α : Type u} {x : ℝ} {f : Filter α} : Filter.Tendsto (fun _ : α => x) f (nhds x)
axiom tendsto_nhds_unique {Y : Type u} {f : Y → ℝ} {l : Filter Y} {a b : ℝ} [Filter.NeBot l] (ha : Filter.Tendsto f l (nhds a))
    (hb : Filter.Tendsto f l (nhds b)) : a = b
axiom hasDerivAt_const (x c : ℝ) : HasDerivAt (fun _ => c) 0 x
axiom HasDerivAt.unique {f : ℝ → ℝ} {f₀' f₁' x : ℝ} (h₀ : HasDerivAt f f₀' x) (h₁ : HasDerivAt f f₁' x) : f₀' = f₁'

/-! ## Measures -/
@[instance] axiom Bool.instMeasurableSpace : MeasurableSpace Bool
axiom Set.instSingletonSet {α : Type u} (a : α) : Set α
syntax:max (priority := high) "{" ident "}" : term
macro_rules | `({$x:ident}) => `(Set.instSingletonSet $x)
axiom Set.instEmptyCollection {α : Type u} : Set α
notation (priority := high) "∅" => Set.instEmptyCollection
axiom Set.ext {α : Type u} {a b : Set α} (h : ∀ x, x ∈ a ↔ x ∈ b) : a = b
axiom Set.mem_singleton_iff {α : Type u} {a b : α} : a ∈ ({b} : Set α) ↔ a = b
axiom Set.notMem_empty {α : Type u} (x : α) : ¬ x ∈ (∅ : Set α)
axiom Set.mem_univ {α : Type u} (x : α) : x ∈ (Set.univ : Set α)
axiom ENNReal.toReal_one : ENNReal.toReal 1 = 1
axiom ENNReal.toReal_zero : ENNReal.toReal 0 = 0
namespace MeasureTheory
axiom Measure.count {α : Type u} [MeasurableSpace α] : Measure α
axiom Measure.count_singleton (a : Bool) : (Measure.count : Measure Bool) {a} = 1
axiom measure_empty {α : Type u} [MeasurableSpace α] {μ : Measure α} : μ ∅ = 0
axiom measure_univ {α : Type u} [MeasurableSpace α] {μ : Measure α} [IsProbabilityMeasure μ] : μ Set.univ = 1
@[instance] axiom IsProbabilityMeasure.instNeBot {α : Type u} {m : MeasurableSpace α} {μ : Measure α} [IsProbabilityMeasure μ] :
    Filter.NeBot (ae μ)
@[instance] axiom IsProbabilityMeasure.instIsFiniteMeasure {α : Type u} {m : MeasurableSpace α} {μ : Measure α}
    [IsProbabilityMeasure μ] : IsFiniteMeasure μ
axiom condExp_const {α : Type u} {m m₀ : MeasurableSpace α} {μ : Measure α} (hm : m ≤ m₀) (c : ℝ) [IsFiniteMeasure μ] :
    condExp m μ (fun _ => c) = fun _ => c
@[instance] axiom Measure.instZero {α : Type u} [MeasurableSpace α] : OfNat (Measure α) 0
axiom integral_dirac (f : ℝ → ℝ) (a : ℝ) : integral (Measure.dirac a) f = f a
axiom integral_zero_measure {α : Type u} {m : MeasurableSpace α} (f : α → ℝ) : integral (0 : Measure α) f = 0
end MeasureTheory
axiom BoundedContinuousFunction.const (α : Type) [TopologicalSpace α] (b : ℝ) : BoundedContinuousFunction α ℝ
axiom BoundedContinuousFunction.const_apply' {α : Type} [TopologicalSpace α] (b : ℝ) (a : α) :
    BoundedContinuousFunction.const α b a = b
