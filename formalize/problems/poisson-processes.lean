/-
+++
id = "marks-by-independent-tosses"
title = "Thinning: weights of n marked points"
informal = "Each of n points is marked with weight a or left unmarked with weight b. The weights of all ways to mark them, a to the number of marked points times b to the number of unmarked ones, sum to (a + b) to the n."
representation = "literal"
pair = "marks-by-independent-tosses-abstract"
source = "kingman"
locator = "Chapter 5"
uses = ["marks-by-independent-tosses-abstract"]
+++
-/
theorem marks_by_independent_tosses (a b n : Nat) : sumWords (fun w => a ^ ups w * b ^ downs w) n = (a + b) ^ n := by sorry
-- proof
theorem marks_by_independent_tosses (a b n : Nat) : sumWords (fun w => a ^ ups w * b ^ downs w) n = (a + b) ^ n :=
  marks_by_independent_tosses_abstract a b (fun w => a ^ ups w * b ^ downs w) rfl
    (fun w => by
      show a ^ ups w * a * b ^ downs w = a * (a ^ ups w * b ^ downs w)
      rw [Nat.mul_comm (a ^ ups w) a, Nat.mul_assoc])
    (fun w => by
      show a ^ ups w * (b ^ downs w * b) = b * (a ^ ups w * b ^ downs w)
      rw [← Nat.mul_assoc, Nat.mul_comm]) n

/-
+++
id = "marks-by-independent-tosses-abstract"
title = "A product of weights over words sums to a power"
informal = "Let g be a weight of words with g [] = 1, g (true :: w) = a · g w and g (false :: w) = b · g w. Then the sum of g over all words of length n is (a + b) to the n."
representation = "abstract"
pair = "marks-by-independent-tosses"
source = "kingman"
locator = "Chapter 5"
tags = { h_nil = "definitional: the weight of a word", h_up = "definitional: the weight of a word", h_down = "definitional: the weight of a word" }
+++
-/
theorem marks_by_independent_tosses_abstract (a b : Nat) (g : List Bool → Nat) (h_nil : g [] = 1)
    (h_up : ∀ w, g (true :: w) = a * g w) (h_down : ∀ w, g (false :: w) = b * g w) (n : Nat) :
    sumWords g n = (a + b) ^ n := by sorry
-- proof
theorem marks_by_independent_tosses_abstract (a b : Nat) (g : List Bool → Nat) (h_nil : g [] = 1)
    (h_up : ∀ w, g (true :: w) = a * g w) (h_down : ∀ w, g (false :: w) = b * g w) (n : Nat) :
    sumWords g n = (a + b) ^ n := by
  induction n with
  | zero => exact h_nil
  | succ n ih =>
    have e : (fun w => g (false :: w) + g (true :: w)) = fun w => (a + b) * g w := by
      funext w
      rw [h_up, h_down, Nat.right_distrib, Nat.add_comm]
    rw [sumWords_step, e, sumWords_mul, ih, pow_succ, Nat.mul_comm]

/-
+++
id = "counts-of-disjoint-periods"
title = "Ups in two periods together: Vandermonde's identity"
informal = "The number of walks of m + n steps with r ups is the sum, over k from 0 to r, of the number of walks of m steps with k ups times the number of walks of n steps with r - k ups."
representation = "literal"
pair = "counts-of-disjoint-periods-abstract"
source = "feller"
locator = "Chapter II"
uses = ["counts-of-disjoint-periods-abstract"]
+++
-/
theorem counts_of_disjoint_periods (m n r : Nat) : walks (m + n) r = convolve (walks m) (walks n) r := by sorry
-- proof
theorem counts_of_disjoint_periods (m n r : Nat) : walks (m + n) r = convolve (walks m) (walks n) r :=
  counts_of_disjoint_periods_abstract walks (fun m => walks (m + n)) (walks n) rfl (fun _ => rfl) (fun _ => rfl)
    (fun _ _ => rfl) (fun r => by show walks (0 + n) r = _; rw [Nat.zero_add])
    (fun m => by show walks (m + 1 + n) 0 = _; rw [Nat.succ_add m n]; rfl)
    (fun m r => by show walks (m + 1 + n) (r + 1) = _; rw [Nat.succ_add m n]; rfl) m r

