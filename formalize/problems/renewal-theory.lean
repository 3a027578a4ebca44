/-
+++
id = "renewals-invert-times"
title = "The count of renewals inverts the renewal times"
informal = "Let every gap be at least 1. There are at least n renewals up to time t exactly when the n-th renewal, which comes after the first n gaps, is at most t."
representation = "literal"
pair = "renewals-invert-times-abstract"
source = "ross"
locator = "Chapter 3"
tags = { h_gap = "regularity: no two renewals at once" }
+++
-/
theorem renewals_invert_times (gap : Nat → Nat) (h_gap : ∀ i, 1 ≤ gap i) (n t : Nat) :
    n ≤ renewals gap t ↔ renewalTime gap n ≤ t := by sorry
-- proof
theorem count_of_beginning (B : Nat → Prop) [DecidablePred B] (h : ∀ i j, i ≤ j → B j → B i) (m : Nat) :
    ∀ k, k < m → (k < count B m ↔ B k) := by
  induction m with
  | zero => exact fun k hk => absurd hk (Nat.not_lt_zero k)
  | succ m ih =>
    intro k hk
    by_cases b : B m
    · have full : count B m = m := by
        cases Nat.lt_or_ge (count B m) m with
        | inr l => exact Nat.le_antisymm (count_le B m) l
        | inl l => exact absurd ((ih _ l).2 (h _ _ (Nat.le_of_lt l) b)) (Nat.lt_irrefl _)
      have e : count B (m + 1) = m + 1 := by
        show count B m + (if B m then 1 else 0) = m + 1
        rw [full, if_pos b]
      rw [e]
      exact ⟨fun _ => h _ _ (Nat.le_of_lt_succ hk) b, fun _ => hk⟩
    · have e : count B (m + 1) = count B m := by
        show count B m + (if B m then 1 else 0) = count B m
        rw [if_neg b]; rfl
      rw [e]
      by_cases c : k = m
      · rw [c]
        exact ⟨fun l => absurd (count_le B m) (Nat.not_le_of_lt l), fun l => absurd l b⟩
      · exact ih k (lt_of_le_of_ne (Nat.le_of_lt_succ hk) c)
theorem time_at_least (gap : Nat → Nat) (h_gap : ∀ i, 1 ≤ gap i) (n : Nat) : n ≤ renewalTime gap n := by
  induction n with
  | zero => exact Nat.le_refl _
  | succ n ih => exact Nat.add_le_add ih (h_gap n)
theorem time_grows (gap : Nat → Nat) (m n : Nat) (h : m ≤ n) : renewalTime gap m ≤ renewalTime gap n := by
  induction h with
  | refl => exact Nat.le_refl _
  | step _ ih => exact Nat.le_trans ih (Nat.le_add_right _ _)
theorem renewals_invert_times (gap : Nat → Nat) (h_gap : ∀ i, 1 ≤ gap i) (n t : Nat) :
    n ≤ renewals gap t ↔ renewalTime gap n ≤ t := by
  cases n with
  | zero => exact ⟨fun _ => Nat.zero_le t, fun _ => Nat.zero_le _⟩
  | succ k =>
    cases Nat.lt_or_ge k t with
    | inl l =>
      exact count_of_beginning (fun k => renewalTime gap (k + 1) ≤ t)
        (fun i j hij hj => Nat.le_trans (time_grows gap _ _ (Nat.succ_le_succ hij)) hj) t k l
    | inr l =>
      exact ⟨fun c => absurd (Nat.le_trans (count_le _ t) l) (Nat.not_le_of_lt c),
        fun c => absurd (Nat.le_trans (time_at_least gap h_gap (k + 1)) (Nat.le_trans c l)) (Nat.lt_irrefl k)⟩

/-
+++
id = "renewals-invert-times-abstract"
title = "A count between two renewals inverts the renewal times"
informal = "Let T never fall, and let N t be such that T (N t) is at most t and t is below T (N t + 1). Then n is at most N t exactly when T n is at most t."
representation = "abstract"
pair = "renewals-invert-times"
source = "ross"
locator = "Chapter 3"
tags = { h_grow = "definitional: renewal times do not fall", h_last = "intermediate lemma: the last renewal up to t is given", h_next = "intermediate lemma: the first renewal after t is given" }
+++
-/
theorem renewals_invert_times_abstract (T N : Nat → Nat) (h_grow : ∀ m n, m ≤ n → T m ≤ T n) (h_last : ∀ t, T (N t) ≤ t)
    (h_next : ∀ t, t < T (N t + 1)) (n t : Nat) : n ≤ N t ↔ T n ≤ t := by sorry
