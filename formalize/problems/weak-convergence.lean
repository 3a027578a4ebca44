/-
+++
id = "coupling-inequality"
title = "The coupling inequality"
informal = "Let X and Y be two sequences of n values. The number of i with X i in A is at most the number of i with Y i in A plus the number of i with X i ≠ Y i."
representation = "literal"
pair = "coupling-inequality-abstract"
source = "levin-peres"
locator = "Section 4.2"
uses = ["coupling-inequality-abstract"]
+++
-/
theorem coupling_inequality (X Y : Nat → Nat) (A : Nat → Prop) [DecidablePred A] (n : Nat) :
    count (fun i => A (X i)) n ≤ count (fun i => A (Y i)) n + count (fun i => X i ≠ Y i) n := by sorry
-- proof
theorem coupling_inequality (X Y : Nat → Nat) (A : Nat → Prop) [DecidablePred A] (n : Nat) :
    count (fun i => A (X i)) n ≤ count (fun i => A (Y i)) n + count (fun i => X i ≠ Y i) n :=
  coupling_inequality_abstract _ _ _ n fun i _ h => by
    by_cases e : X i = Y i
    · exact .inl (e ▸ h)
    · exact .inr e

/-
+++
id = "coupling-inequality-abstract"
title = "An event within two others is counted by them"
informal = "If each i below n with A also has B or C, then the number of i below n with A is at most the number with B plus the number with C."
representation = "abstract"
pair = "coupling-inequality"
source = "levin-peres"
locator = "Section 4.2"
tags = { h_cover = "intermediate lemma: that a difference is needed is given" }
+++
-/
theorem coupling_inequality_abstract (A B C : Nat → Prop) [DecidablePred A] [DecidablePred B] [DecidablePred C] (n : Nat)
    (h_cover : ∀ i, i < n → A i → B i ∨ C i) : count A n ≤ count B n + count C n := by sorry
-- proof
theorem coupling_inequality_abstract (A B C : Nat → Prop) [DecidablePred A] [DecidablePred B] [DecidablePred C] (n : Nat)
    (h_cover : ∀ i, i < n → A i → B i ∨ C i) : count A n ≤ count B n + count C n := by
  rw [count_total, count_total, count_total, ← total_add]
  refine total_le n fun i hi => ?_
  by_cases a : A i
  · rw [if_pos a]
    cases h_cover i hi a with
    | inl b => rw [if_pos b]; exact Nat.le_add_right _ _
    | inr c => rw [if_pos c]; exact Nat.le_add_left _ _
  · rw [if_neg a]; exact Nat.zero_le _

/-
+++
id = "mean-from-tails"
title = "The mean is the sum of the tails"
informal = "Let X 0, …, X (n-1) be at most K. Their sum is the sum, over the levels k below K, of the number of those above k."
representation = "literal"
source = "durrett"
locator = "Chapter 2"
tags = { hK = "regularity: the values are bounded" }
+++
-/
theorem mean_from_tails (X : Nat → Nat) (n K : Nat) (hK : ∀ i, i < n → X i ≤ K) :
    total X n = total (fun k => count (fun i => k < X i) n) K := by sorry
-- proof
theorem levels_below (x K : Nat) (h : x ≤ K) : total (fun k => if k < x then 1 else 0) K = x := by
  obtain ⟨j, rfl⟩ := exists_add h
  rw [total_split, total_congr x (g := fun _ => 1) fun i hi => if_pos hi,
    total_congr j (g := fun _ => 0) fun i _ => if_neg fun c => Nat.not_le_of_lt c (Nat.le_add_right _ _),
    total_const, total_zero, Nat.mul_one, Nat.add_zero]
theorem mean_from_tails (X : Nat → Nat) (n K : Nat) (hK : ∀ i, i < n → X i ≤ K) :
    total X n = total (fun k => count (fun i => k < X i) n) K := by
  rw [total_congr K fun k _ => count_total (fun i => k < X i) n, total_comm]
  exact total_congr n fun i hi => (levels_below (X i) K (hK i hi)).symm