/-
+++
id = "counts-of-disjoint-periods-abstract"
title = "What follows Pascal's recursion is a convolution with its start"
informal = "Let w and z both follow Pascal's recursion, u (n+1) 0 = u n 0 and u (n+1) (k+1) = u n k + u n (k+1), where w starts with w 0 0 = 1 and w 0 (k+1) = 0, and z starts with z 0 = v. Then z m r is the sum, over k from 0 to r, of w m k · v (r - k)."
representation = "abstract"
pair = "counts-of-disjoint-periods"
source = "feller"
locator = "Chapter II"
tags = { h_start = "definitional: the recursion of w", h_none = "definitional: the recursion of w", h_down = "definitional: the recursion of w", h_step = "definitional: the recursion of w", k_start = "definitional: the recursion of z", k_down = "definitional: the recursion of z", k_step = "definitional: the recursion of z" }
+++
-/
theorem counts_of_disjoint_periods_abstract (w z : Nat → Nat → Nat) (v : Nat → Nat) (h_start : w 0 0 = 1)
    (h_none : ∀ k, w 0 (k + 1) = 0) (h_down : ∀ n, w (n + 1) 0 = w n 0)
    (h_step : ∀ n k, w (n + 1) (k + 1) = w n k + w n (k + 1)) (k_start : ∀ r, z 0 r = v r)
    (k_down : ∀ n, z (n + 1) 0 = z n 0) (k_step : ∀ n k, z (n + 1) (k + 1) = z n k + z n (k + 1)) (m r : Nat) :
    z m r = convolve (w m) v r := by sorry
-- proof
theorem counts_of_disjoint_periods_abstract (w z : Nat → Nat → Nat) (v : Nat → Nat) (h_start : w 0 0 = 1)
    (h_none : ∀ k, w 0 (k + 1) = 0) (h_down : ∀ n, w (n + 1) 0 = w n 0)
    (h_step : ∀ n k, w (n + 1) (k + 1) = w n k + w n (k + 1)) (k_start : ∀ r, z 0 r = v r)
    (k_down : ∀ n, z (n + 1) 0 = z n 0) (k_step : ∀ n k, z (n + 1) (k + 1) = z n k + z n (k + 1)) (m r : Nat) :
    z m r = convolve (w m) v r := by
  have front : ∀ m r, convolve (w m) v (r + 1) = w m 0 * v (r + 1) + total (fun k => w m (k + 1) * v (r - k)) (r + 1) := by
    intro m r
    show total (fun k => w m k * v (r + 1 - k)) (r + 1 + 1) = _
    rw [total_first, total_congr (r + 1) fun k _ => by rw [succ_sub_succ]]
    rfl
  induction m generalizing r with
  | zero =>
    rw [k_start]
    cases r with
    | zero => show _ = 0 + w 0 0 * v 0; rw [h_start, Nat.zero_add, Nat.one_mul]
    | succ r =>
      rw [front, h_start, Nat.one_mul,
        total_congr (r + 1) (g := fun _ => 0) fun k _ => by rw [h_none, Nat.zero_mul], total_zero, Nat.add_zero]
  | succ m ih =>
    cases r with
    | zero =>
      rw [k_down, ih]
      show 0 + w m 0 * v 0 = 0 + w (m + 1) 0 * v 0
      rw [h_down]
    | succ r =>
      rw [k_step, ih, ih, front, front, h_down,
        total_congr (f := fun k => w (m + 1) (k + 1) * v (r - k)) (r + 1)
          (g := fun k => w m k * v (r - k) + w m (k + 1) * v (r - k)) fun k _ => by rw [h_step, Nat.right_distrib],
        total_add, add_left_comm]
      rfl

/-
+++
id = "counts-on-adjacent-intervals"
title = "Counts on adjacent intervals add up"
informal = "Let p 0, …, p (n-1) be points and s ≤ t ≤ u. The number of points in [s, u) is the number in [s, t) plus the number in [t, u)."
representation = "literal"
source = "kingman"
locator = "Chapter 2"
tags = { hst = "regularity: the ends are in order", htu = "regularity: the ends are in order" }
+++
-/
theorem counts_on_adjacent_intervals (p : Nat → Nat) (n s t u : Nat) (hst : s ≤ t) (htu : t ≤ u) :
    count (fun i => s ≤ p i ∧ p i < u) n
      = count (fun i => s ≤ p i ∧ p i < t) n + count (fun i => t ≤ p i ∧ p i < u) n := by sorry