-- proof
theorem renewals_invert_times_abstract (T N : Nat → Nat) (h_grow : ∀ m n, m ≤ n → T m ≤ T n) (h_last : ∀ t, T (N t) ≤ t)
    (h_next : ∀ t, t < T (N t + 1)) (n t : Nat) : n ≤ N t ↔ T n ≤ t := by
  refine ⟨fun h => Nat.le_trans (h_grow _ _ h) (h_last t), fun h => ?_⟩
  cases Nat.lt_or_ge (N t) n with
  | inr l => exact l
  | inl l => exact absurd (Nat.le_trans (h_grow _ _ l) h) (Nat.not_le_of_lt (h_next t))

/-
+++
id = "renewals-counted-with-empty-gaps"
title = "Defect: with empty gaps the count of renewals up to t is wrong"
informal = "There are at least n renewals up to time t exactly when the n-th renewal is at most t, where only the first t renewals are looked at. (False without gaps of at least 1: infinitely many renewals may fall on one time.)"
representation = "literal"
source = "ross"
locator = "Chapter 3"
+++
-/
theorem renewals_counted_with_empty_gaps (gap : Nat → Nat) (n t : Nat) :
    n ≤ renewals gap t ↔ renewalTime gap n ≤ t := by sorry
-- disproof
theorem renewals_counted_with_empty_gaps_disproof :
    ¬ ∀ (gap : Nat → Nat) (n t : Nat), n ≤ renewals gap t ↔ renewalTime gap n ≤ t := fun h =>
  absurd ((h (fun _ => 0) 1 0).2 (Nat.le_refl 0)) (by decide)

/-
+++
id = "renewals-with-bounded-gaps"
title = "Bounded gaps give many renewals"
informal = "Let every gap be at least 1 and at most b. Then every time t is below b times one more than the number of renewals up to t."
representation = "literal"
pair = "renewals-with-bounded-gaps-abstract"
source = "ross"
locator = "Chapter 3"
uses = ["renewals-invert-times", "renewals-with-bounded-gaps-abstract"]
tags = { h_gap = "regularity: no two renewals at once", h_bound = "definitional: the gaps are bounded" }
+++
-/
theorem renewals_with_bounded_gaps (gap : Nat → Nat) (b : Nat) (h_gap : ∀ i, 1 ≤ gap i) (h_bound : ∀ i, gap i ≤ b)
    (t : Nat) : t < b * (renewals gap t + 1) := by sorry
-- proof
theorem next_renewal (gap : Nat → Nat) (h_gap : ∀ i, 1 ≤ gap i) (t : Nat) : t < renewalTime gap (renewals gap t + 1) := by
  cases Nat.lt_or_ge t (renewalTime gap (renewals gap t + 1)) with
  | inl l => exact l
  | inr l => exact absurd ((renewals_invert_times gap h_gap _ t).2 l) (Nat.lt_irrefl _)
theorem renewals_with_bounded_gaps (gap : Nat → Nat) (b : Nat) (h_gap : ∀ i, 1 ≤ gap i) (h_bound : ∀ i, gap i ≤ b)
    (t : Nat) : t < b * (renewals gap t + 1) :=
  renewals_with_bounded_gaps_abstract (renewalTime gap) (renewals gap) b rfl (fun n => Nat.add_le_add_left (h_bound n) _)
    (next_renewal gap h_gap) t

/-
+++
id = "renewals-with-bounded-gaps-abstract"
title = "Times that grow slowly are passed often"
informal = "Let T 0 = 0 and T (n+1) be at most T n + b for every n, and let t be below T (N t + 1) for every t. Then t is below b · (N t + 1)."
representation = "abstract"
pair = "renewals-with-bounded-gaps"
source = "ross"
locator = "Chapter 3"
tags = { h_zero = "definitional: time starts at 0", h_step = "definitional: the gaps are bounded", h_next = "intermediate lemma: the first renewal after t is given" }
+++
-/
theorem renewals_with_bounded_gaps_abstract (T N : Nat → Nat) (b : Nat) (h_zero : T 0 = 0)
    (h_step : ∀ n, T (n + 1) ≤ T n + b) (h_next : ∀ t, t < T (N t + 1)) (t : Nat) : t < b * (N t + 1) := by sorry
