/-- Two states: whatever the state, the next one is `true`. -/
noncomputable def toTrue : Matrix Bool Bool ℝ := fun _ y => cond y 1 0

/-- Two states that are exchanged at each step. -/
noncomputable def swap : Matrix Bool Bool ℝ := fun x y => cond x (cond y 0 1) (cond y 1 0)

/-- Two states, each led to each with weight 1. -/
noncomputable def ones : Matrix Bool Bool ℝ := fun _ _ => 1

/-- All mass on `true`. -/
noncomputable def atTrue : Bool → ℝ := fun x => cond x 1 0

/-- All mass on `false`. -/
noncomputable def atFalse : Bool → ℝ := fun x => cond x 0 1

/-- Two exchanges are none. -/
theorem swap_twice : swap * swap = 1 :=
  Matrix.ext fun x y => Eq.trans (Eq.trans Matrix.mul_apply (Fintype.sum_bool _)) (match x, y with
    | true, true => Eq.trans (Eq.trans (congr (congrArg HAdd.hAdd (zero_mul 0)) (one_mul 1)) (zero_add 1))
        (Eq.symm (Matrix.one_apply_eq true))
    | true, false => Eq.trans (Eq.trans (congr (congrArg HAdd.hAdd (zero_mul 1)) (one_mul 0)) (add_zero 0))
        (Eq.symm (Matrix.one_apply_ne Bool.noConfusion))
    | false, true => Eq.trans (Eq.trans (congr (congrArg HAdd.hAdd (one_mul 0)) (zero_mul 1)) (add_zero 0))
        (Eq.symm (Matrix.one_apply_ne Bool.noConfusion))
    | false, false => Eq.trans (Eq.trans (congr (congrArg HAdd.hAdd (one_mul 1)) (zero_mul 0)) (add_zero 1))
        (Eq.symm (Matrix.one_apply_eq false)))

/-- An even number of exchanges is none, an odd number is one. -/
theorem swap_pow (k : ℕ) : swap ^ (2 * k) = 1 ∧ swap ^ (2 * k + 1) = swap := by
  induction k with
  | zero => exact ⟨pow_zero swap, pow_one swap⟩
  | succ k ih =>
    have even : swap ^ (2 * k + 1 + 1) = 1 := by rw [pow_succ, ih.2, swap_twice]
    exact ⟨even, by show swap ^ (2 * k + 1 + 1 + 1) = swap; rw [pow_succ, even, Matrix.one_mul]⟩

/-- Where rows sum to one it is stochastic; where only columns do, it is not. -/
theorem isStochastic_example : Stoch.IsStochastic toTrue ∧ ¬ Stoch.IsStochastic (fun x _ => cond x 1 0 : Matrix Bool Bool ℝ) := by
  refine ⟨⟨fun x y => ?_, fun x => Eq.trans (Fintype.sum_bool _) (add_zero 1)⟩, fun h => ?_⟩
  · cases y
    · exact le_refl 0
    · exact zero_le_one
  · have row := h.2 false
    rw [Fintype.sum_bool] at row
    exact zero_ne_one (Eq.trans (Eq.symm (add_zero 0)) row)

/-- A mass of one on one state is a law; no mass at all is none. -/
theorem isLaw_example : Stoch.IsLaw atTrue ∧ ¬ Stoch.IsLaw (fun _ : Bool => (0 : ℝ)) := by
  refine ⟨⟨fun x => ?_, Eq.trans (Fintype.sum_bool _) (add_zero 1)⟩, fun h => ?_⟩
  · cases x
    · exact le_refl 0
    · exact zero_le_one
  · have mass := h.2
    rw [Fintype.sum_bool] at mass
    exact zero_ne_one (Eq.trans (Eq.symm (add_zero 0)) mass)

