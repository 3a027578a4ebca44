/-
+++
id = "walks-by-number-of-ups-abstract"
title = "Pascal's recursion gives 2 to the n in all"
informal = "Let w n k be natural numbers with w 0 0 = 1, w 0 (k+1) = 0, w (n+1) 0 = w n 0 and w (n+1) (k+1) = w n k + w n (k+1). Then w n 0 + … + w n n = 2 to the n."
representation = "abstract"
pair = "walks-by-number-of-ups"
source = "feller"
locator = "Chapter III"
tags = { h_start = "definitional: the recursion of w", h_none = "definitional: the recursion of w", h_down = "definitional: the recursion of w", h_step = "definitional: the recursion of w" }
+++
-/
theorem walks_by_number_of_ups_abstract (w : Nat → Nat → Nat) (h_start : w 0 0 = 1) (h_none : ∀ k, w 0 (k + 1) = 0)
    (h_down : ∀ n, w (n + 1) 0 = w n 0) (h_step : ∀ n k, w (n + 1) (k + 1) = w n k + w n (k + 1)) (n : Nat) :
    total (w n) (n + 1) = 2 ^ n := by sorry
-- proof
theorem no_more_ups_than_steps (w : Nat → Nat → Nat) (h_none : ∀ k, w 0 (k + 1) = 0)
    (h_step : ∀ n k, w (n + 1) (k + 1) = w n k + w n (k + 1)) (n : Nat) : ∀ j, w n (n + j + 1) = 0 := by
  induction n with
  | zero => exact fun j => h_none _
  | succ n ih =>
    intro j
    rw [Nat.succ_add n j]
    have a := ih j
    have b := ih (j + 1)
    show w (n + 1) (n + j + 1 + 1) = 0
    rw [h_step, a, Nat.zero_add]
    exact b
theorem walks_by_number_of_ups_abstract (w : Nat → Nat → Nat) (h_start : w 0 0 = 1) (h_none : ∀ k, w 0 (k + 1) = 0)
    (h_down : ∀ n, w (n + 1) 0 = w n 0) (h_step : ∀ n k, w (n + 1) (k + 1) = w n k + w n (k + 1)) (n : Nat) :
    total (w n) (n + 1) = 2 ^ n := by
  induction n with
  | zero => show 0 + w 0 0 = 1; rw [h_start]
  | succ n ih =>
    rw [total_first, h_down, total_congr (n + 1) (g := fun k => w n k + w n (k + 1)) fun k _ => h_step n k, total_add]
    have rest : w n 0 + total (fun k => w n (k + 1)) (n + 1) = total (w n) (n + 1) := by
      rw [← total_first]
      show total (w n) (n + 1) + w n (n + 1) = _
      rw [no_more_ups_than_steps w h_none h_step n 0, Nat.add_zero]
    rw [add_left_comm, rest, ih, pow_succ, mul_two]

/-
+++
id = "walks-by-number-of-ups"
title = "Walks of n steps, sorted by their number of ups"
informal = "The number of walks of n steps up or down is 2 to the n: the numbers of walks with exactly k ups, for k from 0 to n, sum to 2 to the n."
representation = "literal"
pair = "walks-by-number-of-ups-abstract"
source = "feller"
locator = "Chapter III"
uses = ["walks-by-number-of-ups-abstract"]
+++
-/
theorem walks_by_number_of_ups (n : Nat) : total (walks n) (n + 1) = 2 ^ n := by sorry
-- proof
theorem walks_by_number_of_ups (n : Nat) : total (walks n) (n + 1) = 2 ^ n :=
  walks_by_number_of_ups_abstract walks rfl (fun _ => rfl) (fun _ => rfl) (fun _ _ => rfl) n

