/-
+++
id = "reflection-undoes-itself"
title = "Reflection after the first visit undoes itself"
informal = "A walk goes up or down with each toss, the first toss first. Reflect it at height a: from its first visit to height a on, turn every step around. Reflecting twice gives the walk back."
representation = "literal"
source = "morters-peres"
locator = "Chapter 2"
+++
-/
theorem reflection_undoes_itself (a : Nat) (w : List Bool) : reflectAfter a (reflectAfter a w) = w := by sorry
-- proof
theorem reflection_undoes_itself (a : Nat) (w : List Bool) : reflectAfter a (reflectAfter a w) = w := by
  induction w generalizing a with
  | nil => cases a <;> rfl
  | cons b w ih =>
    cases a with
    | zero =>
      show (!(!b)) :: reflectAfter 0 (reflectAfter 0 w) = b :: w
      rw [ih]
      cases b <;> rfl
    | succ a =>
      cases b with
      | true => exact congrArg (true :: ·) (ih a)
      | false => exact congrArg (false :: ·) (ih (a + 2))

/-
+++
id = "reflection-principle"
title = "The reflection principle, counted"
informal = "Of the words of n tosses, as many describe a walk that visits height a and ends at a - j as describe a walk that ends at a + j. A walk ends at a - j if its ups and j more are as many as a and its downs, and at a + j if its ups are as many as a, j and its downs."
representation = "literal"
source = "morters-peres"
locator = "Chapter 2"
+++
-/
theorem reflection_principle (a j n : Nat) :
    sumWords (fun w => if visits a w ∧ ups w + j = a + downs w then 1 else 0) n
      = sumWords (fun w => if ups w = a + j + downs w then 1 else 0) n := by sorry
-- proof
def flipped : List Bool → List Bool
  | [] => []
  | b :: w => (!b) :: flipped w
theorem ups_flipped (w : List Bool) : ups (flipped w) = downs w ∧ downs (flipped w) = ups w := by
  induction w with
  | nil => exact ⟨rfl, rfl⟩
  | cons b w ih =>
    cases b with
    | true => exact ⟨ih.1, congrArg Nat.succ ih.2⟩
    | false => exact ⟨congrArg Nat.succ ih.1, ih.2⟩
theorem sumWords_flipped (f : List Bool → Nat) (n : Nat) : sumWords (fun w => f (flipped w)) n = sumWords f n := by
  induction n generalizing f with
  | zero => rfl
  | succ n ih =>
    show sumWords (fun w => f (true :: flipped w)) n + sumWords (fun w => f (false :: flipped w)) n = _
    rw [ih fun w => f (true :: w), ih fun w => f (false :: w), Nat.add_comm]
    rfl
theorem sumWords_congr (f g : List Bool → Nat) (h : ∀ w, f w = g w) (n : Nat) : sumWords f n = sumWords g n := by
  rw [funext h]
theorem indicator_congr (p q : Prop) [Decidable p] [Decidable q] (h : p ↔ q) :
    (if p then 1 else 0) = (if q then 1 else 0) := by
  by_cases k : p
  · rw [if_pos k, if_pos (h.1 k)]
  · rw [if_neg k, if_neg fun l => k (h.2 l)]
theorem shift_one (a b c : Nat) : a + 1 + b = c + 1 ↔ a + b = c := by
  rw [Nat.succ_add]
  exact ⟨fun h => Nat.add_right_cancel (k := 1) h, fun h => congrArg Nat.succ h⟩