/-
+++
id = "dominance-of-tails-and-means"
title = "Larger tails give a larger mean"
informal = "Let X and Y be two sequences of n values that are at most K. If at every level k at least as many values of Y as of X are above k, then the sum of X is at most the sum of Y."
representation = "literal"
source = "ross"
locator = "Chapter 9"
uses = ["mean-from-tails"]
tags = { hX = "regularity: the values are bounded", hY = "regularity: the values are bounded", h_tails = "definitional: stochastic order" }
+++
-/
theorem dominance_of_tails_and_means (X Y : Nat → Nat) (n K : Nat) (hX : ∀ i, i < n → X i ≤ K) (hY : ∀ i, i < n → Y i ≤ K)
    (h_tails : ∀ k, count (fun i => k < X i) n ≤ count (fun i => k < Y i) n) : total X n ≤ total Y n := by sorry
-- proof
theorem dominance_of_tails_and_means (X Y : Nat → Nat) (n K : Nat) (hX : ∀ i, i < n → X i ≤ K) (hY : ∀ i, i < n → Y i ≤ K)
    (h_tails : ∀ k, count (fun i => k < X i) n ≤ count (fun i => k < Y i) n) : total X n ≤ total Y n := by
  rw [mean_from_tails X n K hX, mean_from_tails Y n K hY]
  exact total_le K fun k _ => h_tails k

/-
+++
id = "quantile-inverts-distribution"
title = "The quantile inverts the distribution function"
informal = "Let F never fall, and let u be at most F n. The quantile q, the smallest value up to n at which F is at least u, satisfies, for each x up to n: q is at most x exactly when u is at most F x."
representation = "literal"
pair = "quantile-inverts-distribution-abstract"
source = "billingsley"
locator = "Section 6"
uses = ["quantile-inverts-distribution-abstract"]
tags = { hF = "definitional: F is a distribution function", hu = "regularity: the level is reached" }
+++
-/
theorem quantile_inverts_distribution (F : Nat → Nat) (u n : Nat) (hF : ∀ x y, x ≤ y → F x ≤ F y) (hu : u ≤ F n)
    (x : Nat) : quantile F u n ≤ x ↔ u ≤ F x := by sorry
-- proof
theorem quantile_is_least (F : Nat → Nat) (u n : Nat) :
    (∀ x, x < quantile F u n → F x < u) ∧ (quantile F u n < n → u ≤ F (quantile F u n)) ∧ quantile F u n ≤ n := by
  induction n with
  | zero => exact ⟨fun x hx => absurd hx (Nat.not_lt_zero x), fun h => absurd h (Nat.not_lt_zero _), Nat.le_refl _⟩
  | succ n ih =>
    by_cases h : u ≤ F (quantile F u n)
    · have e : quantile F u (n + 1) = quantile F u n := if_pos h
      rw [e]
      exact ⟨ih.1, fun _ => h, .step ih.2.2⟩
    · have e : quantile F u (n + 1) = n + 1 := if_neg h
      have top : quantile F u n = n := by
        cases Nat.lt_or_ge (quantile F u n) n with
        | inl l => exact absurd (ih.2.1 l) h
        | inr l => exact Nat.le_antisymm ih.2.2 l
      rw [e]
      refine ⟨fun x hx => ?_, fun l => absurd l (Nat.lt_irrefl _), Nat.le_refl _⟩
      by_cases k : x = n
      · rw [k, ← top]; exact Nat.lt_of_not_le h
      · exact ih.1 x (top.symm ▸ lt_of_le_of_ne (Nat.le_of_lt_succ hx) k)
theorem quantile_inverts_distribution (F : Nat → Nat) (u n : Nat) (hF : ∀ x y, x ≤ y → F x ≤ F y) (hu : u ≤ F n)
    (x : Nat) : quantile F u n ≤ x ↔ u ≤ F x :=
  quantile_inverts_distribution_abstract F u (quantile F u n) hF (by
    cases Nat.lt_or_ge (quantile F u n) n with
    | inl l => exact (quantile_is_least F u n).2.1 l
    | inr l => exact Nat.le_trans hu (hF _ _ l)) (quantile_is_least F u n).1 x