/-
+++
id = "ups-and-downs-change-places"
title = "As many walks with i ups and j downs as with j ups and i downs"
informal = "The number of walks of i + j steps with exactly i ups is the number of walks of i + j steps with exactly j ups."
representation = "literal"
pair = "ups-and-downs-change-places-abstract"
source = "feller"
locator = "Chapter III"
uses = ["ups-and-downs-change-places-abstract"]
+++
-/
theorem ups_and_downs_change_places (i j : Nat) : walks (i + j) i = walks (i + j) j := by sorry
-- proof
theorem ups_and_downs_change_places (i j : Nat) : walks (i + j) i = walks (i + j) j :=
  ups_and_downs_change_places_abstract walks (fun _ => rfl) (fun _ => rfl) (fun _ _ => rfl) i j

/-
+++
id = "ups-and-downs-change-places-abstract"
title = "Pascal's recursion is symmetric"
informal = "Let w n k be natural numbers with w 0 (k+1) = 0, w (n+1) 0 = w n 0 and w (n+1) (k+1) = w n k + w n (k+1). Then w (i+j) i = w (i+j) j."
representation = "abstract"
pair = "ups-and-downs-change-places"
source = "feller"
locator = "Chapter III"
uses = ["walks-by-number-of-ups-abstract"]
tags = { h_none = "definitional: the recursion of w", h_down = "definitional: the recursion of w", h_step = "definitional: the recursion of w" }
+++
-/
theorem ups_and_downs_change_places_abstract (w : Nat → Nat → Nat) (h_none : ∀ k, w 0 (k + 1) = 0)
    (h_down : ∀ n, w (n + 1) 0 = w n 0) (h_step : ∀ n k, w (n + 1) (k + 1) = w n k + w n (k + 1)) (i j : Nat) :
    w (i + j) i = w (i + j) j := by sorry
-- proof
theorem ups_and_downs_change_places_abstract (w : Nat → Nat → Nat) (h_none : ∀ k, w 0 (k + 1) = 0)
    (h_down : ∀ n, w (n + 1) 0 = w n 0) (h_step : ∀ n k, w (n + 1) (k + 1) = w n k + w n (k + 1)) (i j : Nat) :
    w (i + j) i = w (i + j) j := by
  have edge : ∀ n, w (n + 1) (n + 1) = w n n := fun n => by
    rw [h_step, no_more_ups_than_steps w h_none h_step n 0, Nat.add_zero]
  have key : ∀ n i j, i + j = n → w n i = w n j := by
    intro n
    induction n with
    | zero =>
      intro i j h
      have a : i = 0 := eq_zero_of_le (Nat.le_trans (Nat.le_add_right i j) (h ▸ Nat.le_refl (i + j)))
      have b : j = 0 := eq_zero_of_le (Nat.le_trans (Nat.le_add_left j i) (h ▸ Nat.le_refl (i + j)))
      rw [a, b]
    | succ n ih =>
      intro i j h
      match i, j, h with
      | 0, j, h =>
        rw [Nat.zero_add] at h
        rw [h, h_down, edge]
        exact ih 0 n (Nat.zero_add n)
      | i + 1, 0, h =>
        have h : i + 1 = n + 1 := h
        rw [h, h_down, edge]
        exact ih n 0 rfl
      | i + 1, j + 1, h =>
        have h₁ : i + (j + 1) = n := Nat.add_right_cancel (k := 1) ((Nat.succ_add i (j + 1)).symm.trans h)
        have h₂ : i + 1 + j = n := Nat.add_right_cancel (k := 1) h
        rw [h_step, h_step, ih i (j + 1) h₁, ih (i + 1) j h₂, Nat.add_comm]
  exact key (i + j) i j rfl

/-
+++
id = "ballot-numbers"
title = "The ballot theorem"
informal = "Let j be at most i. The number of walks with i ups and j downs that never have more downs than ups, times i + 1, is i + 1 - j times the number of all walks with i ups and j downs."
representation = "literal"
source = "feller"
locator = "Chapter III"
+++
-/
theorem ballot_numbers (i j : Nat) (hj : j ≤ i) :
    (i + 1) * sumWords (fun w => if neverBehind w ∧ ups w = i then 1 else 0) (i + j) = (i + 1 - j) * walks (i + j) j := by
  sorry