-- proof
theorem counts_on_adjacent_intervals (p : Nat → Nat) (n s t u : Nat) (hst : s ≤ t) (htu : t ≤ u) :
    count (fun i => s ≤ p i ∧ p i < u) n
      = count (fun i => s ≤ p i ∧ p i < t) n + count (fun i => t ≤ p i ∧ p i < u) n := by
  rw [count_total, count_total, count_total, ← total_add]
  refine total_congr n fun i _ => ?_
  cases Nat.lt_or_ge (p i) t with
  | inl h =>
    have b : ¬ (t ≤ p i ∧ p i < u) := fun k => Nat.not_le_of_lt h k.1
    rw [if_neg b]
    by_cases k : s ≤ p i
    · rw [if_pos ⟨k, Nat.lt_of_lt_of_le h htu⟩, if_pos ⟨k, h⟩]
    · rw [if_neg fun l => k l.1, if_neg fun l => k l.1]
  | inr h =>
    have b : ¬ (s ≤ p i ∧ p i < t) := fun k => Nat.not_le_of_lt k.2 h
    rw [if_neg b, Nat.zero_add]
    by_cases k : p i < u
    · rw [if_pos ⟨Nat.le_trans hst h, k⟩, if_pos ⟨h, k⟩]
    · rw [if_neg fun l => k l.2, if_neg fun l => k l.2]

/-
+++
id = "kept-and-dropped-points"
title = "Kept and dropped points are all points"
informal = "Of n points, some have the property A and some are kept. The number of kept points with A plus the number of dropped points with A is the number of points with A."
representation = "literal"
source = "kingman"
locator = "Chapter 5"
+++
-/
theorem kept_and_dropped_points (A K : Nat → Prop) [DecidablePred A] [DecidablePred K] (n : Nat) :
    count (fun i => A i ∧ K i) n + count (fun i => A i ∧ ¬ K i) n = count A n := by sorry
-- proof
theorem kept_and_dropped_points (A K : Nat → Prop) [DecidablePred A] [DecidablePred K] (n : Nat) :
    count (fun i => A i ∧ K i) n + count (fun i => A i ∧ ¬ K i) n = count A n := by
  rw [count_total, count_total, count_total, ← total_add]
  refine total_congr n fun i _ => ?_
  by_cases a : A i
  · by_cases k : K i
    · rw [if_pos ⟨a, k⟩, if_neg fun l => l.2 k, if_pos a]
    · rw [if_neg fun l => k l.2, if_pos ⟨a, k⟩, if_pos a]
  · rw [if_neg fun l => a l.1, if_neg fun l => a l.1, if_neg a]

/-
+++
id = "ways-to-choose-the-marked-points"
title = "The number of ways to choose the marked points"
informal = "The number of walks of i + j steps with i ups, times i! · j!, is (i + j)!."
representation = "literal"
source = "feller"
locator = "Chapter II"
uses = ["walks-by-number-of-ups-abstract"]
+++
-/
theorem ways_to_choose_the_marked_points (i j : Nat) :
    walks (i + j) i * (factorial i * factorial j) = factorial (i + j) := by sorry
-- proof
theorem walks_none (n : Nat) : walks n 0 = 1 := by
  induction n with
  | zero => rfl
  | succ n ih => exact ih
theorem walks_all (n : Nat) : walks n n = 1 := by
  induction n with
  | zero => rfl
  | succ n ih =>
    show walks n n + walks n (n + 0 + 1) = 1
    rw [no_more_ups_than_steps walks (fun _ => rfl) (fun _ _ => rfl) n 0, ih]