theorem reflection_principle (a j n : Nat) :
    sumWords (fun w => if visits a w ∧ ups w + j = a + downs w then 1 else 0) n
      = sumWords (fun w => if ups w = a + j + downs w then 1 else 0) n := by
  have base : ∀ n, sumWords (fun w => if visits 0 w ∧ ups w + j = 0 + downs w then 1 else 0) n
      = sumWords (fun w => if ups w = 0 + j + downs w then 1 else 0) n := by
    intro n
    rw [← sumWords_flipped]
    refine sumWords_congr _ _ (fun w => indicator_congr _ _ ?_) n
    obtain ⟨u, d⟩ := ups_flipped w
    rw [u, d, Nat.zero_add, Nat.zero_add, Nat.add_comm j]
    have v : visits 0 (flipped w) = true := by cases w <;> rfl
    exact ⟨fun h => h.2.symm, fun h => ⟨v, h.symm⟩⟩
  induction n generalizing a with
  | zero =>
    cases a with
    | zero => exact base 0
    | succ a =>
      have left : (if visits (a + 1) [] ∧ ups [] + j = a + 1 + downs [] then 1 else 0) = 0 :=
        if_neg fun h => Bool.noConfusion h.1
      have right : (if ups [] = a + 1 + j + downs [] then 1 else 0) = 0 := if_neg fun h => by
        have h : 0 = a + 1 + j + 0 := h
        rw [Nat.add_zero, Nat.succ_add] at h
        exact Nat.noConfusion h
      exact left.trans right.symm
  | succ n ih =>
    cases a with
    | zero => exact base (n + 1)
    | succ a =>
      show sumWords (fun w => if visits (a + 2) w ∧ ups w + j = a + 1 + (downs w + 1) then 1 else 0) n
          + sumWords (fun w => if visits a w ∧ ups w + 1 + j = a + 1 + downs w then 1 else 0) n
        = sumWords (fun w => if ups w = a + 1 + j + (downs w + 1) then 1 else 0) n
          + sumWords (fun w => if ups w + 1 = a + 1 + j + downs w then 1 else 0) n
      have down : ∀ d, a + 1 + (d + 1) = a + 2 + d := fun d => by
        show (a + 1 + d) + 1 = a + 1 + 1 + d
        exact (Nat.succ_add (a + 1) d).symm
      have far : ∀ d, a + 1 + j + (d + 1) = a + 2 + j + d := fun d => by
        have e : a + 2 + j = a + 1 + j + 1 := Nat.succ_add (a + 1) j
        rw [e]
        exact (Nat.succ_add (a + 1 + j) d).symm
      have first : ∀ w, visits (a + 2) w ∧ ups w + j = a + 1 + (downs w + 1)
          ↔ visits (a + 2) w ∧ ups w + j = a + 2 + downs w := fun w => by rw [down]; exact Iff.refl _
      have second : ∀ w, visits a w ∧ ups w + 1 + j = a + 1 + downs w ↔ visits a w ∧ ups w + j = a + downs w := fun w => by
        rw [Nat.succ_add a, shift_one]; exact Iff.refl _
      have third : ∀ w, ups w = a + 1 + j + (downs w + 1) ↔ ups w = a + 2 + j + downs w := fun w => by
        rw [far]; exact Iff.refl _
      have fourth : ∀ w, ups w + 1 = a + 1 + j + downs w ↔ ups w = a + j + downs w := fun w => by
        rw [Nat.succ_add a, Nat.succ_add]
        exact ⟨fun h => Nat.add_right_cancel (k := 1) h, fun h => congrArg Nat.succ h⟩
      rw [sumWords_congr _ _ (fun w => indicator_congr _ _ (first w)) n,
        sumWords_congr _ _ (fun w => indicator_congr _ _ (second w)) n,
        sumWords_congr _ _ (fun w => indicator_congr _ _ (third w)) n,
        sumWords_congr _ _ (fun w => indicator_congr _ _ (fourth w)) n]
      exact congr (congrArg Nat.add (ih (a + 2))) (ih a)

/-
+++
id = "discrete-ito-formula"
title = "Itô's formula for the square of a sum"
informal = "Let S n = d 0 + … + d (n-1). Then the square of S n is twice the sum over k below n of S k · d k, plus the sum over k below n of the squares of d k."
representation = "literal"
pair = "discrete-ito-formula-abstract"
source = "karatzas-shreve"
locator = "Section 3.3"
uses = ["discrete-ito-formula-abstract"]
+++
-/
theorem discrete_ito_formula (d : Nat → Nat) (n : Nat) :
    total d n * total d n = 2 * total (fun k => total d k * d k) n + total (fun k => d k * d k) n := by sorry
-- proof
theorem discrete_ito_formula (d : Nat → Nat) (n : Nat) :
    total d n * total d n = 2 * total (fun k => total d k * d k) n + total (fun k => d k * d k) n :=
  discrete_ito_formula_abstract (total d) d rfl (fun _ => rfl) n