/-
+++
id = "no-level-is-jumped-over"
title = "A walk with steps 0 and 1 visits every level below its end"
informal = "Let the steps d 0, d 1, … be at most 1. Every level a that is at most d 0 + … + d (n-1) is d 0 + … + d (k-1) for some k up to n."
representation = "literal"
pair = "no-level-is-jumped-over-abstract"
source = "feller"
locator = "Chapter III"
uses = ["no-level-is-jumped-over-abstract"]
tags = { hd = "definitional: what the steps are", ha = "definitional: the level is below the end" }
+++
-/
theorem no_level_is_jumped_over (d : Nat → Nat) (hd : ∀ n, d n ≤ 1) (a n : Nat) (ha : a ≤ total d n) :
    ∃ k, k ≤ n ∧ total d k = a := by sorry
-- proof
theorem no_level_is_jumped_over (d : Nat → Nat) (hd : ∀ n, d n ≤ 1) (a n : Nat) (ha : a ≤ total d n) :
    ∃ k, k ≤ n ∧ total d k = a :=
  no_level_is_jumped_over_abstract (total d) (fun n => Nat.add_le_add_left (hd n) _) a n (Nat.zero_le a) ha

/-
+++
id = "no-level-is-jumped-over-abstract"
title = "A sequence that rises by at most 1 in a step visits every level between"
informal = "Let X be a sequence of natural numbers with X (n+1) at most X n + 1 for every n; it may fall as it likes. If X 0 is at most a and a is at most X n, then X k = a for some k up to n."
representation = "abstract"
pair = "no-level-is-jumped-over"
source = "feller"
locator = "Chapter III"
tags = { h_step = "definitional: no jump up by more than 1", h_low = "definitional: the level is not below the start", h_high = "definitional: the level is not above the end" }
+++
-/
theorem no_level_is_jumped_over_abstract (X : Nat → Nat) (h_step : ∀ n, X (n + 1) ≤ X n + 1) (a n : Nat)
    (h_low : X 0 ≤ a) (h_high : a ≤ X n) : ∃ k, k ≤ n ∧ X k = a := by sorry
-- proof
theorem no_level_is_jumped_over_abstract (X : Nat → Nat) (h_step : ∀ n, X (n + 1) ≤ X n + 1) (a n : Nat)
    (h_low : X 0 ≤ a) (h_high : a ≤ X n) : ∃ k, k ≤ n ∧ X k = a := by
  induction n with
  | zero => exact ⟨0, Nat.le_refl _, Nat.le_antisymm h_low h_high⟩
  | succ n ih =>
    cases Nat.lt_or_ge (X n) a with
    | inr h => obtain ⟨k, hk, e⟩ := ih h; exact ⟨k, .step hk, e⟩
    | inl h => exact ⟨n + 1, .refl, Nat.le_antisymm (Nat.le_trans (h_step n) h) h_high⟩

/-
+++
id = "exponential-bound-on-ups"
title = "An exponential bound for many ups"
informal = "2 to the a, times the number of words of n tosses with at least a ups, is at most 3 to the n."
representation = "literal"
pair = "exponential-bound-on-ups-abstract"
source = "durrett"
locator = "Chapter 2"
uses = ["exponential-bound-on-ups-abstract"]
+++
-/
theorem exponential_bound_on_ups (a n : Nat) : 2 ^ a * sumWords (fun w => if a ≤ ups w then 1 else 0) n ≤ 3 ^ n := by
  sorry
-- proof
theorem moment_of_ups (n : Nat) : sumWords (fun w => 2 ^ ups w) n = 3 ^ n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [sumWords_step]
    have e : (fun w => 2 ^ ups (false :: w) + 2 ^ ups (true :: w)) = fun w => 3 * 2 ^ ups w := by
      funext w
      show 2 ^ ups w + 2 ^ ups w * 2 = 3 * 2 ^ ups w
      rw [Nat.mul_comm 3]
      show 2 ^ ups w + (0 + 2 ^ ups w + 2 ^ ups w) = 0 + 2 ^ ups w + 2 ^ ups w + 2 ^ ups w
      rw [Nat.zero_add, Nat.add_assoc]
    rw [e, sumWords_mul, ih, pow_succ, Nat.mul_comm]