-- proof
theorem renewals_with_bounded_gaps_abstract (T N : Nat → Nat) (b : Nat) (h_zero : T 0 = 0)
    (h_step : ∀ n, T (n + 1) ≤ T n + b) (h_next : ∀ t, t < T (N t + 1)) (t : Nat) : t < b * (N t + 1) := by
  have bound : ∀ n, T n ≤ b * n := by
    intro n
    induction n with
    | zero => rw [h_zero]; exact Nat.zero_le _
    | succ n ih => exact Nat.le_trans (h_step n) (Nat.add_le_add_right ih b)
  exact Nat.lt_of_lt_of_le (h_next t) (bound _)

/-
+++
id = "renewals-with-long-gaps"
title = "Long gaps give few renewals"
informal = "Let every gap be at least 1 and at least a. Then a times the number of renewals up to t is at most t."
representation = "literal"
source = "ross"
locator = "Chapter 3"
uses = ["renewals-invert-times"]
tags = { h_gap = "regularity: no two renewals at once", h_long = "definitional: the gaps are long" }
+++
-/
theorem renewals_with_long_gaps (gap : Nat → Nat) (a : Nat) (h_gap : ∀ i, 1 ≤ gap i) (h_long : ∀ i, a ≤ gap i) (t : Nat) :
    a * renewals gap t ≤ t := by sorry
-- proof
theorem renewals_with_long_gaps (gap : Nat → Nat) (a : Nat) (h_gap : ∀ i, 1 ≤ gap i) (h_long : ∀ i, a ≤ gap i) (t : Nat) :
    a * renewals gap t ≤ t := by
  have bound : ∀ n, a * n ≤ renewalTime gap n := by
    intro n
    induction n with
    | zero => exact Nat.zero_le _
    | succ n ih => exact Nat.add_le_add ih (h_long n)
  exact Nat.le_trans (bound _) ((renewals_invert_times gap h_gap _ t).1 (Nat.le_refl _))

/-
+++
id = "age-and-residual"
title = "Age and residual life fill the gap"
informal = "Let every gap be at least 1. At time t, the time since the last renewal up to t (or since 0) and the time until the first renewal after t add up to the gap between them."
representation = "literal"
pair = "age-and-residual-abstract"
source = "ross"
locator = "Chapter 3"
uses = ["renewals-invert-times", "renewals-with-bounded-gaps-abstract", "renewals-with-bounded-gaps", "age-and-residual-abstract"]
tags = { h_gap = "regularity: no two renewals at once" }
+++
-/
theorem age_and_residual (gap : Nat → Nat) (h_gap : ∀ i, 1 ≤ gap i) (t : Nat) :
    (t - renewalTime gap (renewals gap t)) + (renewalTime gap (renewals gap t + 1) - t) = gap (renewals gap t) := by sorry
-- proof
theorem age_and_residual (gap : Nat → Nat) (h_gap : ∀ i, 1 ≤ gap i) (t : Nat) :
    (t - renewalTime gap (renewals gap t)) + (renewalTime gap (renewals gap t + 1) - t) = gap (renewals gap t) :=
  age_and_residual_abstract (renewalTime gap) (renewals gap) gap (fun _ => rfl)
    (fun t => (renewals_invert_times gap h_gap _ t).1 (Nat.le_refl _)) (next_renewal gap h_gap) t

/-
+++
id = "age-and-residual-abstract"
title = "A time between two renewals cuts the gap in two"
informal = "Let T (n+1) = T n + gap n for every n, and let T (N t) be at most t and t below T (N t + 1) for every t. Then (t - T (N t)) + (T (N t + 1) - t) = gap (N t)."
representation = "abstract"
pair = "age-and-residual"
source = "ross"
locator = "Chapter 3"
tags = { h_step = "definitional: the times by their gaps", h_last = "intermediate lemma: the last renewal up to t is given", h_next = "intermediate lemma: the first renewal after t is given" }
+++
-/
theorem age_and_residual_abstract (T N gap : Nat → Nat) (h_step : ∀ n, T (n + 1) = T n + gap n)
    (h_last : ∀ t, T (N t) ≤ t) (h_next : ∀ t, t < T (N t + 1)) (t : Nat) :
    (t - T (N t)) + (T (N t + 1) - t) = gap (N t) := by sorry