/-- The state to which all leads keeps its mass; the other state does not. No mass at all is kept too, and is no law. -/
theorem isStationary_example :
    Stoch.IsStationary toTrue atTrue ∧ Stoch.IsStationary toTrue (fun _ => 0) ∧ ¬ Stoch.IsStationary toTrue atFalse := by
  have sum (ν : Bool → ℝ) (y : Bool) : (∑ x, ν x * toTrue x y) = ν true * toTrue true y + ν false * toTrue false y :=
    Fintype.sum_bool _
  refine ⟨fun y => ?_, fun y => ?_, fun h => zero_ne_one (Eq.symm (Eq.trans (Eq.symm ?_) (h true)))⟩
  · rw [sum]
    show 1 * toTrue true y + 0 * toTrue false y = toTrue true y
    rw [one_mul, zero_mul, add_zero]
  · rw [sum, zero_mul, zero_mul, add_zero]
  · rw [sum]
    show (0 : ℝ) * 1 + 1 * 1 = 1
    rw [zero_mul, zero_add, mul_one]

/-- Exchanged states lead to each other. Where each state stays, it does not lead to the other. -/
theorem irreducible_example : Stoch.Irreducible swap ∧ ¬ Stoch.Irreducible (1 : Matrix Bool Bool ℝ) := by
  refine ⟨fun x y => ?_, fun h => ?_⟩
  · have stay (x : Bool) : 0 < (swap ^ 0) x x := by rw [pow_zero, Matrix.one_apply_eq]; exact zero_lt_one
    match x, y with
    | true, true => exact ⟨0, stay true⟩
    | false, false => exact ⟨0, stay false⟩
    | true, false => exact ⟨1, by rw [pow_one]; exact zero_lt_one⟩
    | false, true => exact ⟨1, by rw [pow_one]; exact zero_lt_one⟩
  · obtain ⟨n, hn⟩ := h true false
    rw [one_pow, Matrix.one_apply_ne Bool.noConfusion] at hn
    exact lt_irrefl 0 hn

/-- A return in one step leaves no divisor but 1. Exchanged states are left and come back in even times only. -/
theorem aperiodic_example : Stoch.Aperiodic ones ∧ ¬ Stoch.Aperiodic swap := by
  refine ⟨fun x d h => ?_, fun h => absurd (h true 2 fun n _ hn => ?_) (by decide)⟩
  · obtain ⟨k, hk⟩ := h 1 (Nat.succ_pos 0) (by rw [pow_one]; exact zero_lt_one)
    match d, k, hk with
    | 0, k, hk => rw [Nat.zero_mul] at hk; exact absurd hk (by decide)
    | 1, _, _ => rfl
    | d + 2, 0, hk => exact absurd (show (1 : ℕ) = 0 from hk) (by decide)
    | d + 2, k + 1, hk =>
      have hk : Nat.succ 0 = Nat.succ (Nat.succ ((d + 2) * k + d)) := hk
      exact Nat.noConfusion hk fun e => Nat.noConfusion e
  · have halves : ∀ n : ℕ, ∃ k, n = 2 * k ∨ n = 2 * k + 1 := by
      intro n
      induction n with
      | zero => exact ⟨0, Or.inl rfl⟩
      | succ n ih =>
        obtain ⟨k, hk⟩ := ih
        cases hk with
        | inl e => exact ⟨k, Or.inr (congrArg Nat.succ e)⟩
        | inr e => exact ⟨k + 1, Or.inl (congrArg Nat.succ e)⟩
    obtain ⟨k, hk⟩ := halves n
    cases hk with
    | inl e => exact ⟨k, e⟩
    | inr e => subst e; rw [(swap_pow k).2] at hn; exact absurd hn (lt_irrefl 0)