theorem exponential_bound_on_ups (a n : Nat) : 2 ^ a * sumWords (fun w => if a ≤ ups w then 1 else 0) n ≤ 3 ^ n :=
  exponential_bound_on_ups_abstract ups n (3 ^ n) (moment_of_ups n ▸ Nat.le_refl _) a

/-
+++
id = "exponential-bound-on-ups-abstract"
title = "An exponential moment bounds a tail"
informal = "Let X be a natural number that depends on the tosses, and let the sum of 2 to the X over all words of n tosses be at most C. Then 2 to the a, times the number of words of n tosses with X at least a, is at most C."
representation = "abstract"
pair = "exponential-bound-on-ups"
source = "durrett"
locator = "Chapter 2"
tags = { h_moment = "intermediate lemma: the exponential moment is given" }
+++
-/
theorem exponential_bound_on_ups_abstract (X : List Bool → Nat) (n C : Nat) (h_moment : sumWords (fun w => 2 ^ X w) n ≤ C)
    (a : Nat) : 2 ^ a * sumWords (fun w => if a ≤ X w then 1 else 0) n ≤ C := by sorry
-- proof
theorem two_pow_le {a b : Nat} (h : a ≤ b) : 2 ^ a ≤ 2 ^ b := by
  obtain ⟨k, rfl⟩ := exists_add h
  rw [pow_add]
  have this : 2 ^ a * 1 ≤ 2 ^ a * 2 ^ k := mul_le_mul (Nat.le_refl (2 ^ a)) (pow_pos (a := 2) (Nat.succ_pos 1) k)
  rw [Nat.mul_one] at this
  exact this
theorem exponential_bound_on_ups_abstract (X : List Bool → Nat) (n C : Nat) (h_moment : sumWords (fun w => 2 ^ X w) n ≤ C)
    (a : Nat) : 2 ^ a * sumWords (fun w => if a ≤ X w then 1 else 0) n ≤ C := by
  rw [← sumWords_mul]
  refine Nat.le_trans (sumWords_le _ _ (fun w => ?_) n) h_moment
  by_cases h : a ≤ X w
  · rw [if_pos h, Nat.mul_one]; exact two_pow_le h
  · rw [if_neg h]; exact Nat.zero_le _

/-
+++
id = "markov-inequality"
title = "Markov's inequality, counted"
informal = "For natural numbers f 0, …, f (n-1), a times the number of those that are at least a is at most their sum."
representation = "literal"
source = "durrett"
locator = "Chapter 1"
+++
-/
theorem markov_inequality (f : Nat → Nat) (a n : Nat) : a * count (fun i => a ≤ f i) n ≤ total f n := by sorry
-- proof
theorem markov_inequality (f : Nat → Nat) (a n : Nat) : a * count (fun i => a ≤ f i) n ≤ total f n := by
  induction n with
  | zero => exact Nat.zero_le _
  | succ n ih =>
    show a * (count (fun i => a ≤ f i) n + if a ≤ f n then 1 else 0) ≤ total f n + f n
    rw [Nat.left_distrib]
    refine Nat.add_le_add ih ?_
    by_cases h : a ≤ f n
    · rw [if_pos h, Nat.mul_one]; exact h
    · rw [if_neg h]; exact Nat.zero_le _

/-
+++
id = "returns-take-even-time"
title = "A simple walk returns at even times only"
informal = "A word of tosses with as many ups as downs has twice as many tosses as ups."
representation = "literal"
source = "feller"
locator = "Chapter III"
+++
-/
theorem returns_take_even_time (w : List Bool) (hw : ups w = downs w) : w.length = 2 * ups w := by sorry
-- proof
theorem ups_and_downs (w : List Bool) : w.length = ups w + downs w := by
  induction w with
  | nil => rfl
  | cons b w ih =>
    cases b with
    | true => show w.length + 1 = ups w + 1 + downs w; rw [ih, Nat.add_assoc, Nat.add_assoc, Nat.add_comm 1]
    | false => show w.length + 1 = ups w + (downs w + 1); rw [ih, Nat.add_assoc]