-- proof
theorem age_and_residual_abstract (T N gap : Nat → Nat) (h_step : ∀ n, T (n + 1) = T n + gap n)
    (h_last : ∀ t, T (N t) ≤ t) (h_next : ∀ t, t < T (N t + 1)) (t : Nat) :
    (t - T (N t)) + (T (N t + 1) - t) = gap (N t) := by
  refine Nat.add_right_cancel (k := T (N t)) ?_
  rw [Nat.add_comm (t - T (N t)), Nat.add_assoc, sub_add (h_last t), sub_add (Nat.le_of_lt (h_next t)), h_step, Nat.add_comm]

/-
+++
id = "renewal-sequence-of-all-gaps"
title = "When every gap is allowed once, the renewal sequence doubles"
informal = "Let u 0 = 1 and u (n+1) = u 0 + … + u n: u n counts the ways to fill n with gaps of any positive lengths. Then u (n+1) = 2 to the n."
representation = "abstract"
source = "feller"
locator = "Chapter XIII"
tags = { h_zero = "definitional: the renewal equation", h_step = "definitional: the renewal equation" }
+++
-/
theorem renewal_sequence_of_all_gaps (u : Nat → Nat) (h_zero : u 0 = 1) (h_step : ∀ n, u (n + 1) = total u (n + 1))
    (n : Nat) : u (n + 1) = 2 ^ n := by sorry
-- proof
theorem renewal_sequence_of_all_gaps (u : Nat → Nat) (h_zero : u 0 = 1) (h_step : ∀ n, u (n + 1) = total u (n + 1))
    (n : Nat) : u (n + 1) = 2 ^ n := by
  induction n with
  | zero => rw [h_step]; show 0 + u 0 = 1; rw [h_zero]
  | succ n ih =>
    rw [h_step]
    show total u (n + 1) + u (n + 1) = _
    rw [← h_step, ih, pow_succ, mul_two]

/-
+++
id = "renewal-equation-has-one-solution"
title = "The renewal equation has one solution"
informal = "Let y and z both solve the renewal equation: y n = a n + Σ_{k<n} f k · y (n-1-k) and z n = a n + Σ_{k<n} f k · z (n-1-k) for every n, where f k is the weight of a gap of k + 1. Then y n = z n for every n."
representation = "abstract"
source = "feller"
locator = "Chapter XIII"
tags = { h_first = "definitional: the renewal equation", h_second = "definitional: the renewal equation" }
+++
-/
theorem renewal_equation_has_one_solution (a f y z : Nat → Nat)
    (h_first : ∀ n, y n = a n + total (fun k => f k * y (n - 1 - k)) n)
    (h_second : ∀ n, z n = a n + total (fun k => f k * z (n - 1 - k)) n) (n : Nat) : y n = z n := by sorry
-- proof
theorem renewal_equation_has_one_solution (a f y z : Nat → Nat)
    (h_first : ∀ n, y n = a n + total (fun k => f k * y (n - 1 - k)) n)
    (h_second : ∀ n, z n = a n + total (fun k => f k * z (n - 1 - k)) n) (n : Nat) : y n = z n := by
  have all : ∀ n k, k < n → y k = z k := by
    intro n
    induction n with
    | zero => exact fun k hk => absurd hk (Nat.not_lt_zero k)
    | succ n ih =>
      intro k hk
      rw [h_first, h_second, total_congr k fun i hi => ?_]
      have below : k - 1 - i < k := by
        cases k with
        | zero => exact absurd hi (Nat.not_lt_zero i)
        | succ k => exact Nat.succ_le_succ (sub_le k i)
      rw [ih (k - 1 - i) (Nat.lt_of_lt_of_le below (Nat.le_of_lt_succ hk))]
  exact all (n + 1) n .refl

/-
+++
id = "longer-gaps-fewer-renewals"
title = "Longer gaps mean fewer renewals"
informal = "If each gap of one renewal sequence is at most the same gap of another, then up to every time t the second has at most as many renewals among its first t as the first."
representation = "literal"
source = "ross"
locator = "Chapter 3"
tags = { h = "definitional: the gaps are compared" }
+++
-/
theorem longer_gaps_fewer_renewals (gap long : Nat → Nat) (h : ∀ i, gap i ≤ long i) (t : Nat) :
    renewals long t ≤ renewals gap t := by sorry
-- proof
theorem longer_gaps_fewer_renewals (gap long : Nat → Nat) (h : ∀ i, gap i ≤ long i) (t : Nat) :
    renewals long t ≤ renewals gap t :=
  count_mono _ _ t fun k _ l => Nat.le_trans (total_le (k + 1) fun i _ => h i) l