/-- All powers of a matrix of ones are positive. Exchanged states lead to each other and never have such a power. -/
theorem eventuallyPositive_example : Stoch.EventuallyPositive ones ∧ Stoch.Irreducible swap ∧ ¬ Stoch.EventuallyPositive swap := by
  refine ⟨⟨1, fun n hn => ?_⟩, irreducible_example.1, fun h => ?_⟩
  · have all : ∀ m : ℕ, ∀ x y, 0 < (ones ^ (m + 1)) x y := by
      intro m
      induction m with
      | zero => intro x y; rw [pow_one]; exact zero_lt_one
      | succ m ih =>
        intro x y
        rw [pow_succ, Matrix.mul_apply, Fintype.sum_bool]
        show 0 < (ones ^ (m + 1)) x true * 1 + (ones ^ (m + 1)) x false * 1
        rw [mul_one, mul_one]
        exact add_pos (ih x true) (ih x false)
    match n, hn with
    | m + 1, _ => exact all m
  · obtain ⟨N, hN⟩ := h
    have far : N ≤ 2 * N := by rw [Nat.mul_comm]; exact Nat.le_add_left N (N * 1)
    have pos := hN (2 * N) far true false
    rw [(swap_pow N).1, Matrix.one_apply_ne Bool.noConfusion] at pos
    exact lt_irrefl 0 pos

/-- Equal masses balance a symmetric matrix. Where all leads to one state, what flows there does not flow back. -/
theorem detailedBalance_example : Stoch.DetailedBalance ones (fun _ => 1) ∧ ¬ Stoch.DetailedBalance toTrue (fun _ => 1) :=
  ⟨fun _ _ => rfl, fun h => zero_ne_one (Eq.trans (Eq.symm (mul_zero 1)) (Eq.trans (h true false) (mul_one 1)))⟩

/-- With equal masses the reversed matrix is the transposed one. Without mass, a row of it is 0 and is not stochastic. -/
theorem timeReversal_example :
    (∀ x y, Stoch.timeReversal toTrue (fun _ => 1) x y = toTrue y x) ∧ ¬ Stoch.IsStochastic (Stoch.timeReversal toTrue atTrue) := by
  refine ⟨fun x y => ?_, fun h => zero_ne_one (Eq.trans (Eq.symm ?_) (h.2 false))⟩
  · show 1 * toTrue y x / 1 = toTrue y x
    rw [one_mul, div_one]
  · rw [Fintype.sum_bool]
    show atTrue true * toTrue true false / 0 + atTrue false * toTrue false false / 0 = 0
    rw [div_zero, div_zero, add_zero]

/-- Laws on different states are at distance 1, not 2. A law is at distance 0 from itself. -/
theorem tvDist_example : Stoch.tvDist atTrue atFalse = 1 ∧ Stoch.tvDist atTrue atTrue = 0 := by
  refine ⟨?_, ?_⟩
  · show (∑ x, |atTrue x - atFalse x|) / 2 = 1
    rw [Fintype.sum_bool]
    show (|(1 : ℝ) - 0| + |(0 : ℝ) - 1|) / 2 = 1
    rw [sub_zero, zero_sub, abs_neg, abs_one, one_add_one_eq_two, div_self two_ne_zero]
  · show (∑ x, |atTrue x - atTrue x|) / 2 = 0
    rw [Fintype.sum_bool, sub_self, sub_self, abs_zero, add_zero, zero_div]