/-
+++
id = "discrete-ito-formula-abstract"
title = "Itô's formula for a process with given increments"
informal = "Let S 0 = 0 and S (n+1) = S n + d n for every n. Then the square of S n is twice the sum over k below n of S k · d k, plus the sum over k below n of the squares of d k."
representation = "abstract"
pair = "discrete-ito-formula"
source = "karatzas-shreve"
locator = "Section 3.3"
tags = { h_zero = "definitional: the process starts at 0", h_step = "definitional: the increments" }
+++
-/
theorem discrete_ito_formula_abstract (S d : Nat → Nat) (h_zero : S 0 = 0) (h_step : ∀ n, S (n + 1) = S n + d n)
    (n : Nat) : S n * S n = 2 * total (fun k => S k * d k) n + total (fun k => d k * d k) n := by sorry
-- proof
theorem discrete_ito_formula_abstract (S d : Nat → Nat) (h_zero : S 0 = 0) (h_step : ∀ n, S (n + 1) = S n + d n)
    (n : Nat) : S n * S n = 2 * total (fun k => S k * d k) n + total (fun k => d k * d k) n := by
  induction n with
  | zero => rw [h_zero]; rfl
  | succ n ih =>
    show _ = 2 * (total (fun k => S k * d k) n + S n * d n) + (total (fun k => d k * d k) n + d n * d n)
    rw [h_step, Nat.left_distrib 2, add_swap, ← ih, two_mul, Nat.left_distrib, Nat.right_distrib, Nat.right_distrib,
      Nat.mul_comm (d n) (S n)]
    simp [Nat.add_assoc]

/-
+++
id = "integration-by-parts"
title = "Integration by parts for sums"
informal = "Let X n = a 0 + … + a (n-1) and Y n = b 0 + … + b (n-1). Then X n · Y n is the sum over k below n of X k · b k, plus the sum over k below n of Y (k+1) · a k."
representation = "literal"
pair = "integration-by-parts-abstract"
source = "karatzas-shreve"
locator = "Section 3.3"
uses = ["integration-by-parts-abstract"]
+++
-/
theorem integration_by_parts (a b : Nat → Nat) (n : Nat) :
    total a n * total b n = total (fun k => total a k * b k) n + total (fun k => total b (k + 1) * a k) n := by sorry
-- proof
theorem integration_by_parts (a b : Nat → Nat) (n : Nat) :
    total a n * total b n = total (fun k => total a k * b k) n + total (fun k => total b (k + 1) * a k) n :=
  (integration_by_parts_abstract (total a) (total b) a b (fun _ => rfl) (fun _ => rfl) n).trans (by
    show 0 * 0 + _ + _ = _
    rw [Nat.zero_mul, Nat.zero_add])

/-
+++
id = "integration-by-parts-abstract"
title = "Integration by parts for processes with given increments"
informal = "Let X (n+1) = X n + a n and Y (n+1) = Y n + b n for every n. Then X n · Y n is X 0 · Y 0, plus the sum over k below n of X k · b k, plus the sum over k below n of Y (k+1) · a k."
representation = "abstract"
pair = "integration-by-parts"
source = "karatzas-shreve"
locator = "Section 3.3"
tags = { h_first = "definitional: the increments", h_second = "definitional: the increments" }
+++
-/
theorem integration_by_parts_abstract (X Y a b : Nat → Nat) (h_first : ∀ n, X (n + 1) = X n + a n)
    (h_second : ∀ n, Y (n + 1) = Y n + b n) (n : Nat) :
    X n * Y n = X 0 * Y 0 + total (fun k => X k * b k) n + total (fun k => Y (k + 1) * a k) n := by sorry
-- proof
theorem integration_by_parts_abstract (X Y a b : Nat → Nat) (h_first : ∀ n, X (n + 1) = X n + a n)
    (h_second : ∀ n, Y (n + 1) = Y n + b n) (n : Nat) :
    X n * Y n = X 0 * Y 0 + total (fun k => X k * b k) n + total (fun k => Y (k + 1) * a k) n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    show _ = X 0 * Y 0 + (total (fun k => X k * b k) n + X n * b n)
      + (total (fun k => Y (k + 1) * a k) n + Y (n + 1) * a n)
    rw [← Nat.add_assoc (X 0 * Y 0), add_swap, ← ih, h_first, Nat.right_distrib, h_second, Nat.left_distrib (X n),
      Nat.mul_comm (a n), Nat.add_assoc]

/-
+++
id = "variation-is-at-least-the-change"
title = "The variation of a path is at least its change"
informal = "For a sequence X of natural numbers, the distance of X 0 and X n is at most the sum over k below n of the distances of X k and X (k+1)."
representation = "literal"
source = "morters-peres"
locator = "Chapter 1"
+++
-/
theorem variation_is_at_least_the_change (X : Nat → Nat) (n : Nat) :
    dist (X 0) (X n) ≤ total (fun k => dist (X k) (X (k + 1))) n := by sorry