theorem returns_take_even_time (w : List Bool) (hw : ups w = downs w) : w.length = 2 * ups w := by
  rw [ups_and_downs, two_mul, ← hw]

/-
+++
id = "harmonic-is-linear"
tags = { h_zero = "definitional: the boundary" }
title = "Gambler's ruin: harmonic functions on a segment are linear"
informal = "Let h be a function on 0, …, N whose value between two neighbours is their mean, with h 0 = 0. Then h k = k · h 1 for every k up to N."
representation = "literal"
source = "feller"
locator = "Chapter XIV"
+++
-/
theorem harmonic_is_linear (N : Nat) (h : Nat → Nat) (hh : Harmonic N h) (h_zero : h 0 = 0) (k : Nat) (hk : k ≤ N) :
    h k = k * h 1 := by sorry
-- proof
theorem harmonic_pair (N : Nat) (h : Nat → Nat) (hh : Harmonic N h) (h_zero : h 0 = 0) (k : Nat) :
    k + 1 ≤ N → h k = k * h 1 ∧ h (k + 1) = (k + 1) * h 1 := by
  induction k with
  | zero => intro _; exact ⟨h_zero.trans (Nat.zero_mul _).symm, (Nat.one_mul _).symm⟩
  | succ k ih =>
    intro hk
    obtain ⟨a, b⟩ := ih (Nat.le_of_lt hk)
    refine ⟨b, ?_⟩
    have m := hh k hk
    rw [a, b, two_mul, Nat.succ_mul] at m
    show h (k + 2) = (k + 2) * h 1
    refine Nat.add_left_cancel (k := k * h 1) (m.trans ?_)
    have e : (k + 2) * h 1 = k * h 1 + h 1 + h 1 := by
      show Nat.succ (Nat.succ k) * h 1 = _
      rw [Nat.succ_mul, Nat.succ_mul]
    rw [e, Nat.add_assoc, add_left_comm]
    simp [Nat.add_assoc, Nat.add_comm, add_left_comm]
theorem harmonic_is_linear (N : Nat) (h : Nat → Nat) (hh : Harmonic N h) (h_zero : h 0 = 0) (k : Nat) (hk : k ≤ N) :
    h k = k * h 1 := by
  cases k with
  | zero => exact h_zero.trans (Nat.zero_mul _).symm
  | succ k => exact (harmonic_pair N h hh h_zero k hk).2

/-
+++
id = "length-of-a-fair-game"
title = "Gambler's ruin: the mean length of a fair game"
informal = "Let N be positive and d a function on 0, …, N with d 0 = d N = 0 and d k + d (k+2) + 2 = 2 · d (k+1) wherever k + 2 is at most N. Then d k + k · k = k · N for every k up to N: from k, the game lasts k · (N - k) rounds in the mean."
representation = "abstract"
source = "feller"
locator = "Chapter XIV"
uses = ["harmonic-is-linear"]
tags = { h_zero = "definitional: nothing is left to play", h_end = "definitional: nothing is left to play", h_step = "definitional: the mean length by the first round", hN = "regularity: there is a segment" }
+++
-/
theorem length_of_a_fair_game (N : Nat) (d : Nat → Nat) (hN : 0 < N) (h_zero : d 0 = 0) (h_end : d N = 0)
    (h_step : ∀ k, k + 2 ≤ N → d k + d (k + 2) + 2 = 2 * d (k + 1)) (k : Nat) (hk : k ≤ N) :
    d k + k * k = k * N := by sorry