/-- One step has the weight of the matrix. With weight 1 to each of infinitely many states, two steps have the weight 0: the
series does not converge. -/
theorem nstep_example :
    (∀ x y : ℕ, Stoch.nstep (fun _ _ : ℕ => 1) 1 x y = 1) ∧ ∀ x y : ℕ, Stoch.nstep (fun _ _ : ℕ => 1) 2 x y = 0 := by
  have one : ∀ x y : ℕ, Stoch.nstep (fun _ _ : ℕ => 1) 1 x y = 1 := by
    intro x y
    show (∑' z, (if x = z then (1 : ℝ) else 0) * 1) = 1
    rw [tsum_eq_single x (fun z hz => by rw [if_neg (Ne.symm hz), zero_mul]), if_pos rfl, mul_one]
  refine ⟨one, fun x y => ?_⟩
  show (∑' z, Stoch.nstep (fun _ _ : ℕ => 1) 1 x z * 1) = 0
  have e : (fun z => Stoch.nstep (fun _ _ : ℕ => 1) 1 x z * 1) = fun _ => (1 : ℝ) := funext fun z => by rw [one, mul_one]
  rw [e]
  exact tsum_eq_zero_of_not_summable fun h => one_ne_zero ((summable_const_iff 1).1 h)

/-- Where states stay, 1 is a solution, and so is the smallest one, which is 0 off the set. That 0 is none on the set. -/
theorem isHittingSolution_example :
    Stoch.IsHittingSolution (1 : Matrix Bool Bool ℝ) {x | x = true} (fun _ => 1) ∧
      Stoch.IsHittingSolution (1 : Matrix Bool Bool ℝ) {x | x = true} atTrue ∧
      ¬ Stoch.IsHittingSolution (1 : Matrix Bool Bool ℝ) {x | x = true} (fun _ => 0) := by
  have stays (h : Bool → ℝ) : ∀ x, h x = ∑' y, (1 : Matrix Bool Bool ℝ) x y * h y := by
    intro x
    rw [tsum_eq_single x (fun y hy => by rw [Matrix.one_apply_ne (Ne.symm hy), zero_mul]), Matrix.one_apply_eq, one_mul]
  refine ⟨⟨fun _ _ => rfl, fun x _ => stays (fun _ => 1) x, fun _ => zero_le_one⟩, ⟨fun x hx => ?_, fun x _ => stays atTrue x, fun x => ?_⟩,
    fun h => zero_ne_one (h.1 true rfl)⟩
  · have hx : x = true := hx
    subst hx
    rfl
  · cases x
    · exact le_refl 0
    · exact zero_le_one

/-- A path that stays returns at time 1, not at time 0, though it starts where it returns. -/
theorem returnTime_example :
    Stoch.returnTime (fun _ : ℕ => true) true = ((1 : ℕ) : WithTop ℕ) ∧
      ¬ Stoch.returnTime (fun _ : ℕ => true) true = ((0 : ℕ) : WithTop ℕ) := by
  have one : Stoch.returnTime (fun _ : ℕ => true) true = ((1 : ℕ) : WithTop ℕ) := by
    refine le_antisymm (sInf_le ⟨1, Nat.succ_pos 0, rfl, rfl⟩) (le_sInf fun t ht => ?_)
    obtain ⟨n, hn, _, e⟩ := ht
    subst e
    exact WithTop.coe_le_coe.2 hn
  exact ⟨one, fun h => absurd (WithTop.coe_inj.1 (Eq.trans (Eq.symm one) h)) (by decide)⟩

/-- The outcome at even times, the other one at odd times. -/
def alternating : ℕ → Bool → Bool
  | 0 => fun ω => ω
  | n + 1 => fun ω => ! alternating n ω

/-- A process that changes its state at each step has the marginals of one that never moves, since it has equal masses. Its
joint law is another. -/
theorem hasMatrixMarginals_example :
    Stoch.HasMatrixMarginals (Measure.count : Measure Bool) alternating (fun _ => 1) 1 ∧
      ¬ Stoch.HasMatrixMarginals (Measure.count : Measure Bool) alternating (fun _ => 0) 1 ∧
      ¬ Stoch.HasChainLaw (Measure.count : Measure Bool) alternating (fun _ => 1) 1 := by
  have mass : ∀ (n : ℕ) (y : Bool), ((Measure.count : Measure Bool) {ω | alternating n ω = y}).toReal = 1 := by
    intro n y
    have single : ∃ b, ∀ ω, alternating n ω = y ↔ ω = b := by
      induction n generalizing y with
      | zero => exact ⟨y, fun ω => ⟨fun h => h, fun h => h⟩⟩
      | succ n ih =>
        obtain ⟨b, hb⟩ := ih (! y)
        refine ⟨b, fun ω => Iff.trans ⟨fun h => ?_, fun h => ?_⟩ (hb ω)⟩
        · have h : (! alternating n ω) = y := h
          rw [← h]
          cases alternating n ω <;> rfl
        · show (! alternating n ω) = y
          rw [h]
          cases y <;> rfl
    obtain ⟨b, hb⟩ := single
    have e : {ω | alternating n ω = y} = ({b} : Set Bool) := Set.ext fun ω => Iff.trans (hb ω) (Iff.symm Set.mem_singleton_iff)
    rw [e, Measure.count_singleton, ENNReal.toReal_one]
  have row : ∀ (c : ℝ) (n : ℕ) (y : Bool), (∑ x, c * ((1 : Matrix Bool Bool ℝ) ^ n) x y) = c := by
    intro c n y
    rw [one_pow, Fintype.sum_bool]
    cases y
    · rw [Matrix.one_apply_eq, Matrix.one_apply_ne Bool.noConfusion, mul_one, mul_zero, zero_add]
    · rw [Matrix.one_apply_eq, Matrix.one_apply_ne Bool.noConfusion, mul_one, mul_zero, add_zero]
  refine ⟨fun n y => Eq.trans (mass n y) (Eq.symm (row 1 n y)),
    fun h => one_ne_zero (Eq.trans (Eq.symm (mass 0 true)) (Eq.trans (h 0 true) (row 0 0 true))), fun h => ?_⟩
  have e : {ω | ∀ i, i ≤ 1 → alternating i ω = true} = (∅ : Set Bool) :=
    Set.ext fun ω => ⟨fun m => (by
      have zero : ω = true := m 0 (Nat.zero_le 1)
      have one : (! ω) = true := m 1 (Nat.le_refl 1)
      rw [zero] at one
      exact Bool.noConfusion one), fun m => absurd m (Set.notMem_empty ω)⟩
  have joint := h 1 (fun _ => true)
  rw [e, measure_empty, ENNReal.toReal_zero, Finset.prod_range_one, Matrix.one_apply_eq, mul_one] at joint
  exact zero_ne_one joint

/-- A constant process is a chain that stays where it is. It is none that has the mass 0 where it starts. -/
theorem hasChainLaw_example {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ] :
    Stoch.HasChainLaw μ (fun _ _ => ()) (fun _ => 1) (fun _ _ => 1) ∧
      ¬ Stoch.HasChainLaw μ (fun _ _ => ()) (fun _ => 0) (fun _ _ => 1) := by
  have mass (n : ℕ) (x : ℕ → Unit) : (μ {ω : Ω | ∀ i, i ≤ n → (fun _ _ => () : ℕ → Ω → Unit) i ω = x i}).toReal = 1 := by
    have e : {ω : Ω | ∀ i, i ≤ n → (fun _ _ => () : ℕ → Ω → Unit) i ω = x i} = Set.univ :=
      Set.ext fun ω => ⟨fun _ => Set.mem_univ ω, fun _ _ _ => rfl⟩
    rw [e, measure_univ, ENNReal.toReal_one]
  have ones : ∀ n : ℕ, (∏ i ∈ Finset.range n, (1 : ℝ)) = 1 := by
    intro n
    induction n with
    | zero => exact Finset.prod_range_zero _
    | succ n ih => rw [Finset.prod_range_succ, ih, mul_one]
  refine ⟨fun n x => Eq.trans (mass n x) (Eq.symm ?_), fun h => one_ne_zero (Eq.trans (Eq.symm (mass 0 fun _ => ())) ?_)⟩
  · show (1 : ℝ) * (∏ i ∈ Finset.range n, (1 : ℝ)) = 1
    rw [ones, mul_one]
  · rw [h 0 fun _ => (), zero_mul]

/-- A counter drifts by 1. It does not drift by 0. -/
theorem isConstDrift_example {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ] (ℱ : Filtration ℕ m0) :
    Stoch.IsConstDrift μ ℱ (fun n _ => (n : ℝ)) 1 ∧ ¬ Stoch.IsConstDrift μ ℱ (fun n _ => (n : ℝ)) 0 := by
  have step (n : ℕ) : μ[fun _ : Ω => ((n + 1 : ℕ) : ℝ) - (n : ℝ)|ℱ n] = fun _ => 1 := by
    rw [Nat.cast_succ, add_sub_cancel_left]
    exact condExp_const (ℱ.le' n) 1
  refine ⟨fun n => Filter.Eventually.of_forall fun ω => congrFun (step n) ω, fun h => ?_⟩
  have zero := h 0
  rw [step 0] at zero
  exact one_ne_zero (Filter.eventually_const.1 zero)

/-- A path that has fallen keeps its largest value, which is not the present one. -/
theorem runningMax_example {Ω : Type*} (ω : Ω) :
    Stoch.runningMax (fun n (_ : Ω) => if n = 0 then (1 : ℝ) else 0) 1 ω = 1 ∧
      ¬ Stoch.runningMax (fun n (_ : Ω) => if n = 0 then (1 : ℝ) else 0) 1 ω = 0 := by
  have largest : Stoch.runningMax (fun n (_ : Ω) => if n = 0 then (1 : ℝ) else 0) 1 ω = 1 := max_eq_left zero_le_one
  exact ⟨largest, fun h => one_ne_zero (Eq.trans (Eq.symm largest) h)⟩

/-- The time 3 stays the time 3. It is not the time 2. -/
theorem natStop_example {Ω : Type*} (ω : Ω) :
    Stoch.natStop (fun _ : Ω => 3) ω = ((3 : ℕ) : WithTop ℕ) ∧ ¬ Stoch.natStop (fun _ : Ω => 3) ω = ((2 : ℕ) : WithTop ℕ) :=
  ⟨rfl, fun h => absurd (show (3 : ℕ) = 2 from WithTop.coe_inj.1 h) (by decide)⟩

/-- After `n` steps of 1 the position is `n`: before any step it is 0, not the first step. -/
theorem walk_example {Ω : Type*} (ω : Ω) :
    (∀ n : ℕ, Stoch.walk (fun _ (_ : Ω) => 1) n ω = n) ∧ ¬ Stoch.walk (fun _ (_ : Ω) => 1) 0 ω = 1 := by
  refine ⟨fun n => ?_, fun h => zero_ne_one (Eq.trans (Eq.symm (Finset.sum_range_zero _)) h)⟩
  induction n with
  | zero => exact Eq.trans (Finset.sum_range_zero _) (Eq.symm Nat.cast_zero)
  | succ n ih =>
    have ih : (∑ i ∈ Finset.range n, (1 : ℝ)) = n := ih
    show (∑ i ∈ Finset.range (n + 1), (1 : ℝ)) = ((n + 1 : ℕ) : ℝ)
    rw [Finset.sum_range_succ, ih, Nat.cast_succ]

/-- Steps that always go up are no simple walk: up has not the probability 1/2. -/
theorem isSimpleWalk_near_miss {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ] :
    ¬ Stoch.IsSimpleWalk μ (fun _ _ => 1) := by
  intro h
  have e : {ω : Ω | (fun _ _ => 1 : ℕ → Ω → ℝ) 0 ω = 1} = Set.univ := Set.ext fun ω => ⟨fun _ => Set.mem_univ ω, fun _ => rfl⟩
  have up := h.up 0
  rw [e, measure_univ, ENNReal.toReal_one] at up
  have one : (1 : ℝ) + 1 = 1 := by
    have halves := congrArg (fun a : ℝ => a * 2) up
    rw [one_add_one_eq_two]
    exact Eq.trans (Eq.symm (one_mul 2)) (Eq.trans halves (div_mul_cancel₀ 1 two_ne_zero))
  exact one_ne_zero (Eq.trans (Eq.symm (add_sub_cancel_left 1 1)) (Eq.trans (congrArg (fun a : ℝ => a - 1) one) (sub_self 1)))

/-- A motion that starts at 1 is not the standard one. -/
theorem isBM_near_miss {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ] :
    ¬ Stoch.IsBM μ (fun _ _ => 1) :=
  fun h => one_ne_zero (Filter.eventually_const.1 h.zero)

/-- A count that starts at 1 is no Poisson process, whatever the rate. -/
theorem isPoissonProcess_near_miss {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ] (lam : ℝ≥0) :
    ¬ Stoch.IsPoissonProcess μ (fun _ _ => 1) lam :=
  fun h => absurd (Filter.eventually_const.1 h.zero) (by decide)

/-- Gaps of 0 are no renewal process, on a space that has an outcome. -/
theorem isRenewal_near_miss {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) (ω : Ω) : ¬ Stoch.IsRenewal μ (fun _ _ => 0) :=
  fun h => lt_irrefl 0 (h.pos 0 ω)

/-- With gaps of 1 the count is the whole part of the time. It is not always 0: the renewal at time 1 counts. -/
theorem counts_example {Ω : Type*} (ω₀ : Ω) :
    Stoch.Counts (fun _ (_ : Ω) => 1) (fun t _ => Nat.floor t) ∧ ¬ Stoch.Counts (fun _ (_ : Ω) => 1) (fun _ _ => 0) := by
  refine ⟨fun t ω ht => ⟨?_, ?_⟩, fun h => ?_⟩
  · rw [(walk_example ω).1]
    exact Nat.floor_le ht
  · rw [(walk_example ω).1, Nat.cast_succ]
    exact Nat.lt_floor_add_one t
  · have late : (1 : ℝ) < Stoch.walk (fun _ (_ : Ω) => 1) 1 ω₀ := (h 1 ω₀ zero_le_one).2
    rw [(walk_example ω₀).1, Nat.cast_succ, Nat.cast_zero, zero_add] at late
    exact lt_irrefl 1 late

/-- A law converges to itself. Where all mass is lost, there is no convergence to a law. -/
theorem convergesInLaw_example (μ : Measure ℝ) :
    Stoch.ConvergesInLaw (fun _ => μ) μ ∧ ¬ Stoch.ConvergesInLaw (fun _ => (0 : Measure ℝ)) (Measure.dirac 0) := by
  refine ⟨fun f => tendsto_const_nhds, fun h => ?_⟩
  have limit : Tendsto (fun _ : ℕ => ∫ x, BoundedContinuousFunction.const ℝ (1 : ℝ) x ∂(0 : Measure ℝ)) atTop
      (𝓝 (∫ x, BoundedContinuousFunction.const ℝ (1 : ℝ) x ∂(Measure.dirac 0))) := h (BoundedContinuousFunction.const ℝ 1)
  rw [integral_zero_measure, integral_dirac, BoundedContinuousFunction.const_apply'] at limit
  exact zero_ne_one (tendsto_nhds_unique tendsto_const_nhds limit)

/-- Rates of 0 are rates: nothing happens. A stochastic matrix is none, since its rows sum to 1. -/
theorem isGenerator_example : Stoch.IsGenerator (fun _ _ => 0 : Matrix Bool Bool ℝ) ∧ ¬ Stoch.IsGenerator toTrue := by
  refine ⟨⟨fun _ _ _ => le_refl 0, fun _ => Eq.trans (Fintype.sum_bool _) (add_zero 0)⟩, fun h => ?_⟩
  have row := h.2 true
  rw [Fintype.sum_bool] at row
  exact one_ne_zero (Eq.trans (Eq.symm (add_zero 1)) row)

/-- A chain that never jumps has the rates 0, and not rates of 1. -/
theorem isSemigroup_example :
    Stoch.IsSemigroup (fun _ x y => if x = y then 1 else 0 : ℝ → Matrix Bool Bool ℝ) (fun _ _ => 0) ∧
      ¬ Stoch.IsSemigroup (fun _ x y => if x = y then 1 else 0 : ℝ → Matrix Bool Bool ℝ) ones := by
  refine ⟨⟨fun _ _ => rfl, fun t x y _ => ?_⟩, fun h => ?_⟩
  · rw [Fintype.sum_bool, mul_zero, mul_zero, add_zero]
    exact hasDerivAt_const t _
  · have moves := h.forward 0 true true (le_refl 0)
    rw [Fintype.sum_bool] at moves
    have e := HasDerivAt.unique (hasDerivAt_const 0 1) moves
    exact zero_ne_one (Eq.trans e (Eq.trans (congr (congrArg HAdd.hAdd (one_mul 1)) (zero_mul 1)) (add_zero 1)))