/-
+++
id = "gaps-in-reverse-order"
title = "The order of the gaps does not matter for the last renewal"
informal = "The n-th renewal comes at the same time when the first n gaps are taken in reverse order."
representation = "literal"
source = "asmussen"
locator = "Chapter V"
+++
-/
theorem gaps_in_reverse_order (gap : Nat → Nat) (n : Nat) :
    renewalTime (fun i => gap (n - 1 - i)) n = renewalTime gap n := by sorry
-- proof
theorem pred_sub (n i : Nat) : n - 1 - i = n - (i + 1) := by
  induction i with
  | zero => rfl
  | succ i ih => exact congrArg Nat.pred ih
theorem gaps_in_reverse_order (gap : Nat → Nat) (n : Nat) :
    renewalTime (fun i => gap (n - 1 - i)) n = renewalTime gap n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    show total (fun i => gap (n - i)) (n + 1) = total gap n + gap n
    rw [total_first, total_congr n (g := fun i => gap (n - 1 - i)) fun i _ => by rw [pred_sub]]
    show gap n + renewalTime (fun i => gap (n - 1 - i)) n = _
    rw [ih, Nat.add_comm]; rfl

/-
+++
id = "renewals-per-time"
title = "The rate of renewals"
informal = "Let the gaps of a renewal process have a finite mean m. Then almost surely the number of renewals up to t divided by t tends to 1 / m."
representation = "literal"
library = "mathlib"
pair = "renewals-per-time-abstract"
source = "ross"
locator = "Section 3.3"
tags = { h_int = "regularity: a finite mean" }
+++
-/
theorem renewals_per_time {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (gap : ℕ → Ω → ℝ) (hR : IsRenewal μ gap) (N : ℝ → Ω → ℕ) (hN : Counts gap N) (h_int : Integrable (gap 0) μ) :
    ∀ᵐ ω ∂μ, Tendsto (fun t : ℝ => (N t ω : ℝ) / t) atTop (𝓝 (1 / ∫ ω, gap 0 ω ∂μ)) := by sorry

/-
+++
id = "renewals-per-time-abstract"
title = "The rate of renewals along one path"
informal = "Let T n / n tend to m > 0, and let T (N t) ≤ t < T (N t + 1) for t ≥ 0, where T 0 = 0 and T is strictly increasing. Then N t / t tends to 1 / m."
representation = "abstract"
library = "mathlib"
pair = "renewals-per-time"
source = "ross"
locator = "Section 3.3"
tags = { hm = "regularity: no division by 0", h_zero = "definitional: starts at 0", h_mono = "definitional: times grow", h_limit = "intermediate lemma: the law of large numbers is given", h_count = "definitional: what N counts" }
+++
-/
theorem renewals_per_time_abstract (T : ℕ → ℝ) (N : ℝ → ℕ) (m : ℝ) (hm : 0 < m) (h_zero : T 0 = 0)
    (h_mono : StrictMono T) (h_limit : Tendsto (fun n : ℕ => T n / n) atTop (𝓝 m))
    (h_count : ∀ t, 0 ≤ t → T (N t) ≤ t ∧ t < T (N t + 1)) :
    Tendsto (fun t : ℝ => (N t : ℝ) / t) atTop (𝓝 (1 / m)) := by sorry

/-
+++
id = "renewal-count-inverts-times"
title = "The count of renewals inverts the renewal times"
informal = "For a renewal process with count N and t ≥ 0, N t is at least n exactly when the n-th renewal is at most t."
representation = "literal"
library = "mathlib"
source = "ross"
locator = "Section 3.1"
+++
-/
theorem renewal_count_inverts_times {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (gap : ℕ → Ω → ℝ) (hR : IsRenewal μ gap) (N : ℝ → Ω → ℕ) (hN : Counts gap N) (n : ℕ) (t : ℝ) (ht : 0 ≤ t) (ω : Ω) :
    n ≤ N t ω ↔ walk gap n ω ≤ t := by sorry

/-
+++
id = "renewal-function-as-a-series"
title = "The renewal function is a sum of probabilities"
informal = "For a renewal process whose count up to t is integrable, its mean is the sum over n ≥ 1 of the probability that the n-th renewal is at most t."
representation = "literal"
library = "mathlib"
source = "ross"
locator = "Section 3.2"
tags = { h_int = "regularity: the count is integrable" }
+++
-/
theorem renewal_function_as_a_series {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (gap : ℕ → Ω → ℝ) (hR : IsRenewal μ gap) (N : ℝ → Ω → ℕ) (hN : Counts gap N) (t : ℝ) (ht : 0 ≤ t)
    (h_int : Integrable (fun ω => (N t ω : ℝ)) μ) :
    ∫ ω, (N t ω : ℝ) ∂μ = ∑' n : ℕ, (μ {ω | walk gap (n + 1) ω ≤ t}).toReal := by sorry

/-
+++
id = "mean-of-the-next-renewal"
title = "Wald's equation for renewals"
informal = "Let the gaps have a finite mean m and the count up to t be integrable. Then the mean of the first renewal time after t is m times one more than the mean count up to t."
representation = "literal"
library = "mathlib"
source = "ross"
locator = "Section 3.3"
tags = { h_gap = "regularity: a finite mean", h_int = "regularity: the count is integrable" }
+++
-/
theorem mean_of_the_next_renewal {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (gap : ℕ → Ω → ℝ) (hR : IsRenewal μ gap) (N : ℝ → Ω → ℕ) (hN : Counts gap N) (t : ℝ) (ht : 0 ≤ t)
    (h_gap : Integrable (gap 0) μ) (h_int : Integrable (fun ω => (N t ω : ℝ)) μ) :
    ∫ ω, walk gap (N t ω + 1) ω ∂μ = (∫ ω, gap 0 ω ∂μ) * ((∫ ω, (N t ω : ℝ) ∂μ) + 1) := by sorry

/-
+++
id = "renewal-reward"
title = "The renewal reward theorem"
informal = "Let the gaps of a renewal process have a finite mean, and let the mean of the first n rewards tend almost surely to the expected reward. Then almost surely the reward of the first N t renewals divided by t tends to the mean reward over the mean gap."
representation = "abstract"
library = "mathlib"
source = "ross"
locator = "Section 3.6"
tags = { h_gap = "regularity: a finite mean", h_law = "intermediate lemma: the law of large numbers for the rewards is given" }
+++
-/
theorem renewal_reward {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ] (gap : ℕ → Ω → ℝ)
    (hR : IsRenewal μ gap) (N : ℝ → Ω → ℕ) (hN : Counts gap N) (reward : ℕ → Ω → ℝ) (h_gap : Integrable (gap 0) μ)
    (h_law : ∀ᵐ ω ∂μ, Tendsto (fun n : ℕ => walk reward n ω / n) atTop (𝓝 (∫ ω, reward 0 ω ∂μ))) :
    ∀ᵐ ω ∂μ, Tendsto (fun t : ℝ => walk reward (N t ω) ω / t) atTop (𝓝 ((∫ ω, reward 0 ω ∂μ) / ∫ ω, gap 0 ω ∂μ)) := by
  sorry

/-
+++
id = "renewal-times-grow-without-bound"
title = "Renewal times grow without bound"
informal = "For a renewal process, almost surely the n-th renewal time tends to infinity."
representation = "literal"
library = "mathlib"
source = "ross"
locator = "Section 3.1"
+++
-/
theorem renewal_times_grow_without_bound {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (gap : ℕ → Ω → ℝ) (hR : IsRenewal μ gap) : ∀ᵐ ω ∂μ, Tendsto (fun n => walk gap n ω) atTop atTop := by sorry

/-
+++
id = "renewal-theorem-for-the-geometric-case"
title = "The renewal equation in discrete time"
informal = "Let f be weights on the gaps 1, 2, … with total 1, and u the sequence with u 0 = 1 and u (n+1) = Σ_{k ≤ n} f k · u (n-k), where f k is the weight of k + 1. If f 0 > 0 and the mean gap Σ (k+1) · f k is m, with the series summable, then u n tends to 1 / m."
representation = "abstract"
library = "mathlib"
source = "feller"
locator = "Chapter XIII"
tags = { h_pos = "definitional: weights", h_one = "definitional: total 1", h_aper = "regularity: aperiodic", h_mean = "definitional: the mean gap", h_zero = "definitional: the renewal equation", h_step = "definitional: the renewal equation" }
+++
-/
theorem renewal_theorem_for_the_geometric_case (f u : ℕ → ℝ) (m : ℝ) (h_pos : ∀ k, 0 ≤ f k) (h_one : HasSum f 1)
    (h_aper : 0 < f 0) (h_mean : HasSum (fun k : ℕ => (k + 1) * f k) m) (h_zero : u 0 = 1)
    (h_step : ∀ n, u (n + 1) = ∑ k ∈ Finset.range (n + 1), f k * u (n - k)) : Tendsto u atTop (𝓝 (1 / m)) := by sorry