-- proof
theorem dist_triangle (a b c : Nat) : dist a c ≤ dist a b + dist b c := by
  show a - c + (c - a) ≤ a - b + (b - a) + (b - c + (c - b))
  have one : ∀ a b c : Nat, a - c ≤ a - b + (b - c) := fun a b c => sub_le_iff.2 (by
    rw [Nat.add_assoc]
    exact Nat.le_trans (le_sub_add a b) (Nat.add_le_add_left (le_sub_add b c) _))
  rw [add_swap]
  refine Nat.add_le_add (one a b c) ?_
  rw [Nat.add_comm (b - a)]
  exact one c b a
theorem variation_is_at_least_the_change (X : Nat → Nat) (n : Nat) :
    dist (X 0) (X n) ≤ total (fun k => dist (X k) (X (k + 1))) n := by
  induction n with
  | zero =>
    show X 0 - X 0 + (X 0 - X 0) ≤ 0
    rw [sub_of_le (Nat.le_refl _)]
    exact Nat.le_refl _
  | succ n ih => exact Nat.le_trans (dist_triangle _ (X n) _) (Nat.add_le_add_right ih _)

/-
+++
id = "finer-partitions-see-more-variation"
title = "A finer partition sees no less variation"
informal = "For a sequence X of natural numbers, the sum over k below n of the distances of X (2k) and X (2k+2) is at most the sum over k below 2n of the distances of X k and X (k+1)."
representation = "literal"
source = "morters-peres"
locator = "Chapter 1"
uses = ["variation-is-at-least-the-change"]
+++
-/
theorem finer_partitions_see_more_variation (X : Nat → Nat) (n : Nat) :
    total (fun k => dist (X (2 * k)) (X (2 * k + 2))) n ≤ total (fun k => dist (X k) (X (k + 1))) (2 * n) := by sorry
-- proof
theorem finer_partitions_see_more_variation (X : Nat → Nat) (n : Nat) :
    total (fun k => dist (X (2 * k)) (X (2 * k + 2))) n ≤ total (fun k => dist (X k) (X (k + 1))) (2 * n) := by
  induction n with
  | zero => exact Nat.le_refl _
  | succ n ih =>
    show total (fun k => dist (X (2 * k)) (X (2 * k + 2))) n + dist (X (2 * n)) (X (2 * n + 2))
      ≤ total (fun k => dist (X k) (X (k + 1))) (2 * n) + dist (X (2 * n)) (X (2 * n + 1))
        + dist (X (2 * n + 1)) (X (2 * n + 2))
    rw [Nat.add_assoc]
    exact Nat.add_le_add ih (dist_triangle _ _ _)

/-
+++
id = "quadratic-variation-of-a-walk"
title = "The quadratic variation of a walk with unit steps is the time"
informal = "If a sequence X of natural numbers moves by exactly 1 in each step, then the sum over k below n of the squares of the distances of X k and X (k+1) is n."
representation = "literal"
source = "morters-peres"
locator = "Chapter 1"
tags = { hX = "definitional: unit steps" }
+++
-/
theorem quadratic_variation_of_a_walk (X : Nat → Nat) (hX : ∀ k, dist (X k) (X (k + 1)) = 1) (n : Nat) :
    total (fun k => dist (X k) (X (k + 1)) * dist (X k) (X (k + 1))) n = n := by sorry
-- proof
theorem quadratic_variation_of_a_walk (X : Nat → Nat) (hX : ∀ k, dist (X k) (X (k + 1)) = 1) (n : Nat) :
    total (fun k => dist (X k) (X (k + 1)) * dist (X k) (X (k + 1))) n = n := by
  rw [total_congr n (g := fun _ => 1) fun k _ => by rw [hX], total_const, Nat.mul_one]

/-
+++
id = "distance-of-a-walk-grows-by-at-most-time"
title = "A walk with unit steps is no farther than its time"
informal = "If a sequence X of natural numbers moves by exactly 1 in each step, then the square of the distance of X 0 and X n is at most n times the sum over k below n of the squares of the steps."
representation = "abstract"
source = "morters-peres"
locator = "Chapter 1"
uses = ["variation-is-at-least-the-change"]
tags = { hX = "definitional: unit steps" }
+++
-/
theorem distance_of_a_walk_grows_by_at_most_time (X : Nat → Nat) (hX : ∀ k, dist (X k) (X (k + 1)) = 1) (n : Nat) :
    dist (X 0) (X n) * dist (X 0) (X n) ≤ n * total (fun k => dist (X k) (X (k + 1)) * dist (X k) (X (k + 1))) n := by
  sorry