/-
+++
id = "quantile-inverts-distribution-abstract"
title = "A least value at which a level is reached inverts a function that never falls"
informal = "Let F never fall, let u be at most F q, and let F x be below u for each x below q. Then q is at most x exactly when u is at most F x."
representation = "abstract"
pair = "quantile-inverts-distribution"
source = "billingsley"
locator = "Section 6"
tags = { hF = "definitional: F is a distribution function", h_reached = "intermediate lemma: that the level is reached at the quantile is given", h_least = "intermediate lemma: that it is not reached before is given" }
+++
-/
theorem quantile_inverts_distribution_abstract (F : Nat → Nat) (u q : Nat) (hF : ∀ x y, x ≤ y → F x ≤ F y)
    (h_reached : u ≤ F q) (h_least : ∀ x, x < q → F x < u) (x : Nat) : q ≤ x ↔ u ≤ F x := by sorry
-- proof
theorem quantile_inverts_distribution_abstract (F : Nat → Nat) (u q : Nat) (hF : ∀ x y, x ≤ y → F x ≤ F y)
    (h_reached : u ≤ F q) (h_least : ∀ x, x < q → F x < u) (x : Nat) : q ≤ x ↔ u ≤ F x := by
  refine ⟨fun h => Nat.le_trans h_reached (hF _ _ h), fun h => ?_⟩
  cases Nat.lt_or_ge x q with
  | inr l => exact l
  | inl l => exact absurd h (Nat.not_le_of_lt (h_least x l))

/-
+++
id = "variation-distance-is-symmetric"
title = "Excess and shortfall of two laws are equal"
informal = "Let p and q be masses on n points with the same total. The sum of the positive parts of p i - q i equals the sum of the positive parts of q i - p i: both are their distance in total variation."
representation = "literal"
pair = "variation-distance-is-symmetric-abstract"
source = "levin-peres"
locator = "Section 4.1"
uses = ["variation-distance-is-symmetric-abstract"]
tags = { h = "definitional: masses of the same total" }
+++
-/
theorem variation_distance_is_symmetric (p q : Nat → Nat) (n : Nat) (h : total p n = total q n) :
    total (fun i => p i - q i) n = total (fun i => q i - p i) n := by sorry
-- proof
theorem larger_of_two (a b : Nat) : a + (b - a) = b + (a - b) := by
  cases Nat.le_total a b with
  | inl h => rw [sub_of_le h, Nat.add_comm a, sub_add h]; rfl
  | inr h => rw [sub_of_le h, Nat.add_comm b, sub_add h]; rfl
theorem variation_distance_is_symmetric (p q : Nat → Nat) (n : Nat) (h : total p n = total q n) :
    total (fun i => p i - q i) n = total (fun i => q i - p i) n :=
  variation_distance_is_symmetric_abstract p q _ _ n h fun i _ => (larger_of_two (p i) (q i)).symm

/-
+++
id = "variation-distance-is-symmetric-abstract"
title = "What one law has more, the other has less"
informal = "Let p and q be masses on n points with the same total, and let d and e satisfy q i + d i = p i + e i at each point. Then d and e have the same total."
representation = "abstract"
pair = "variation-distance-is-symmetric"
source = "levin-peres"
locator = "Section 4.1"
tags = { h = "definitional: masses of the same total", h_parts = "intermediate lemma: the decomposition into parts is given" }
+++
-/
theorem variation_distance_is_symmetric_abstract (p q d e : Nat → Nat) (n : Nat) (h : total p n = total q n)
    (h_parts : ∀ i, i < n → q i + d i = p i + e i) : total d n = total e n := by sorry
-- proof
theorem variation_distance_is_symmetric_abstract (p q d e : Nat → Nat) (n : Nat) (h : total p n = total q n)
    (h_parts : ∀ i, i < n → q i + d i = p i + e i) : total d n = total e n := by
  have both := total_congr n h_parts
  rw [total_add, total_add, h] at both
  exact Nat.add_left_cancel both

/-
+++
id = "variation-distance-triangle"
title = "The triangle inequality for total variation"
informal = "For masses p, q, r on n points, the sum of the positive parts of p i - r i is at most the sum of those of p i - q i plus the sum of those of q i - r i."
representation = "literal"
source = "levin-peres"
locator = "Section 4.1"
+++
-/
theorem variation_distance_triangle (p q r : Nat → Nat) (n : Nat) :
    total (fun i => p i - r i) n ≤ total (fun i => p i - q i) n + total (fun i => q i - r i) n := by sorry