-- proof
theorem length_of_a_fair_game (N : Nat) (d : Nat → Nat) (hN : 0 < N) (h_zero : d 0 = 0) (h_end : d N = 0)
    (h_step : ∀ k, k + 2 ≤ N → d k + d (k + 2) + 2 = 2 * d (k + 1)) (k : Nat) (hk : k ≤ N) :
    d k + k * k = k * N := by
  have harmonic : Harmonic N (fun k => d k + k * k) := by
    intro k hk
    show d k + k * k + (d (k + 2) + (k + 2) * (k + 2)) = 2 * (d (k + 1) + (k + 1) * (k + 1))
    rw [Nat.left_distrib 2, ← h_step k hk]
    have e : k * k + (k + 2) * (k + 2) = 2 + 2 * ((k + 1) * (k + 1)) := by
      have a : (k + 2) * (k + 2) = k * k + k + k + (k + k) + 4 := by
        show (k + 2) * k + (k + 2) + (k + 2) = _
        show Nat.succ (Nat.succ k) * k + (k + 2) + (k + 2) = _
        rw [Nat.succ_mul, Nat.succ_mul, Nat.add_assoc (k * k + k + k), add_swap k 2 k 2]
        exact (Nat.add_assoc _ (k + k) 4).symm
      have b : (k + 1) * (k + 1) = k * k + k + k + 1 := by
        show Nat.succ k * k + (k + 1) = _
        rw [Nat.succ_mul]; rfl
      rw [a, b, two_mul]
      show k * k + (k * k + k + k + (k + k) + 4) = 2 + (k * k + k + k + 1 + (k * k + k + k + 1))
      simp [Nat.add_assoc, Nat.add_comm, add_left_comm]
    rw [add_swap, e, Nat.add_assoc]
    simp [Nat.add_assoc]
  have line := harmonic_is_linear N _ harmonic (by show d 0 + 0 * 0 = 0; rw [h_zero])
  have slope : N = d 1 + 1 * 1 := by
    have top : d N + N * N = N * (d 1 + 1 * 1) := line N (Nat.le_refl N)
    rw [h_end, Nat.zero_add] at top
    exact mul_cancel hN top
  have := line k hk
  rw [← slope] at this
  exact this

