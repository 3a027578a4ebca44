/-- Entries are nonnegative and each row sums to one. It does not say that there is a state. -/
def Stoch.IsStochastic {S : Type*} [Fintype S] (P : Matrix S S ℝ) : Prop := (∀ x y, 0 ≤ P x y) ∧ ∀ x, ∑ y, P x y = 1

/-- A law on finitely many states. -/
def Stoch.IsLaw {S : Type*} [Fintype S] (ν : S → ℝ) : Prop := (∀ x, 0 ≤ ν x) ∧ ∑ x, ν x = 1

/-- One step leaves `ν` as it is. It does not say that `ν` is a law, nor that it is not 0. -/
def Stoch.IsStationary {S : Type*} [Fintype S] (P : Matrix S S ℝ) (ν : S → ℝ) : Prop := ∀ y, ∑ x, ν x * P x y = ν y

/-- From every state every state is reached in some number of steps, which may be 0 and may depend on the states. It does not
say that one number of steps serves all. -/
def Stoch.Irreducible {S : Type*} [Fintype S] [DecidableEq S] (P : Matrix S S ℝ) : Prop := ∀ x y, ∃ n : ℕ, 0 < (P ^ n) x y

/-- At each state, the positive times at which a return is possible have no common divisor but 1. A state to which no return
is possible has every number as a divisor, so such a chain is not aperiodic. -/
def Stoch.Aperiodic {S : Type*} [Fintype S] [DecidableEq S] (P : Matrix S S ℝ) : Prop :=
  ∀ x, ∀ d : ℕ, (∀ n : ℕ, 0 < n → 0 < (P ^ n) x x → ∃ k, n = d * k) → d = 1

/-- From some number of steps on, all entries of the powers are positive. -/
def Stoch.EventuallyPositive {S : Type*} [Fintype S] [DecidableEq S] (P : Matrix S S ℝ) : Prop :=
  ∃ N : ℕ, ∀ n, N ≤ n → ∀ x y, 0 < (P ^ n) x y

/-- Detailed balance. It does not say that `ν` is a law. -/
def Stoch.DetailedBalance {S : Type*} (P : Matrix S S ℝ) (ν : S → ℝ) : Prop := ∀ x y, ν x * P x y = ν y * P y x

/-- The chain run backwards from the law `ν`. Where `ν x = 0` the row is 0, by division by 0, and not stochastic. -/
noncomputable def Stoch.timeReversal {S : Type*} (P : Matrix S S ℝ) (ν : S → ℝ) : Matrix S S ℝ :=
  fun x y => ν y * P y x / ν x

/-- Total variation distance of two laws: half the sum of the distances. -/
noncomputable def Stoch.tvDist {S : Type*} [Fintype S] (ν ρ : S → ℝ) : ℝ := (∑ x, |ν x - ρ x|) / 2

/-- The weight of `n` steps on countably many states, by series. A series that does not converge has the value 0, so this is
the power of the matrix only where rows are summable. -/
noncomputable def Stoch.nstep {E : Type*} [DecidableEq E] (P : E → E → ℝ) : ℕ → E → E → ℝ
  | 0 => fun x y => if x = y then 1 else 0
  | n + 1 => fun x y => ∑' z, Stoch.nstep P n x z * P z y