-- proof
theorem variation_distance_triangle (p q r : Nat → Nat) (n : Nat) :
    total (fun i => p i - r i) n ≤ total (fun i => p i - q i) n + total (fun i => q i - r i) n := by
  rw [← total_add]
  refine total_le n fun i _ => sub_le_iff.2 ?_
  refine Nat.le_trans (le_sub_add (p i) (q i)) ?_
  rw [Nat.add_assoc]
  exact Nat.add_le_add_left (le_sub_add _ _) _

/-
+++
id = "steps-shrink-variation-distance"
title = "A step of a chain does not raise the distance of two laws"
informal = "Let P be a matrix of weights on N states whose rows sum to c, and p, q masses. The distance in total variation of the masses after one step, the sum of the positive parts of the differences, is at most c times the distance before."
representation = "literal"
pair = "steps-shrink-variation-distance-abstract"
source = "levin-peres"
locator = "Section 4.4"
uses = ["steps-shrink-variation-distance-abstract"]
+++
-/
theorem steps_shrink_variation_distance (N c : Nat) (P : Nat → Nat → Nat) (p q : Nat → Nat) (hP : RowSums N c P) :
    total (fun y => total (fun x => p x * P x y) N - total (fun x => q x * P x y) N) N
      ≤ c * total (fun x => p x - q x) N := by sorry
-- proof
theorem steps_shrink_variation_distance (N c : Nat) (P : Nat → Nat → Nat) (p q : Nat → Nat) (hP : RowSums N c P) :
    total (fun y => total (fun x => p x * P x y) N - total (fun x => q x * P x y) N) N
      ≤ c * total (fun x => p x - q x) N :=
  steps_shrink_variation_distance_abstract N c P p q (fun x => p x - q x) _ _ hP (fun x _ => le_sub_add _ _)
    (fun _ _ => rfl) (fun _ _ => rfl)