theorem ways_to_choose_the_marked_points (i j : Nat) :
    walks (i + j) i * (factorial i * factorial j) = factorial (i + j) := by
  have key : ∀ n i j, i + j = n → walks n i * (factorial i * factorial j) = factorial n := by
    intro n
    induction n with
    | zero =>
      intro i j h
      have a : i = 0 := eq_zero_of_le (Nat.le_trans (Nat.le_add_right i j) (h ▸ Nat.le_refl (i + j)))
      have b : j = 0 := eq_zero_of_le (Nat.le_trans (Nat.le_add_left j i) (h ▸ Nat.le_refl (i + j)))
      rw [a, b]; rfl
    | succ n ih =>
      intro i j h
      match i, j, h with
      | 0, j, h =>
        rw [Nat.zero_add] at h
        rw [h, walks_none, Nat.one_mul]
        exact Nat.one_mul _
      | i + 1, 0, h =>
        have h : i + 1 = n + 1 := h
        rw [h, walks_all, Nat.one_mul]
        exact Nat.mul_one _
      | i + 1, j + 1, h =>
        have h₁ : i + (j + 1) = n := Nat.add_right_cancel (k := 1) ((Nat.succ_add i (j + 1)).symm.trans h)
        have h₂ : i + 1 + j = n := Nat.add_right_cancel (k := 1) h
        have first : walks n i * (factorial (i + 1) * factorial (j + 1)) = (i + 1) * factorial n := by
          show walks n i * ((i + 1) * factorial i * factorial (j + 1)) = _
          rw [Nat.mul_assoc (i + 1), mul_left_comm, ih i (j + 1) h₁]
        have second : walks n (i + 1) * (factorial (i + 1) * factorial (j + 1)) = (j + 1) * factorial n := by
          show walks n (i + 1) * (factorial (i + 1) * ((j + 1) * factorial j)) = _
          rw [mul_left_comm (factorial (i + 1)), mul_left_comm, ih (i + 1) j h₂]
        show (walks n i + walks n (i + 1)) * _ = (n + 1) * factorial n
        rw [Nat.right_distrib, first, second, ← Nat.right_distrib]
        have e : i + 1 + (j + 1) = n + 1 := h
        rw [e]
  exact key (i + j) i j rfl

/-
+++
id = "weights-of-superposed-counts"
title = "The binomial theorem: superposition of two Poisson counts, in weights"
informal = "The sum over k from 0 to n of the number of walks of n steps with k ups, times a to the k times b to the n - k, is (a + b) to the n. Divided by n!, these are the weights of the sum of two independent Poisson counts."
representation = "literal"
source = "kingman"
locator = "Chapter 2"
uses = ["walks-by-number-of-ups-abstract"]
+++
-/
theorem weights_of_superposed_counts (a b n : Nat) :
    total (fun k => walks n k * (a ^ k * b ^ (n - k))) (n + 1) = (a + b) ^ n := by sorry
-- proof
theorem succ_sub_of_lt (n k : Nat) (h : k < n + 1) : n + 1 - k = n - k + 1 := by
  obtain ⟨j, rfl⟩ := exists_add (Nat.le_of_lt_succ h)
  rw [add_sub_left, Nat.add_assoc, add_sub_left]
theorem weights_of_superposed_counts (a b n : Nat) :
    total (fun k => walks n k * (a ^ k * b ^ (n - k))) (n + 1) = (a + b) ^ n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    have up : total (fun k => walks n k * (a ^ (k + 1) * b ^ (n - k))) (n + 1) = a * (a + b) ^ n := by
      rw [← ih, ← total_mul_left]
      refine total_congr _ fun k _ => ?_
      rw [pow_succ, Nat.mul_comm (a ^ k) a, Nat.mul_assoc a, mul_left_comm]
    have down : total (fun k => walks n k * (a ^ k * b ^ (n + 1 - k))) (n + 1) = b * (a + b) ^ n := by
      rw [← ih, ← total_mul_left]
      refine total_congr _ fun k hk => ?_
      rw [succ_sub_of_lt n k hk, pow_succ, Nat.mul_comm (b ^ (n - k)) b, mul_left_comm (a ^ k), mul_left_comm]
    have shifted : total (fun k => walks n k * (a ^ k * b ^ (n + 1 - k))) (n + 1)
        = walks n 0 * (a ^ 0 * b ^ (n + 1)) + total (fun k => walks n (k + 1) * (a ^ (k + 1) * b ^ (n - k))) (n + 1) := by
      have longer : total (fun k => walks n k * (a ^ k * b ^ (n + 1 - k))) (n + 1 + 1)
          = total (fun k => walks n k * (a ^ k * b ^ (n + 1 - k))) (n + 1) := by
        show _ + walks n (n + 0 + 1) * _ = _
        rw [no_more_ups_than_steps walks (fun _ => rfl) (fun _ _ => rfl) n 0, Nat.zero_mul, Nat.add_zero]
      rw [← longer, total_first, total_congr (n + 1) fun k _ => by rw [succ_sub_succ]]
      rfl
    rw [total_first, total_congr (n + 1)
      (g := fun k => walks n k * (a ^ (k + 1) * b ^ (n - k)) + walks n (k + 1) * (a ^ (k + 1) * b ^ (n - k)))
      fun k _ => by rw [succ_sub_succ, ← Nat.right_distrib]; rfl,
      total_add, up, add_left_comm]
    have rest : walks (n + 1) 0 * (a ^ 0 * b ^ (n + 1 - 0))
        + total (fun k => walks n (k + 1) * (a ^ (k + 1) * b ^ (n - k))) (n + 1) = b * (a + b) ^ n := by
      rw [← down, shifted]; rfl
    rw [rest, ← Nat.right_distrib, pow_succ, Nat.mul_comm]