/-
+++
id = "second-moment-of-a-walk"
title = "The second moment of a walk"
informal = "Let steps be independent with mean 0 and second moment 1. Then the second moment of the walk after n steps is n."
representation = "literal"
library = "mathlib"
pair = "second-moment-of-a-walk-abstract"
source = "durrett"
locator = "Chapter 2"
tags = { h_meas = "regularity: measurable", h_indep = "definitional: independent steps", h_mean = "definitional: centred", h_lp = "regularity: square integrable", h_sq = "definitional: normed" }
+++
-/
theorem second_moment_of_a_walk {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (X : ℕ → Ω → ℝ) (h_meas : ∀ n, Measurable (X n)) (h_indep : iIndepFun X μ) (h_mean : ∀ n, ∫ ω, X n ω ∂μ = 0)
    (h_lp : ∀ n, MemLp (X n) 2 μ) (h_sq : ∀ n, ∫ ω, X n ω ^ 2 ∂μ = 1) (n : ℕ) : ∫ ω, walk X n ω ^ 2 ∂μ = n := by sorry

/-
+++
id = "second-moment-of-a-walk-abstract"
title = "The second moment from orthogonal steps"
informal = "Let S 0 = 0 and let the steps S (n+1) - S n be orthogonal to S n, with second moment 1, all of it integrable. Then the second moment of S n is n."
representation = "abstract"
library = "mathlib"
pair = "second-moment-of-a-walk"
source = "durrett"
locator = "Chapter 2"
tags = { h_zero = "definitional: starts at 0", h_lp = "regularity: square integrable", h_orth = "intermediate lemma: orthogonality of the increments is given", h_sq = "definitional: normed" }
+++
-/
theorem second_moment_of_a_walk_abstract {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (S : ℕ → Ω → ℝ) (h_zero : ∀ ω, S 0 ω = 0) (h_lp : ∀ n, MemLp (S n) 2 μ)
    (h_orth : ∀ n, ∫ ω, S n ω * (S (n + 1) ω - S n ω) ∂μ = 0) (h_sq : ∀ n, ∫ ω, (S (n + 1) ω - S n ω) ^ 2 ∂μ = 1)
    (n : ℕ) : ∫ ω, S n ω ^ 2 ∂μ = n := by sorry

/-
+++
id = "chernoff-bound"
title = "The Chernoff bound"
informal = "Let X be a real random variable and t ≥ 0 such that exp (t X) is integrable. Then the probability that X is at least a is at most exp (-t a) times the moment generating function of X at t."
representation = "literal"
library = "mathlib"
pair = "chernoff-bound-abstract"
source = "durrett"
locator = "Chapter 2"
tags = { h_int = "regularity: the moment is finite" }
+++
-/
theorem chernoff_bound {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ] (X : Ω → ℝ)
    (a t : ℝ) (ht : 0 ≤ t) (h_int : Integrable (fun ω => Real.exp (t * X ω)) μ) :
    (μ {ω | a ≤ X ω}).toReal ≤ Real.exp (-t * a) * mgf X μ t := by sorry

/-
+++
id = "chernoff-bound-abstract"
title = "A bound for a walk from bounds for its steps"
informal = "Let the moment generating function at t ≥ 0 of the walk after n steps be at most the n-th power of M, where the exponentials are integrable. Then the probability that the walk is at least n · a is at most the n-th power of exp (-t a) · M."
representation = "abstract"
library = "mathlib"
pair = "chernoff-bound"
source = "durrett"
locator = "Chapter 2"
tags = { h_int = "regularity: the moment is finite", h_mgf = "intermediate lemma: the product of the moments is given" }
+++
-/
theorem chernoff_bound_abstract {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (X : ℕ → Ω → ℝ) (t M a : ℝ) (n : ℕ) (ht : 0 ≤ t) (h_int : Integrable (fun ω => Real.exp (t * walk X n ω)) μ)
    (h_mgf : mgf (walk X n) μ t ≤ M ^ n) :
    (μ {ω | n * a ≤ walk X n ω}).toReal ≤ (Real.exp (-t * a) * M) ^ n := by sorry

/-
+++
id = "law-of-large-numbers"
title = "The strong law of large numbers"
informal = "Let steps be independent with the same law and integrable. Then almost surely the walk after n steps divided by n tends to the mean of a step."
representation = "literal"
library = "mathlib"
source = "durrett"
locator = "Chapter 2"
tags = { h_int = "regularity: integrable", h_indep = "definitional: independent steps", h_ident = "definitional: the same law" }
+++
-/
theorem law_of_large_numbers {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (X : ℕ → Ω → ℝ) (h_int : Integrable (X 0) μ) (h_indep : iIndepFun X μ)
    (h_ident : ∀ n, IdentDistrib (X n) (X 0) μ μ) :
    ∀ᵐ ω ∂μ, Tendsto (fun n : ℕ => walk X n ω / n) atTop (𝓝 (∫ ω, X 0 ω ∂μ)) := by sorry

/-
+++
id = "weak-law-from-variances"
title = "A weak law from bounded variances"
informal = "Let S n be random variables in L² with mean 0 whose variance is at most n · v. Then S n / n tends to 0 in probability."
representation = "abstract"
library = "mathlib"
source = "durrett"
locator = "Chapter 2"
tags = { h_lp = "regularity: square integrable", h_mean = "definitional: centred", h_var = "intermediate lemma: the variance of the sum is given" }
+++
-/
theorem weak_law_from_variances {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (S : ℕ → Ω → ℝ) (v : ℝ) (h_lp : ∀ n, MemLp (S n) 2 μ) (h_mean : ∀ n, ∫ ω, S n ω ∂μ = 0)
    (h_var : ∀ n : ℕ, variance (S n) μ ≤ n * v) :
    TendstoInMeasure μ (fun (n : ℕ) ω => S n ω / n) atTop (fun _ => 0) := by sorry

/-
+++
id = "simple-walk-is-recurrent"
title = "The simple walk on the line returns infinitely often"
informal = "For independent steps 1 or -1 with probability 1/2 each, almost surely the walk is at 0 infinitely often."
representation = "literal"
library = "mathlib"
source = "feller"
locator = "Chapter III"
+++
-/
theorem simple_walk_is_recurrent {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (X : ℕ → Ω → ℝ) (hX : IsSimpleWalk μ X) : ∀ᵐ ω ∂μ, ∃ᶠ n in atTop, walk X n ω = 0 := by sorry

/-
+++
id = "return-probability-of-the-simple-walk"
title = "The probability that the simple walk is back at time 2n"
informal = "For independent steps 1 or -1 with probability 1/2 each, the probability that the walk is at 0 after 2n steps is the binomial coefficient of 2n over n divided by 4 to the n."
representation = "literal"
library = "mathlib"
source = "feller"
locator = "Chapter III"
+++
-/
theorem return_probability_of_the_simple_walk {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (X : ℕ → Ω → ℝ) (hX : IsSimpleWalk μ X) (n : ℕ) :
    (μ {ω | walk X (2 * n) ω = 0}).toReal = Nat.choose (2 * n) n / 4 ^ n := by sorry

/-
+++
id = "ruin-probability-of-a-fair-game"
title = "The ruin probability of a fair game"
informal = "Let h be a function on 0, …, N with h 0 = 0, h N = 1 and h (k+1) the mean of h k and h (k+2) wherever k + 2 ≤ N. Then h k = k / N for k ≤ N."
representation = "abstract"
library = "mathlib"
source = "feller"
locator = "Chapter XIV"
tags = { hN = "regularity: there is a segment", h_zero = "definitional: the boundary", h_one = "definitional: the boundary", h_step = "definitional: the first step" }
+++
-/
theorem ruin_probability_of_a_fair_game (N : ℕ) (hN : 0 < N) (h : ℕ → ℝ) (h_zero : h 0 = 0) (h_one : h N = 1)
    (h_step : ∀ k, k + 2 ≤ N → h (k + 1) = (h k + h (k + 2)) / 2) (k : ℕ) (hk : k ≤ N) : h k = k / N := by sorry

/-
+++
id = "kolmogorov-maximal-inequality"
title = "Kolmogorov's maximal inequality"
informal = "Let steps be independent, centred and square integrable. Then a² times the probability that the absolute value of the walk has been at least a at some time up to n is at most the variance of the walk at n."
representation = "literal"
library = "mathlib"
source = "durrett"
locator = "Chapter 2"
tags = { h_indep = "definitional: independent steps", h_lp = "regularity: square integrable", h_mean = "definitional: centred" }
+++
-/
theorem kolmogorov_maximal_inequality {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (X : ℕ → Ω → ℝ) (h_indep : iIndepFun X μ) (h_lp : ∀ n, MemLp (X n) 2 μ) (h_mean : ∀ n, ∫ ω, X n ω ∂μ = 0) (a : ℝ)
    (ha : 0 < a) (n : ℕ) : a ^ 2 * (μ {ω | ∃ k, k ≤ n ∧ a ≤ |walk X k ω|}).toReal ≤ variance (walk X n) μ := by sorry

/-
+++
id = "cumulants-of-independent-sums-add"
title = "Cumulant generating functions of independent variables add"
informal = "Let X and Y be independent with finite exponential moments at t. Then the cumulant generating function of X + Y at t is the sum of theirs."
representation = "literal"
library = "mathlib"
source = "dembo-zeitouni"
locator = "Section 2.2"
tags = { h_indep = "definitional: independent", h_X = "regularity: the moment is finite", h_Y = "regularity: the moment is finite" }
+++
-/
theorem cumulants_of_independent_sums_add {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (X Y : Ω → ℝ) (t : ℝ) (h_indep : IndepFun X Y μ)
    (h_X : Integrable (fun ω => Real.exp (t * X ω)) μ) (h_Y : Integrable (fun ω => Real.exp (t * Y ω)) μ) :
    cgf (fun ω => X ω + Y ω) μ t = cgf X μ t + cgf Y μ t := by sorry