-- proof
theorem distance_of_a_walk_grows_by_at_most_time (X : Nat → Nat) (hX : ∀ k, dist (X k) (X (k + 1)) = 1) (n : Nat) :
    dist (X 0) (X n) * dist (X 0) (X n) ≤ n * total (fun k => dist (X k) (X (k + 1)) * dist (X k) (X (k + 1))) n := by
  have far := variation_is_at_least_the_change X n
  rw [total_congr n (g := fun _ => 1) fun k _ => hX k, total_const, Nat.mul_one] at far
  rw [total_congr n (g := fun _ => 1) fun k _ => by rw [hX], total_const, Nat.mul_one]
  exact mul_le_mul far far

/-
+++
id = "scaling-of-brownian-motion"
title = "Brownian scaling"
informal = "Let B be a Brownian motion and c positive. Then B (c² t) / c is a Brownian motion."
representation = "literal"
library = "mathlib"
source = "morters-peres"
locator = "Section 1.1"
+++
-/
theorem scaling_of_brownian_motion {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (B : ℝ≥0 → Ω → ℝ) (hB : IsBM μ B) (c : ℝ≥0) (hc : 0 < c) : IsBM μ (fun t ω => B (c ^ 2 * t) ω / c) := by sorry

/-
+++
id = "brownian-motion-turned-over"
title = "Brownian motion turned over"
informal = "If B is a Brownian motion, then so is -B."
representation = "literal"
library = "mathlib"
source = "morters-peres"
locator = "Section 1.1"
+++
-/
theorem brownian_motion_turned_over {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (B : ℝ≥0 → Ω → ℝ) (hB : IsBM μ B) : IsBM μ (fun t ω => -B t ω) := by sorry

/-
+++
id = "brownian-motion-started-anew"
title = "Brownian motion started anew at a fixed time"
informal = "If B is a Brownian motion and s a time, then B (s + t) - B s is a Brownian motion in t."
representation = "literal"
library = "mathlib"
source = "morters-peres"
locator = "Section 2.1"
+++
-/
theorem brownian_motion_started_anew {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (B : ℝ≥0 → Ω → ℝ) (hB : IsBM μ B) (s : ℝ≥0) : IsBM μ (fun t ω => B (s + t) ω - B s ω) := by sorry

/-
+++
id = "law-of-brownian-motion-at-a-time"
title = "The law of Brownian motion at a time"
informal = "The value of a Brownian motion at time t is Gaussian with mean 0 and variance t."
representation = "literal"
library = "mathlib"
source = "morters-peres"
locator = "Section 1.1"
+++
-/
theorem law_of_brownian_motion_at_a_time {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (B : ℝ≥0 → Ω → ℝ) (hB : IsBM μ B) (t : ℝ≥0) : Measure.map (B t) μ = gaussianReal 0 t := by sorry

/-
+++
id = "covariance-of-brownian-motion"
title = "The covariance of Brownian motion"
informal = "For times s ≤ t the mean of B s · B t is s."
representation = "literal"
library = "mathlib"
pair = "covariance-of-brownian-motion-abstract"
source = "karatzas-shreve"
locator = "Section 2.1"
tags = { hst = "regularity: the times are in order" }
+++
-/
theorem covariance_of_brownian_motion {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (B : ℝ≥0 → Ω → ℝ) (hB : IsBM μ B) (s t : ℝ≥0) (hst : s ≤ t) : ∫ ω, B s ω * B t ω ∂μ = s := by sorry

/-
+++
id = "covariance-of-brownian-motion-abstract"
title = "The covariance from independent increments"
informal = "Let X and Y be independent, in L², with mean 0, and let the second moment of X be s. Then the mean of X · (X + Y) is s."
representation = "abstract"
library = "mathlib"
pair = "covariance-of-brownian-motion"
source = "karatzas-shreve"
locator = "Section 2.1"
tags = { h_X = "regularity: square integrable", h_Y = "regularity: square integrable", h_indep = "intermediate lemma: the independence of the increment is given", h_meanX = "definitional: centred", h_meanY = "definitional: centred", h_sq = "definitional: the variance" }
+++
-/
theorem covariance_of_brownian_motion_abstract {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (X Y : Ω → ℝ) (s : ℝ) (h_X : MemLp X 2 μ) (h_Y : MemLp Y 2 μ) (h_indep : IndepFun X Y μ)
    (h_meanX : ∫ ω, X ω ∂μ = 0) (h_meanY : ∫ ω, Y ω ∂μ = 0) (h_sq : ∫ ω, X ω ^ 2 ∂μ = s) :
    ∫ ω, X ω * (X ω + Y ω) ∂μ = s := by sorry

/-
+++
id = "brownian-motion-is-a-martingale"
title = "Brownian motion is a martingale"
informal = "Let B be a Brownian motion adapted to a filtration such that each increment is independent of the past, in the sense that its conditional mean given the past is its mean. Then B is a martingale."
representation = "abstract"
library = "mathlib"
source = "karatzas-shreve"
locator = "Section 2.1"
tags = { h_adapted = "regularity: B is adapted", h_past = "conclusion in disguise: the martingale property of the increments is the claim" }
+++
-/
theorem brownian_motion_is_a_martingale {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (ℱ : Filtration ℝ≥0 m0) (B : ℝ≥0 → Ω → ℝ) (hB : IsBM μ B) (h_adapted : Adapted ℱ B)
    (h_past : ∀ s t : ℝ≥0, s ≤ t → μ[fun ω => B t ω - B s ω|ℱ s] =ᵐ[μ] fun _ => 0) : Martingale B ℱ μ := by sorry

/-
+++
id = "reflection-principle-for-brownian-motion"
title = "The reflection principle"
informal = "Let B be a Brownian motion and a > 0. The probability that B has reached a by time t is twice the probability that B t is at least a."
representation = "literal"
library = "mathlib"
source = "morters-peres"
locator = "Section 2.2"
+++
-/
theorem reflection_principle_for_brownian_motion {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (B : ℝ≥0 → Ω → ℝ) (hB : IsBM μ B) (a : ℝ) (ha : 0 < a) (t : ℝ≥0) :
    (μ {ω | ∃ s, s ≤ t ∧ a ≤ B s ω}).toReal = 2 * (μ {ω | a ≤ B t ω}).toReal := by sorry

/-
+++
id = "quadratic-variation-of-brownian-motion"
title = "The quadratic variation of Brownian motion"
informal = "The sum of the squares of the increments of a Brownian motion over the n equal parts of [0, t] tends to t in L²."
representation = "literal"
library = "mathlib"
source = "karatzas-shreve"
locator = "Section 1.5"
tags = { hd = "definitional: d n is the n-th part of t" }
+++
-/
theorem quadratic_variation_of_brownian_motion {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (B : ℝ≥0 → Ω → ℝ) (hB : IsBM μ B) (t : ℝ≥0) (d : ℕ → ℝ≥0)
    (hd : ∀ n : ℕ, 0 < n → n * d n = t) :
    Tendsto (fun n : ℕ => ∫ ω, ((∑ i ∈ Finset.range n, (B ((i + 1) * d n) ω - B (i * d n) ω) ^ 2) - t) ^ 2 ∂μ) atTop
      (𝓝 0) := by sorry

/-
+++
id = "exponential-moment-of-brownian-motion"
title = "The exponential moments of Brownian motion"
informal = "The mean of exp (a B t) is exp (a² t / 2)."
representation = "literal"
library = "mathlib"
source = "karatzas-shreve"
locator = "Section 3.3"
+++
-/
theorem exponential_moment_of_brownian_motion {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (B : ℝ≥0 → Ω → ℝ) (hB : IsBM μ B) (a : ℝ) (t : ℝ≥0) :
    ∫ ω, Real.exp (a * B t ω) ∂μ = Real.exp (a ^ 2 * t / 2) := by sorry

/-
+++
id = "mathlib-brownian-motion-turned-over"
title = "Mathlib's Brownian motion turned over"
informal = "If B is a Brownian motion in the sense of Mathlib, then so is -B."
representation = "literal"
library = "mathlib"
revision = "97038c23"
source = "morters-peres"
locator = "Section 1.1"
+++
-/
theorem mathlib_brownian_motion_turned_over {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (B : ℝ≥0 → Ω → ℝ) (hB : IsBrownianReal B μ) :
    IsBrownianReal (fun t ω => -B t ω) μ := by sorry