/-
+++
id = "memoryless-waiting-times"
title = "Memoryless waiting times have geometric tails"
informal = "Let G be natural weights with G 0 = 1 and G (m + n) = G m · G n for all m and n. Then G n = (G 1) to the n."
representation = "abstract"
source = "ross"
locator = "Chapter 2"
tags = { h_zero = "definitional: the tail at 0 is everything", h_memoryless = "definitional: the lack of memory" }
+++
-/
theorem memoryless_waiting_times (G : Nat → Nat) (h_zero : G 0 = 1) (h_memoryless : ∀ m n, G (m + n) = G m * G n)
    (n : Nat) : G n = G 1 ^ n := by sorry
-- proof
theorem memoryless_waiting_times (G : Nat → Nat) (h_zero : G 0 = 1) (h_memoryless : ∀ m n, G (m + n) = G m * G n)
    (n : Nat) : G n = G 1 ^ n := by
  induction n with
  | zero => exact h_zero
  | succ n ih =>
    show G (n + 1) = _
    rw [h_memoryless, ih, ← pow_succ]

/-
+++
id = "poisson-weights-by-recursion"
title = "Weights with the Poisson recursion"
informal = "Let (n + 1) · w (n+1) = a · w n for every n. Then n! · w n = a to the n times w 0."
representation = "abstract"
source = "ross"
locator = "Chapter 2"
tags = { h_step = "definitional: the recursion of the weights" }
+++
-/
theorem poisson_weights_by_recursion (a : Nat) (w : Nat → Nat) (h_step : ∀ n, (n + 1) * w (n + 1) = a * w n) (n : Nat) :
    factorial n * w n = a ^ n * w 0 := by sorry
-- proof
theorem poisson_weights_by_recursion (a : Nat) (w : Nat → Nat) (h_step : ∀ n, (n + 1) * w (n + 1) = a * w n) (n : Nat) :
    factorial n * w n = a ^ n * w 0 := by
  induction n with
  | zero => rfl
  | succ n ih =>
    show (n + 1) * factorial n * w (n + 1) = a ^ n * a * w 0
    rw [Nat.mul_comm (n + 1), Nat.mul_assoc, h_step, mul_left_comm, ih, Nat.mul_comm (a ^ n) a, Nat.mul_assoc]

/-
+++
id = "void-means-no-point"
title = "A count is zero exactly when there is no point"
informal = "Of the points 0, …, n - 1 none has the property A exactly when the number of those that have it is 0."
representation = "literal"
source = "kingman"
locator = "Chapter 2"
+++
-/
theorem void_means_no_point (A : Nat → Prop) [DecidablePred A] (n : Nat) : count A n = 0 ↔ ∀ i, i < n → ¬ A i := by sorry
-- proof
theorem void_means_no_point (A : Nat → Prop) [DecidablePred A] (n : Nat) : count A n = 0 ↔ ∀ i, i < n → ¬ A i := by
  rw [count_total]
  constructor
  · intro h i hi k
    have l := le_total (f := fun i => if A i then 1 else 0) hi
    rw [h] at l
    have one : (if A i then 1 else 0) = 1 := if_pos k
    have l : (if A i then 1 else 0) ≤ 0 := l
    rw [one] at l
    exact Nat.not_succ_le_zero 0 l
  · intro h
    rw [total_congr n (g := fun _ => 0) fun i hi => if_neg (h i hi)]
    exact total_zero n