/-- A nonnegative solution of the equations of hitting probabilities. It does not say that it is the smallest one: the hitting
probabilities are, and the constant 1 is a solution too. -/
def Stoch.IsHittingSolution {E : Type*} (P : E → E → ℝ) (A : Set E) (h : E → ℝ) : Prop :=
  (∀ x, x ∈ A → h x = 1) ∧ (∀ x, ¬ x ∈ A → h x = ∑' y, P x y * h y) ∧ ∀ x, 0 ≤ h x

/-- The first time after 0 at which a path is in `x`; ⊤ if there is none. A path that starts in `x` does not return at 0. -/
noncomputable def Stoch.returnTime {E : Type*} (path : ℕ → E) (x : E) : WithTop ℕ :=
  sInf {t : WithTop ℕ | ∃ n : ℕ, 0 < n ∧ path n = x ∧ t = (n : WithTop ℕ)}

/-- At each single time the law of `X` is the row of the power. Nothing is said of several times together: independent
`X n` with these laws have these marginals too. -/
def Stoch.HasMatrixMarginals {Ω S : Type*} {m0 : MeasurableSpace Ω} [Fintype S] [DecidableEq S] (μ : Measure Ω)
    (X : ℕ → Ω → S) (ν : S → ℝ) (P : Matrix S S ℝ) : Prop :=
  ∀ (n : ℕ) (y : S), (μ {ω | X n ω = y}).toReal = ∑ x, ν x * (P ^ n) x y

/-- The joint law at the times up to any `n`, as products of transition weights: `X` is a chain with matrix `P` started
from `ν`. It does not say that `X` is measurable. -/
def Stoch.HasChainLaw {Ω S : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) (X : ℕ → Ω → S) (ν : S → ℝ)
    (P : Matrix S S ℝ) : Prop :=
  ∀ (n : ℕ) (x : ℕ → S),
    (μ {ω | ∀ i, i ≤ n → X i ω = x i}).toReal = ν (x 0) * ∏ i ∈ Finset.range n, P (x i) (x (i + 1))

/-- Each increment has conditional mean `c` given the past. It does not say that `X` is adapted or integrable; where an
increment is not integrable, its conditional mean is 0 by convention. -/
def Stoch.IsConstDrift {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (c : ℝ) :
    Prop :=
  ∀ n, μ[fun ω => X (n + 1) ω - X n ω|ℱ n] =ᵐ[μ] fun _ => c

/-- The largest of the values up to time `n`. -/
noncomputable def Stoch.runningMax {Ω : Type*} (X : ℕ → Ω → ℝ) : ℕ → Ω → ℝ
  | 0 => X 0
  | n + 1 => fun ω => max (Stoch.runningMax X n ω) (X (n + 1) ω)

/-- A time that always comes, as a time that may never come. -/
noncomputable def Stoch.natStop {Ω : Type*} (τ : Ω → ℕ) : Ω → WithTop ℕ := fun ω => (τ ω : WithTop ℕ)

/-- The position after `n` steps. -/
noncomputable def Stoch.walk {Ω : Type*} (X : ℕ → Ω → ℝ) (n : ℕ) : Ω → ℝ := fun ω => ∑ i ∈ Finset.range n, X i ω

/-- Independent steps, each 1 or -1 with probability 1/2, measurable. -/
structure Stoch.IsSimpleWalk {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) (X : ℕ → Ω → ℝ) : Prop where
  measurable : ∀ n, Measurable (X n)
  indep : iIndepFun X μ
  up : ∀ n, (μ {ω | X n ω = 1}).toReal = 1 / 2
  down : ∀ n, (μ {ω | X n ω = -1}).toReal = 1 / 2

/-- Standard Brownian motion on the line, started at 0: Gaussian increments that are independent over any finitely many
consecutive times, and almost all paths continuous. Mathlib's `IsBrownianReal` (since June 2026) is stated by the laws at finitely
many times instead, asks for no measurability, and is to be used where the revision has it. -/
structure Stoch.IsBM {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) (B : ℝ≥0 → Ω → ℝ) : Prop where
  zero : ∀ᵐ ω ∂μ, B 0 ω = 0
  measurable : ∀ t, Measurable (B t)
  gauss : ∀ s t : ℝ≥0, s ≤ t → Measure.map (fun ω => B t ω - B s ω) μ = gaussianReal 0 (t - s)
  indep : ∀ (n : ℕ) (t : ℕ → ℝ≥0), Monotone t →
    iIndepFun (fun (i : Fin n) ω => B (t (i.val + 1)) ω - B (t i.val) ω) μ
  continuous : ∀ᵐ ω ∂μ, Continuous fun t => B t ω

/-- A counting process that never falls, whose increments are independent and Poisson with mean `lam` times the length. It
does not say that its paths are continuous from the right. Since it never falls, the subtraction of natural numbers is the
increment. -/
structure Stoch.IsPoissonProcess {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) (N : ℝ≥0 → Ω → ℕ) (lam : ℝ≥0) : Prop where
  zero : ∀ᵐ ω ∂μ, N 0 ω = 0
  measurable : ∀ t, Measurable (N t)
  grows : ∀ ω, Monotone fun t => N t ω
  poisson : ∀ s t : ℝ≥0, s ≤ t → Measure.map (fun ω => N t ω - N s ω) μ = poissonMeasure (lam * (t - s))
  indep : ∀ (n : ℕ) (t : ℕ → ℝ≥0), Monotone t →
    iIndepFun (fun (i : Fin n) ω => N (t (i.val + 1)) ω - N (t i.val) ω) μ

/-- Renewal times: partial sums of independent, identically distributed, positive gaps. It does not say that the gaps have a
finite mean. -/
structure Stoch.IsRenewal {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) (gap : ℕ → Ω → ℝ) : Prop where
  measurable : ∀ n, Measurable (gap n)
  indep : iIndepFun gap μ
  ident : ∀ n, IdentDistrib (gap n) (gap 0) μ μ
  pos : ∀ n ω, 0 < gap n ω

/-- `N t` counts the renewals up to time `t`: the last of them is at most `t` and the next is later. -/
def Stoch.Counts {Ω : Type*} (gap : ℕ → Ω → ℝ) (N : ℝ → Ω → ℕ) : Prop :=
  ∀ t ω, 0 ≤ t → Stoch.walk gap (N t ω) ω ≤ t ∧ t < Stoch.walk gap (N t ω + 1) ω

/-- Convergence in law on the line, by expectations of bounded continuous functions. -/
def Stoch.ConvergesInLaw (μs : ℕ → Measure ℝ) (μ : Measure ℝ) : Prop :=
  ∀ f : BoundedContinuousFunction ℝ ℝ, Tendsto (fun n => ∫ x, f x ∂(μs n)) atTop (𝓝 (∫ x, f x ∂μ))

/-- A matrix of rates: nonnegative off the diagonal, and each row sums to 0. -/
def Stoch.IsGenerator {S : Type*} [Fintype S] (Q : Matrix S S ℝ) : Prop :=
  (∀ x y, ¬ x = y → 0 ≤ Q x y) ∧ ∀ x, ∑ y, Q x y = 0

/-- A continuous semigroup of stochastic matrices with rates `Q`, by Kolmogorov's forward equation. -/
structure Stoch.IsSemigroup {S : Type*} [Fintype S] [DecidableEq S] (P : ℝ → Matrix S S ℝ) (Q : Matrix S S ℝ) : Prop where
  start : ∀ x y, P 0 x y = if x = y then 1 else 0
  forward : ∀ t x y, 0 ≤ t → HasDerivAt (fun s => P s x y) (∑ z, P t x z * Q z y) t