/-
+++
id = "steps-shrink-variation-distance-abstract"
title = "An excess over another law is carried on"
informal = "Let P be a matrix of weights on N states whose rows sum to c. Let p x be at most d x + q x at each state x, and let p' and q' be p and q after one step. Then the sum of the positive parts of p' y - q' y is at most c times the sum of d."
representation = "abstract"
pair = "steps-shrink-variation-distance"
source = "levin-peres"
locator = "Section 4.4"
tags = { h_row = "definitional: the rows sum to c", h_excess = "intermediate lemma: a bound of the excess is given", h_first = "definitional: one step", h_second = "definitional: one step" }
+++
-/
theorem steps_shrink_variation_distance_abstract (N c : Nat) (P : Nat → Nat → Nat) (p q d p' q' : Nat → Nat)
    (h_row : ∀ x, x < N → total (P x) N = c) (h_excess : ∀ x, x < N → p x ≤ d x + q x)
    (h_first : ∀ y, y < N → p' y = total (fun x => p x * P x y) N)
    (h_second : ∀ y, y < N → q' y = total (fun x => q x * P x y) N) :
    total (fun y => p' y - q' y) N ≤ c * total d N := by sorry
-- proof
theorem steps_shrink_variation_distance_abstract (N c : Nat) (P : Nat → Nat → Nat) (p q d p' q' : Nat → Nat)
    (h_row : ∀ x, x < N → total (P x) N = c) (h_excess : ∀ x, x < N → p x ≤ d x + q x)
    (h_first : ∀ y, y < N → p' y = total (fun x => p x * P x y) N)
    (h_second : ∀ y, y < N → q' y = total (fun x => q x * P x y) N) :
    total (fun y => p' y - q' y) N ≤ c * total d N := by
  have up : total (fun y => p' y - q' y) N ≤ total (fun y => total (fun x => d x * P x y) N) N := by
    refine total_le N fun y hy => sub_le_iff.2 ?_
    rw [h_first y hy, h_second y hy, ← total_add]
    refine total_le N fun x hx => ?_
    rw [← Nat.right_distrib]
    exact mul_le_mul (h_excess x hx) (Nat.le_refl _)
  refine Nat.le_trans up ?_
  rw [total_comm, total_congr N (g := fun x => c * d x) fun x hx => by rw [total_mul_left, h_row x hx, Nat.mul_comm],
    total_mul_left]
  exact Nat.le_refl _

/-
+++
id = "distance-bounds-bounded-functions"
title = "Distance in total variation bounds sums of bounded functions"
informal = "Let p and q be masses on n points and f a function with values at most B. The sum of f i · p i is at most the sum of f i · q i plus B times the sum of the positive parts of p i - q i."
representation = "literal"
source = "billingsley"
locator = "Section 2"
tags = { hf = "regularity: the function is bounded" }
+++
-/
theorem distance_bounds_bounded_functions (p q f : Nat → Nat) (n B : Nat) (hf : ∀ i, i < n → f i ≤ B) :
    total (fun i => f i * p i) n ≤ total (fun i => f i * q i) n + B * total (fun i => p i - q i) n := by sorry
-- proof
theorem distance_bounds_bounded_functions (p q f : Nat → Nat) (n B : Nat) (hf : ∀ i, i < n → f i ≤ B) :
    total (fun i => f i * p i) n ≤ total (fun i => f i * q i) n + B * total (fun i => p i - q i) n := by
  rw [← total_mul_left, ← total_add]
  refine total_le n fun i hi => ?_
  refine Nat.le_trans (mul_le_mul (Nat.le_refl (f i)) (le_sub_add (p i) (q i))) ?_
  rw [Nat.left_distrib, Nat.add_comm]
  exact Nat.add_le_add_left (mul_le_mul (hf i hi) (Nat.le_refl _)) _

/-
+++
id = "limits-by-subsequences"
title = "A sequence is eventually in a set if every subsequence meets it"
informal = "Let x be a sequence and U a set of its values. If every strictly increasing choice of indices s has a k with x (s k) in U, then from some N on all x n are in U."
representation = "literal"
source = "billingsley"
locator = "Section 2"
tags = { h = "definitional: what holds of every subsequence" }
+++
-/
theorem limits_by_subsequences {S : Type} (x : Nat → S) (U : S → Prop)
    (h : ∀ s : Nat → Nat, (∀ k, s k < s (k + 1)) → ∃ k, U (x (s k))) : ∃ N, ∀ n, N ≤ n → U (x n) := by sorry
-- proof
theorem choose_all {p : Nat → Nat → Prop} (h : ∀ n, ∃ m, p n m) : ∃ g : Nat → Nat, ∀ n, p n (g n) :=
  let pick : ∀ n, Subtype (p n) := fun n => Classical.choice ((h n).elim fun m hm => ⟨⟨m, hm⟩⟩)
  ⟨fun n => (pick n).val, fun n => (pick n).property⟩
theorem limits_by_subsequences {S : Type} (x : Nat → S) (U : S → Prop)
    (h : ∀ s : Nat → Nat, (∀ k, s k < s (k + 1)) → ∃ k, U (x (s k))) : ∃ N, ∀ n, N ≤ n → U (x n) := by
  refine Classical.byContradiction fun no => ?_
  have later_out : ∀ N, ∃ n, N ≤ n ∧ ¬ U (x n) := fun N =>
    Classical.byContradiction fun none => no ⟨N, fun n hn => Classical.byContradiction fun out => none ⟨n, hn, out⟩⟩
  obtain ⟨g, hg⟩ := choose_all later_out
  let s : Nat → Nat := fun k => Nat.rec (g 0) (fun _ m => g (m + 1)) k
  obtain ⟨k, hk⟩ := h s fun k => (hg (s k + 1)).1
  cases k with
  | zero => exact (hg 0).2 hk
  | succ k => exact (hg (s k + 1)).2 hk

/-
+++
id = "weak-convergence-by-test-functions"
tags = { h = "definitional: weak convergence" }
title = "Weak convergence is convergence of means of bounded continuous functions"
informal = "If probability measures converge weakly, then the means of every bounded continuous function converge."
representation = "literal"
library = "mathlib"
source = "billingsley"
locator = "Section 1"
+++
-/
theorem weak_convergence_by_test_functions (μs : ℕ → ProbabilityMeasure ℝ) (μ : ProbabilityMeasure ℝ)
    (h : Tendsto μs atTop (𝓝 μ)) (f : BoundedContinuousFunction ℝ ℝ) :
    Tendsto (fun n => ∫ x, f x ∂(μs n : Measure ℝ)) atTop (𝓝 (∫ x, f x ∂(μ : Measure ℝ))) := by sorry

/-
+++
id = "weak-convergence-from-test-functions"
title = "Convergence of means of bounded continuous functions is weak convergence"
informal = "If the means of every bounded continuous function converge, then the probability measures converge weakly."
representation = "literal"
library = "mathlib"
source = "billingsley"
locator = "Section 1"
+++
-/
theorem weak_convergence_from_test_functions (μs : ℕ → ProbabilityMeasure ℝ) (μ : ProbabilityMeasure ℝ)
    (h : ConvergesInLaw (fun n => (μs n : Measure ℝ)) (μ : Measure ℝ)) : Tendsto μs atTop (𝓝 μ) := by sorry

/-
+++
id = "portmanteau-for-sets"
title = "Portmanteau: sets whose boundary has no mass"
informal = "Let probability measures on the line converge weakly to μ, and let A be a measurable set whose boundary has μ-measure 0. Then the measures of A converge to the measure of A."
representation = "literal"
library = "mathlib"
source = "billingsley"
locator = "Section 2"
tags = { h = "definitional: weak convergence", h_front = "definitional: no mass on the boundary" }
+++
-/
theorem portmanteau_for_sets (μs : ℕ → ProbabilityMeasure ℝ) (μ : ProbabilityMeasure ℝ) (h : Tendsto μs atTop (𝓝 μ))
    (A : Set ℝ) (hA : MeasurableSet A) (h_front : (μ : Measure ℝ) (frontier A) = 0) :
    Tendsto (fun n => ((μs n : Measure ℝ) A).toReal) atTop (𝓝 ((μ : Measure ℝ) A).toReal) := by sorry

/-
+++
id = "continuous-mapping"
title = "The continuous mapping theorem"
informal = "If laws on the line converge and g is continuous, then the images of the laws under g converge to the image of the limit."
representation = "literal"
library = "mathlib"
pair = "continuous-mapping-abstract"
source = "billingsley"
locator = "Section 2"
+++
-/
theorem continuous_mapping (μs : ℕ → Measure ℝ) (μ : Measure ℝ) (h_prob : ∀ n, IsProbabilityMeasure (μs n))
    (h_lim : IsProbabilityMeasure μ) (h : ConvergesInLaw μs μ) (g : ℝ → ℝ) (hg : Continuous g) :
    ConvergesInLaw (fun n => Measure.map g (μs n)) (Measure.map g μ) := by sorry

/-
+++
id = "continuous-mapping-abstract"
title = "The continuous mapping theorem by a change of variables"
informal = "Let laws on the line converge, let g be such that every bounded continuous f has a bounded continuous f∘g, and let means under the images be means of f∘g. Then the images converge."
representation = "abstract"
library = "mathlib"
pair = "continuous-mapping"
source = "billingsley"
locator = "Section 2"
tags = { h_n = "intermediate lemma: the change of variables is given", h_l = "intermediate lemma: the change of variables is given" }
+++
-/
theorem continuous_mapping_abstract (μs νs : ℕ → Measure ℝ) (μ ν : Measure ℝ) (h : ConvergesInLaw μs μ)
    (c : BoundedContinuousFunction ℝ ℝ → BoundedContinuousFunction ℝ ℝ)
    (h_n : ∀ n f, ∫ x, f x ∂(νs n) = ∫ x, c f x ∂(μs n))
    (h_l : ∀ f : BoundedContinuousFunction ℝ ℝ, ∫ x, f x ∂ν = ∫ x, c f x ∂μ) : ConvergesInLaw νs ν := by sorry

/-
+++
id = "convergence-in-probability-implies-in-law"
title = "Convergence in probability implies convergence in law"
informal = "If real random variables converge in probability, then their laws converge."
representation = "literal"
library = "mathlib"
source = "billingsley"
locator = "Section 3"
tags = { hX = "regularity: measurable", hY = "regularity: measurable", h = "definitional: convergence in probability" }
+++
-/
theorem convergence_in_probability_implies_in_law {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (X : ℕ → Ω → ℝ) (Y : Ω → ℝ) (hX : ∀ n, Measurable (X n)) (hY : Measurable Y)
    (h : TendstoInMeasure μ X atTop Y) : ConvergesInLaw (fun n => Measure.map (X n) μ) (Measure.map Y μ) := by sorry

/-
+++
id = "slutsky-for-sums"
title = "Slutsky's theorem for sums"
informal = "Let the laws of X n converge to a probability measure ν on the line, and let Y n tend to 0 in probability. Then the laws of X n + Y n converge to ν."
representation = "literal"
library = "mathlib"
source = "billingsley"
locator = "Section 3"
tags = { hX = "regularity: measurable", hY = "regularity: measurable", h_law = "definitional: convergence in law", h_zero = "definitional: convergence in probability" }
+++
-/
theorem slutsky_for_sums {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (X Y : ℕ → Ω → ℝ) (ν : Measure ℝ) (h_prob : IsProbabilityMeasure ν) (hX : ∀ n, Measurable (X n))
    (hY : ∀ n, Measurable (Y n)) (h_law : ConvergesInLaw (fun n => Measure.map (X n) μ) ν)
    (h_zero : TendstoInMeasure μ Y atTop (fun _ => 0)) :
    ConvergesInLaw (fun n => Measure.map (fun ω => X n ω + Y n ω) μ) ν := by sorry

/-
+++
id = "central-limit-theorem"
title = "The central limit theorem"
informal = "Let steps be independent with the same law, mean 0 and variance 1. Then the laws of the walk after n steps divided by the root of n converge to the standard Gaussian law."
representation = "literal"
library = "mathlib"
source = "billingsley"
locator = "Section 27"
tags = { hX = "regularity: measurable", h_indep = "definitional: independent steps", h_ident = "definitional: the same law", h_lp = "regularity: square integrable", h_mean = "definitional: centred", h_var = "definitional: normed" }
+++
-/
theorem central_limit_theorem {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (X : ℕ → Ω → ℝ) (hX : ∀ n, Measurable (X n)) (h_indep : iIndepFun X μ)
    (h_ident : ∀ n, IdentDistrib (X n) (X 0) μ μ) (h_lp : MemLp (X 0) 2 μ) (h_mean : ∫ ω, X 0 ω ∂μ = 0)
    (h_var : ∫ ω, X 0 ω ^ 2 ∂μ = 1) :
    ConvergesInLaw (fun n => Measure.map (fun ω => walk X n ω / Real.sqrt n) μ) (gaussianReal 0 1) := by sorry

/-
+++
id = "converging-laws-are-tight"
title = "Converging laws are tight"
informal = "If laws on the line converge to a probability measure, then they form a tight set."
representation = "literal"
library = "mathlib"
source = "billingsley"
locator = "Section 5"
+++
-/
theorem converging_laws_are_tight (μs : ℕ → Measure ℝ) (μ : Measure ℝ) (h_prob : ∀ n, IsProbabilityMeasure (μs n))
    (h_lim : IsProbabilityMeasure μ) (h : ConvergesInLaw μs μ) :
    IsTightMeasureSet {ν : Measure ℝ | ∃ n, ν = μs n} := by sorry

/-
+++
id = "levy-continuity"
title = "Lévy's continuity theorem"
informal = "Let the characteristic functions of probability measures on the line converge pointwise to that of a probability measure μ. Then the laws converge to μ."
representation = "literal"
library = "mathlib"
source = "billingsley"
locator = "Section 26"
tags = { h_char = "definitional: what converges" }
+++
-/
theorem levy_continuity (μs : ℕ → Measure ℝ) (μ : Measure ℝ) (h_prob : ∀ n, IsProbabilityMeasure (μs n))
    (h_lim : IsProbabilityMeasure μ) (h_char : ∀ t : ℝ, Tendsto (fun n => charFun (μs n) t) atTop (𝓝 (charFun μ t))) :
    ConvergesInLaw μs μ := by sorry