/-
+++
id = "sum-of-poisson-variables"
title = "The sum of two independent Poisson variables"
informal = "Let X and Y be independent Poisson variables with means a and b. Then X + Y is a Poisson variable with mean a + b."
representation = "literal"
library = "mathlib"
pair = "sum-of-poisson-variables-abstract"
source = "kingman"
locator = "Section 1.2"
tags = { hX = "regularity: measurable", hY = "regularity: measurable", h_X = "definitional: the law of X", h_Y = "definitional: the law of Y", h_indep = "definitional: independent" }
+++
-/
theorem sum_of_poisson_variables {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (X Y : Ω → ℕ) (a b : ℝ≥0) (hX : Measurable X) (hY : Measurable Y) (h_X : Measure.map X μ = poissonMeasure a)
    (h_Y : Measure.map Y μ = poissonMeasure b) (h_indep : IndepFun X Y μ) :
    Measure.map (fun ω => X ω + Y ω) μ = poissonMeasure (a + b) := by sorry

/-
+++
id = "sum-of-poisson-variables-abstract"
title = "The convolution of Poisson weights"
informal = "For a and b, the sum over k ≤ n of (exp (-a) aᵏ / k!) · (exp (-b) bⁿ⁻ᵏ / (n-k)!) is exp (-(a + b)) (a + b)ⁿ / n!, given that n! times the sum of aᵏ / k! · bⁿ⁻ᵏ / (n-k)! is (a + b)ⁿ."
representation = "abstract"
library = "mathlib"
pair = "sum-of-poisson-variables"
source = "kingman"
locator = "Section 1.2"
tags = { h_binom = "intermediate lemma: the binomial theorem is given" }
+++
-/
theorem sum_of_poisson_variables_abstract (a b : ℝ) (n : ℕ)
    (h_binom : Nat.factorial n * ∑ k ∈ Finset.range (n + 1), a ^ k / Nat.factorial k * (b ^ (n - k) / Nat.factorial (n - k)) = (a + b) ^ n) :
    ∑ k ∈ Finset.range (n + 1), Real.exp (-a) * a ^ k / Nat.factorial k * (Real.exp (-b) * b ^ (n - k) / Nat.factorial
      (n - k)) = Real.exp (-(a + b)) * (a + b) ^ n / Nat.factorial n := by sorry

/-
+++
id = "superposition-of-poisson-processes"
title = "Superposition of independent Poisson processes"
informal = "Let M and N be Poisson processes with rates a and b that are independent at each time. Then M + N has the law of a Poisson process at single times: M t + N t is Poisson with mean (a + b) t."
representation = "literal"
library = "mathlib"
source = "kingman"
locator = "Section 2.2"
tags = { h_indep = "definitional: independent at each time" }
+++
-/
theorem superposition_of_poisson_processes {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (M N : ℝ≥0 → Ω → ℕ) (a b : ℝ≥0) (hM : IsPoissonProcess μ M a)
    (hN : IsPoissonProcess μ N b) (h_indep : ∀ t, IndepFun (M t) (N t) μ) (t : ℝ≥0) :
    Measure.map (fun ω => M t ω + N t ω) μ = poissonMeasure ((a + b) * t) := by sorry

/-
+++
id = "probability-of-no-point"
title = "The probability of no point"
informal = "For a Poisson process with rate λ, the probability that there is no point up to t is exp (-λ t)."
representation = "literal"
library = "mathlib"
pair = "probability-of-no-point-abstract"
source = "kingman"
locator = "Section 2.1"
+++
-/
theorem probability_of_no_point {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (N : ℝ≥0 → Ω → ℕ) (lam : ℝ≥0) (hN : IsPoissonProcess μ N lam) (t : ℝ≥0) :
    (μ {ω | N t ω = 0}).toReal = Real.exp (-(lam * t)) := by sorry

/-
+++
id = "probability-of-no-point-abstract"
title = "The probability of no point from Poisson weights"
informal = "Let the probability that N is k be exp (-m) mᵏ / k! for every k. Then the probability that N is 0 is exp (-m)."
representation = "abstract"
library = "mathlib"
pair = "probability-of-no-point"
source = "kingman"
locator = "Section 2.1"
tags = { h_law = "conclusion in disguise: the claim is the case k = 0" }
+++
-/
theorem probability_of_no_point_abstract {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (N : Ω → ℕ) (m : ℝ) (h_law : ∀ k : ℕ, (μ {ω | N ω = k}).toReal = Real.exp (-m) * m ^ k / Nat.factorial k) :
    (μ {ω | N ω = 0}).toReal = Real.exp (-m) := by sorry

/-
+++
id = "mean-of-a-poisson-process"
title = "The mean of a Poisson process"
informal = "For a Poisson process with rate λ, the mean number of points up to t is λ t."
representation = "literal"
library = "mathlib"
source = "kingman"
locator = "Section 2.1"
+++
-/
theorem mean_of_a_poisson_process {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (N : ℝ≥0 → Ω → ℕ) (lam : ℝ≥0) (hN : IsPoissonProcess μ N lam) (t : ℝ≥0) :
    ∫ ω, (N t ω : ℝ) ∂μ = lam * t := by sorry

/-
+++
id = "poisson-weights-sum-to-one"
title = "Poisson weights sum to one"
informal = "For every m the weights exp (-m) mᵏ / k! sum to 1."
representation = "literal"
library = "mathlib"
source = "kingman"
locator = "Section 1.2"
+++
-/
theorem poisson_weights_sum_to_one (m : ℝ) :
    HasSum (fun k : ℕ => Real.exp (-m) * m ^ k / Nat.factorial k) 1 := by sorry

/-
+++
id = "poisson-limit-of-binomial-weights"
title = "The Poisson limit of binomial weights"
informal = "Let n · p n tend to m. Then for each k the binomial weight of k among n with probability p n tends to exp (-m) mᵏ / k!."
representation = "literal"
library = "mathlib"
source = "feller"
locator = "Chapter VI"
tags = { h_limit = "definitional: rare events" }
+++
-/
theorem poisson_limit_of_binomial_weights (p : ℕ → ℝ) (m : ℝ) (h_limit : Tendsto (fun n : ℕ => n * p n) atTop (𝓝 m))
    (k : ℕ) :
    Tendsto (fun n : ℕ => Nat.choose n k * p n ^ k * (1 - p n) ^ (n - k)) atTop (𝓝 (Real.exp (-m) * m ^ k /
      Nat.factorial k)) := by sorry

/-
+++
id = "exponential-times-have-no-memory"
title = "Exponential times have no memory"
informal = "Let T be exponential with rate a. For s, t ≥ 0 the probability that T is above s + t is the product of the probabilities that it is above s and above t."
representation = "literal"
library = "mathlib"
source = "norris"
locator = "Section 2.3"
tags = { hT = "regularity: measurable", h_T = "definitional: the law of T" }
+++
-/
theorem exponential_times_have_no_memory {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (T : Ω → ℝ) (a s t : ℝ) (ha : 0 < a) (hs : 0 ≤ s) (ht : 0 ≤ t) (hT : Measurable T)
    (h_T : Measure.map T μ = expMeasure a) :
    (μ {ω | s + t < T ω}).toReal = (μ {ω | s < T ω}).toReal * (μ {ω | t < T ω}).toReal := by sorry

/-
+++
id = "compensated-poisson-process"
title = "The compensated Poisson process is a martingale"
informal = "Let N be a Poisson process with rate λ, adapted to a filtration, whose increments have conditional mean λ times the length given the past. Then N t - λ t is a martingale."
representation = "abstract"
library = "mathlib"
source = "kingman"
locator = "Chapter 2"
tags = { h_adapted = "regularity: N is adapted", h_past = "conclusion in disguise: the conditional mean of the increments is the claim" }
+++
-/
theorem compensated_poisson_process {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (ℱ : Filtration ℝ≥0 m0) (N : ℝ≥0 → Ω → ℕ) (lam : ℝ≥0) (hN : IsPoissonProcess μ N lam)
    (h_adapted : Adapted ℱ (fun t ω => (N t ω : ℝ)))
    (h_past : ∀ s t : ℝ≥0, s ≤ t → μ[fun ω => (N t ω : ℝ) - N s ω|ℱ s] =ᵐ[μ] fun _ => lam * (t - s)) :
    Martingale (fun t ω => (N t ω : ℝ) - lam * t) ℱ μ := by sorry
