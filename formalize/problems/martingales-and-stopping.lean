/-
+++
id = "mean-of-fair-capital-abstract"
title = "The mean of a fair process stays, for a sum over words given by its recursion"
informal = "Let M be a capital that depends on the tosses so far, the latest first, with M (false :: w) + M (true :: w) = 2 · M w for every word w. Let S n f be given by S 0 f = f [] and S (n+1) f = S n of the function w ↦ f (false :: w) + f (true :: w). Then S n M = 2 to the n times M []."
representation = "abstract"
pair = "mean-of-fair-capital"
source = "williams"
locator = "Chapter 10"
tags = { h_fair = "definitional: M is a martingale of a fair coin", h_zero = "definitional: the recursion of S", h_step = "definitional: the recursion of S" }
+++
-/
theorem mean_of_fair_capital_abstract (M : List Bool → Nat) (S : Nat → (List Bool → Nat) → Nat)
    (h_fair : ∀ w, M (false :: w) + M (true :: w) = 2 * M w) (h_zero : ∀ f, S 0 f = f [])
    (h_step : ∀ n f, S (n + 1) f = S n fun w => f (false :: w) + f (true :: w)) (n : Nat) :
    S n M = 2 ^ n * M [] := by sorry
-- proof
theorem mean_of_fair_capital_abstract (M : List Bool → Nat) (S : Nat → (List Bool → Nat) → Nat)
    (h_fair : ∀ w, M (false :: w) + M (true :: w) = 2 * M w) (h_zero : ∀ f, S 0 f = f [])
    (h_step : ∀ n f, S (n + 1) f = S n fun w => f (false :: w) + f (true :: w)) (n : Nat) :
    S n M = 2 ^ n * M [] := by
  have scale : ∀ n f, S n (fun w => 2 * f w) = 2 * S n f := by
    intro n
    induction n with
    | zero => intro f; rw [h_zero, h_zero]
    | succ n ih =>
      intro f
      rw [h_step, h_step, ← ih]
      congr
      funext w
      exact (Nat.left_distrib 2 _ _).symm
  induction n with
  | zero => rw [h_zero]; exact (Nat.one_mul _).symm
  | succ n ih =>
    have e : (fun w => M (false :: w) + M (true :: w)) = fun w => 2 * M w := funext h_fair
    rw [h_step, e, scale, ih, pow_succ, Nat.mul_comm (2 ^ n) 2, Nat.mul_assoc]

/-
+++
id = "mean-of-fair-capital"
title = "The mean of a martingale does not change"
informal = "Let M be a capital that depends on the tosses of a fair coin so far and that is fair: the mean over the next toss is the capital now. Then the sum of M over all words of n tosses is 2 to the n times the capital at the start."
representation = "literal"
pair = "mean-of-fair-capital-abstract"
source = "williams"
locator = "Chapter 10"
uses = ["mean-of-fair-capital-abstract"]
+++
-/
theorem mean_of_fair_capital (M : List Bool → Nat) (hM : Fair M) (n : Nat) : sumWords M n = 2 ^ n * M [] := by sorry
-- proof
theorem mean_of_fair_capital (M : List Bool → Nat) (hM : Fair M) (n : Nat) : sumWords M n = 2 ^ n * M [] :=
  mean_of_fair_capital_abstract M (fun n f => sumWords f n) hM (fun _ => rfl) (fun n f => sumWords_step f n) n

/-
+++
id = "stopped-capital-is-fair"
title = "A stopped martingale is a martingale"
informal = "Let M be a fair capital under tosses of a fair coin and s a rule that says, from the tosses so far, whether to stop. The capital that is kept as it is from the first time on at which the rule says stop is fair too."
representation = "literal"
source = "williams"
locator = "Chapter 10"
+++
-/
theorem stopped_capital_is_fair (s : List Bool → Bool) (M : List Bool → Nat) (hM : Fair M) : Fair (stopped s M) := by
  sorry
-- proof
theorem not_stopped_yet (s : List Bool → Bool) (M : List Bool → Nat) (w : List Bool) (h : stoppedBy s w = false) :
    stopped s M w = M w := by
  cases w with
  | nil => rfl
  | cons b w =>
    show (if stoppedBy s w then stopped s M w else M (b :: w)) = _
    cases e : stoppedBy s w with
    | false => rfl
    | true =>
      have k : stoppedBy s (b :: w) = if stoppedBy s w then true else s (b :: w) := rfl
      rw [e] at k
      rw [k] at h
      exact Bool.noConfusion h
theorem stopped_capital_is_fair (s : List Bool → Bool) (M : List Bool → Nat) (hM : Fair M) : Fair (stopped s M) := by
  intro w
  show (if stoppedBy s w then stopped s M w else M (false :: w)) + (if stoppedBy s w then stopped s M w else M (true :: w))
    = 2 * stopped s M w
  cases e : stoppedBy s w with
  | false => rw [not_stopped_yet s M w e]; exact hM w
  | true => exact (two_mul _).symm

/-
+++
id = "optional-stopping"
title = "Optional stopping at a bounded time"
informal = "Let M be a fair capital under tosses of a fair coin, and s a rule that says from the tosses so far whether to stop. The sum over all words of n tosses of the capital stopped by the rule, at time n at the latest, is 2 to the n times the capital at the start."
representation = "literal"
pair = "optional-stopping-abstract"
source = "williams"
locator = "Chapter 10"
uses = ["mean-of-fair-capital", "stopped-capital-is-fair"]
+++
-/
theorem optional_stopping (s : List Bool → Bool) (M : List Bool → Nat) (hM : Fair M) (n : Nat) :
    sumWords (stopped s M) n = 2 ^ n * M [] := by sorry
-- proof
theorem optional_stopping (s : List Bool → Bool) (M : List Bool → Nat) (hM : Fair M) (n : Nat) :
    sumWords (stopped s M) n = 2 ^ n * M [] :=
  mean_of_fair_capital (stopped s M) (stopped_capital_is_fair s M hM) n

/-
+++
id = "optional-stopping-abstract"
title = "Optional stopping for a kept capital"
informal = "Let M be a fair capital under tosses of a fair coin, and D w say whether the game has stopped by the word w. Let K be a capital with K [] = M []; once stopped, K no longer moves; and as long as the game is not stopped, K is M, now and after the next toss. Then the sum of K over all words of n tosses is 2 to the n times M []."
representation = "abstract"
pair = "optional-stopping"
source = "williams"
locator = "Chapter 10"
uses = ["mean-of-fair-capital"]
tags = { hM = "definitional: M is a martingale of a fair coin", h_start = "definitional: K starts as M", h_kept = "definitional: K stays after the stop", h_moves = "intermediate lemma: that K agrees with M before the stop is given at both times", h_now = "intermediate lemma: that K agrees with M before the stop is given at both times" }
+++
-/
theorem optional_stopping_abstract (M K : List Bool → Nat) (D : List Bool → Bool) (hM : Fair M) (h_start : K [] = M [])
    (h_kept : ∀ b w, D w = true → K (b :: w) = K w) (h_moves : ∀ b w, D w = false → K (b :: w) = M (b :: w))
    (h_now : ∀ w, D w = false → K w = M w) (n : Nat) : sumWords K n = 2 ^ n * M [] := by sorry
-- proof
theorem optional_stopping_abstract (M K : List Bool → Nat) (D : List Bool → Bool) (hM : Fair M) (h_start : K [] = M [])
    (h_kept : ∀ b w, D w = true → K (b :: w) = K w) (h_moves : ∀ b w, D w = false → K (b :: w) = M (b :: w))
    (h_now : ∀ w, D w = false → K w = M w) (n : Nat) : sumWords K n = 2 ^ n * M [] := by
  rw [← h_start]
  refine mean_of_fair_capital K (fun w => ?_) n
  cases e : D w with
  | true => rw [h_kept _ _ e, h_kept _ _ e, two_mul]
  | false => rw [h_moves _ _ e, h_moves _ _ e, h_now _ e]; exact hM w

/-
+++
id = "maximal-inequality"
title = "Ville's maximal inequality"
informal = "Let M be a fair capital under tosses of a fair coin; it is never negative. Then a times the number of words of n tosses along which the capital has been at least a at some time, the start included, is at most 2 to the n times the capital at the start."
representation = "literal"
pair = "maximal-inequality-abstract"
source = "shafer-vovk"
locator = "Chapter 2"
uses = ["mean-of-fair-capital", "stopped-capital-is-fair", "maximal-inequality-abstract"]
+++
-/
theorem maximal_inequality (a : Nat) (M : List Bool → Nat) (hM : Fair M) (n : Nat) :
    a * sumWords (fun w => if stoppedBy (fun v => decide (a ≤ M v)) w then 1 else 0) n ≤ 2 ^ n * M [] := by sorry
-- proof
theorem at_least_when_stopped (a : Nat) (M : List Bool → Nat) (w : List Bool)
    (h : stoppedBy (fun v => decide (a ≤ M v)) w = true) : a ≤ stopped (fun v => decide (a ≤ M v)) M w := by
  induction w with
  | nil => exact of_decide_eq_true h
  | cons b w ih =>
    show a ≤ if stoppedBy (fun v => decide (a ≤ M v)) w then stopped (fun v => decide (a ≤ M v)) M w else M (b :: w)
    have k : stoppedBy (fun v => decide (a ≤ M v)) (b :: w)
      = if stoppedBy (fun v => decide (a ≤ M v)) w then true else decide (a ≤ M (b :: w)) := rfl
    cases e : stoppedBy (fun v => decide (a ≤ M v)) w with
    | true => exact ih e
    | false => rw [e] at k; rw [k] at h; exact of_decide_eq_true h
theorem maximal_inequality (a : Nat) (M : List Bool → Nat) (hM : Fair M) (n : Nat) :
    a * sumWords (fun w => if stoppedBy (fun v => decide (a ≤ M v)) w then 1 else 0) n ≤ 2 ^ n * M [] :=
  maximal_inequality_abstract a _ (stopped (fun v => decide (a ≤ M v)) M) (stopped_capital_is_fair _ M hM)
    (at_least_when_stopped a M) n

/-
+++
id = "maximal-inequality-abstract"
title = "A fair capital that is at least a on an event bounds its number"
informal = "Let K be a fair capital under tosses of a fair coin that is at least a at each word with the property D. Then a times the number of words of n tosses with the property is at most 2 to the n times the capital at the start."
representation = "abstract"
pair = "maximal-inequality"
source = "shafer-vovk"
locator = "Chapter 2"
uses = ["mean-of-fair-capital"]
tags = { hK = "definitional: K is a martingale of a fair coin", h_large = "intermediate lemma: a capital that stops at the level is given" }
+++
-/
theorem maximal_inequality_abstract (a : Nat) (D : List Bool → Bool) (K : List Bool → Nat) (hK : Fair K)
    (h_large : ∀ w, D w = true → a ≤ K w) (n : Nat) :
    a * sumWords (fun w => if D w then 1 else 0) n ≤ 2 ^ n * K [] := by sorry
-- proof
theorem maximal_inequality_abstract (a : Nat) (D : List Bool → Bool) (K : List Bool → Nat) (hK : Fair K)
    (h_large : ∀ w, D w = true → a ≤ K w) (n : Nat) :
    a * sumWords (fun w => if D w then 1 else 0) n ≤ 2 ^ n * K [] := by
  rw [← mean_of_fair_capital K hK n, ← sumWords_mul]
  refine sumWords_le _ _ (fun w => ?_) n
  cases e : D w with
  | true => have := h_large w e; rw [← Nat.mul_one a] at this; exact this
  | false => exact Nat.zero_le _

/-
+++
id = "square-of-fair-capital"
title = "The square of a martingale is a submartingale"
informal = "Let M be a fair capital under tosses of a fair coin. Then its square does not fall in the mean."
representation = "literal"
pair = "square-of-fair-capital-abstract"
source = "williams"
locator = "Chapter 12"
uses = ["square-of-fair-capital-abstract"]
+++
-/
theorem square_of_fair_capital (M : List Bool → Nat) (hM : Fair M) : Subfair (fun w => M w * M w) := by sorry
-- proof
theorem square_of_fair_capital (M : List Bool → Nat) (hM : Fair M) : Subfair (fun w => M w * M w) := by
  refine square_of_fair_capital_abstract M (fun k => k * k) hM (fun a b m h => ?_)
  refine le_of_mul_le (Nat.succ_pos 1) ?_
  have four : 2 * (2 * (m * m)) = (a + b) * (a + b) := by
    rw [h, Nat.mul_assoc, mul_left_comm m 2 m]
  have two : 2 * (a * a + b * b) = a * a + b * b + (a * a + b * b) := two_mul _
  have e : (a + b) * (a + b) = a * b + a * b + (a * a + b * b) := by
    simp [Nat.left_distrib, Nat.right_distrib, Nat.add_assoc, Nat.add_comm, add_left_comm, Nat.mul_comm]
  show 2 * (2 * (m * m)) ≤ 2 * (a * a + b * b)
  rw [four, two, e]
  exact Nat.add_le_add_right (square_le a b) _

/-
+++
id = "square-of-fair-capital-abstract"
title = "A convex function of a martingale is a submartingale"
informal = "Let M be a fair capital under tosses of a fair coin, and φ a function on the natural numbers with 2 · φ m at most φ a + φ b whenever a + b = 2 · m. Then φ of the capital does not fall in the mean."
representation = "abstract"
pair = "square-of-fair-capital"
source = "williams"
locator = "Chapter 9"
tags = { hM = "definitional: M is a martingale of a fair coin", h_convex = "conclusion in disguise: Jensen's inequality for one toss is the claim itself" }
+++
-/
theorem square_of_fair_capital_abstract (M : List Bool → Nat) (φ : Nat → Nat) (hM : Fair M)
    (h_convex : ∀ a b m, a + b = 2 * m → 2 * φ m ≤ φ a + φ b) : Subfair (fun w => φ (M w)) := by sorry
-- proof
theorem square_of_fair_capital_abstract (M : List Bool → Nat) (φ : Nat → Nat) (hM : Fair M)
    (h_convex : ∀ a b m, a + b = 2 * m → 2 * φ m ≤ φ a + φ b) : Subfair (fun w => φ (M w)) :=
  fun w => h_convex _ _ _ (hM w)

/-
+++
id = "mean-of-subfair-capital"
title = "The mean of a submartingale does not fall"
informal = "Let M be a capital under tosses of a fair coin that does not fall in the mean. Then twice its sum over the words of n tosses is at most its sum over the words of n + 1 tosses."
representation = "literal"
source = "williams"
locator = "Chapter 10"
+++
-/
theorem mean_of_subfair_capital (M : List Bool → Nat) (hM : Subfair M) (n : Nat) :
    2 * sumWords M n ≤ sumWords M (n + 1) := by sorry
-- proof
theorem mean_of_subfair_capital (M : List Bool → Nat) (hM : Subfair M) (n : Nat) :
    2 * sumWords M n ≤ sumWords M (n + 1) := by
  rw [sumWords_step, ← sumWords_mul]
  exact sumWords_le _ _ hM n

/-
+++
id = "stakes-keep-capital-fair"
title = "Betting on a fair coin keeps the capital fair"
informal = "A gambler who has seen the tosses w stakes b w, at most the capital K w. If the next toss is true the capital grows by the stake, otherwise it falls by it. Then the sum of the capital over all words of n tosses is 2 to the n times the first capital."
representation = "abstract"
source = "shafer-vovk"
locator = "Chapter 2"
uses = ["mean-of-fair-capital"]
tags = { h_stake = "definitional: nobody stakes more than there is", h_win = "definitional: how a win is paid", h_lose = "definitional: how a loss is paid" }
+++
-/
theorem stakes_keep_capital_fair (K b : List Bool → Nat) (h_stake : ∀ w, b w ≤ K w)
    (h_win : ∀ w, K (true :: w) = K w + b w) (h_lose : ∀ w, K (false :: w) = K w - b w) (n : Nat) :
    sumWords K n = 2 ^ n * K [] := by sorry
-- proof
theorem stakes_keep_capital_fair (K b : List Bool → Nat) (h_stake : ∀ w, b w ≤ K w)
    (h_win : ∀ w, K (true :: w) = K w + b w) (h_lose : ∀ w, K (false :: w) = K w - b w) (n : Nat) :
    sumWords K n = 2 ^ n * K [] := by
  refine mean_of_fair_capital K (fun w => ?_) n
  rw [h_win, h_lose, Nat.add_comm (K w), ← Nat.add_assoc, sub_add (h_stake w), two_mul]

/-
+++
id = "later-of-two-stopping-times"
title = "The later of two stopping times is a stopping time"
informal = "A time τ of an infinite sequence of tosses is a stopping time if tosses that agree before τ have the same τ. If τ and σ are stopping times, then so is the larger of them."
representation = "literal"
source = "durrett"
locator = "Chapter 4"
+++
-/
theorem later_of_two_stopping_times (τ σ : (Nat → Bool) → Nat) (hτ : IsStop τ) (hσ : IsStop σ) :
    IsStop (fun ω => later (τ ω) (σ ω)) := by sorry
-- proof
theorem later_of_two_stopping_times (τ σ : (Nat → Bool) → Nat) (hτ : IsStop τ) (hσ : IsStop σ) :
    IsStop (fun ω => later (τ ω) (σ ω)) := by
  intro ω ω' h
  show later (τ ω') (σ ω') = later (τ ω) (σ ω)
  rw [hτ ω ω' fun i l => h i (Nat.lt_of_lt_of_le l (le_later_left _ _)),
    hσ ω ω' fun i l => h i (Nat.lt_of_lt_of_le l (le_later_right _ _))]

/-
+++
id = "earlier-of-two-stopping-times"
title = "The earlier of two stopping times is a stopping time"
informal = "A time τ of an infinite sequence of tosses is a stopping time if tosses that agree before τ have the same τ. If τ and σ are stopping times, then so is the smaller of them."
representation = "literal"
source = "durrett"
locator = "Chapter 4"
+++
-/
theorem earlier_of_two_stopping_times (τ σ : (Nat → Bool) → Nat) (hτ : IsStop τ) (hσ : IsStop σ) :
    IsStop (fun ω => earlier (τ ω) (σ ω)) := by sorry
-- proof
theorem earlier_when_first (τ σ : (Nat → Bool) → Nat) (hτ : IsStop τ) (hσ : IsStop σ) (ω ω' : Nat → Bool)
    (l : τ ω ≤ σ ω) (h : ∀ i, i < τ ω → ω i = ω' i) : τ ω' = τ ω ∧ τ ω' ≤ σ ω' := by
  have e : τ ω' = τ ω := hτ ω ω' h
  refine ⟨e, ?_⟩
  cases Nat.lt_or_ge (σ ω') (τ ω') with
  | inr k => exact k
  | inl k =>
    rw [e] at k
    have same : σ ω = σ ω' := hσ ω' ω fun i hi => (h i (Nat.lt_trans hi k)).symm
    rw [← same] at k
    exact absurd l (Nat.not_le_of_lt k)
theorem earlier_of_two_stopping_times (τ σ : (Nat → Bool) → Nat) (hτ : IsStop τ) (hσ : IsStop σ) :
    IsStop (fun ω => earlier (τ ω) (σ ω)) := by
  intro ω ω' h
  have h : ∀ i, i < earlier (τ ω) (σ ω) → ω i = ω' i := h
  show earlier (τ ω') (σ ω') = earlier (τ ω) (σ ω)
  cases Nat.lt_or_ge (σ ω) (τ ω) with
  | inr l =>
    have m : earlier (τ ω) (σ ω) = τ ω := if_pos l
    rw [m] at h ⊢
    obtain ⟨e, l'⟩ := earlier_when_first τ σ hτ hσ ω ω' l h
    exact (if_pos l' : earlier (τ ω') (σ ω') = τ ω').trans e
  | inl l =>
    have m : earlier (τ ω) (σ ω) = σ ω := if_neg (Nat.not_le_of_lt l)
    rw [m] at h ⊢
    obtain ⟨e, l'⟩ := earlier_when_first σ τ hσ hτ ω ω' (Nat.le_of_lt l) h
    by_cases c : τ ω' ≤ σ ω'
    · exact (if_pos c : earlier (τ ω') (σ ω') = τ ω').trans ((Nat.le_antisymm c l').trans e)
    · exact (if_neg c : earlier (τ ω') (σ ω') = σ ω').trans e

/-
+++
id = "sum-of-two-stopping-times"
title = "The sum of two stopping times is a stopping time"
informal = "A time τ of an infinite sequence of tosses is a stopping time if tosses that agree before τ have the same τ. If τ and σ are stopping times, then so is τ + σ."
representation = "literal"
source = "durrett"
locator = "Chapter 4"
+++
-/
theorem sum_of_two_stopping_times (τ σ : (Nat → Bool) → Nat) (hτ : IsStop τ) (hσ : IsStop σ) :
    IsStop (fun ω => τ ω + σ ω) := by sorry
-- proof
theorem sum_of_two_stopping_times (τ σ : (Nat → Bool) → Nat) (hτ : IsStop τ) (hσ : IsStop σ) :
    IsStop (fun ω => τ ω + σ ω) := by
  intro ω ω' h
  show τ ω' + σ ω' = τ ω + σ ω
  rw [hτ ω ω' fun i l => h i (Nat.lt_of_lt_of_le l (Nat.le_add_right _ _)),
    hσ ω ω' fun i l => h i (Nat.lt_of_lt_of_le l (Nat.le_add_left _ _))]

/-
+++
id = "running-maximum-is-attained"
title = "The running maximum is the least upper bound and is attained"
informal = "For a sequence X of natural numbers, the running maximum at n is at least X k for every k up to n, and is equal to X k for some k up to n."
representation = "literal"
pair = "running-maximum-is-attained-abstract"
source = "durrett"
locator = "Chapter 4"
uses = ["running-maximum-is-attained-abstract"]
+++
-/
theorem running_maximum_is_attained (X : Nat → Nat) (n : Nat) :
    (∀ k, k ≤ n → X k ≤ runningMax X n) ∧ ∃ k, k ≤ n ∧ X k = runningMax X n := by sorry
-- proof
theorem running_maximum_is_attained (X : Nat → Nat) (n : Nat) :
    (∀ k, k ≤ n → X k ≤ runningMax X n) ∧ ∃ k, k ≤ n ∧ X k = runningMax X n :=
  running_maximum_is_attained_abstract X (runningMax X) rfl (fun _ => le_later_left _ _) (fun _ => le_later_right _ _)
    (fun _ => later_cases _ _) n

/-
+++
id = "running-maximum-is-attained-abstract"
title = "A sequence that grows just to cover another one"
informal = "Let m be a sequence with m 0 = X 0, never falling, at least X (n+1) at n + 1, and at each step equal to what it was or to the new value of X. Then m n is at least X k for every k up to n, and is equal to X k for some k up to n."
representation = "abstract"
pair = "running-maximum-is-attained"
source = "durrett"
locator = "Chapter 4"
tags = { h_zero = "definitional: m starts with X", h_up = "definitional: m does not fall", h_new = "definitional: m covers the new value", h_or = "definitional: m takes no other values" }
+++
-/
theorem running_maximum_is_attained_abstract (X m : Nat → Nat) (h_zero : m 0 = X 0) (h_up : ∀ n, m n ≤ m (n + 1))
    (h_new : ∀ n, X (n + 1) ≤ m (n + 1)) (h_or : ∀ n, m (n + 1) = m n ∨ m (n + 1) = X (n + 1)) (n : Nat) :
    (∀ k, k ≤ n → X k ≤ m n) ∧ ∃ k, k ≤ n ∧ X k = m n := by sorry
-- proof
theorem running_maximum_is_attained_abstract (X m : Nat → Nat) (h_zero : m 0 = X 0) (h_up : ∀ n, m n ≤ m (n + 1))
    (h_new : ∀ n, X (n + 1) ≤ m (n + 1)) (h_or : ∀ n, m (n + 1) = m n ∨ m (n + 1) = X (n + 1)) (n : Nat) :
    (∀ k, k ≤ n → X k ≤ m n) ∧ ∃ k, k ≤ n ∧ X k = m n := by
  induction n with
  | zero =>
    exact ⟨fun k hk => by rw [eq_zero_of_le hk, h_zero]; exact Nat.le_refl _, 0, Nat.le_refl _, h_zero.symm⟩
  | succ n ih =>
    refine ⟨fun k hk => ?_, ?_⟩
    · by_cases e : k = n + 1
      · rw [e]; exact h_new n
      · exact Nat.le_trans (ih.1 k (Nat.le_of_lt_succ (lt_of_le_of_ne hk e))) (h_up n)
    · obtain ⟨k, hk, e⟩ := ih.2
      cases h_or n with
      | inl h => exact ⟨k, .step hk, e.trans h.symm⟩
      | inr h => exact ⟨n + 1, .refl, h.symm⟩

/-
+++
id = "one-step-before-a-stopping-time"
title = "Defect: the time before a stopping time is not a stopping time"
informal = "A time τ of an infinite sequence of tosses is a stopping time if tosses that agree before τ have the same τ. If τ is a stopping time, then so is τ - 1. (False: it would tell the future.)"
representation = "literal"
source = "durrett"
locator = "Chapter 4"
+++
-/
theorem one_step_before_a_stopping_time (τ : (Nat → Bool) → Nat) (hτ : IsStop τ) : IsStop (fun ω => τ ω - 1) := by
  sorry
-- disproof
theorem one_step_before_a_stopping_time_disproof :
    ¬ ∀ (τ : (Nat → Bool) → Nat) (_hτ : IsStop τ), IsStop (fun ω => τ ω - 1) := by
  intro h
  have stop : IsStop (fun ω => if ω 0 then 1 else 2) := by
    intro ω ω' k
    have first : ω 0 = ω' 0 := k 0 (by show 0 < if ω 0 then 1 else 2; split <;> decide)
    show (if ω' 0 then 1 else 2) = if ω 0 then 1 else 2
    rw [first]
  have := h _ stop (fun _ => true) (fun _ => false) (fun i l => absurd l (Nat.not_lt_zero i))
  exact absurd (this : (1 : Nat) = 0) (by decide)

/-
+++
id = "product-of-fair-capitals"
title = "Defect: the product of two martingales is not a martingale"
informal = "If M and K are fair capitals under tosses of a fair coin, then so is their product. (False: both may win on the same toss.)"
representation = "literal"
source = "williams"
locator = "Chapter 10"
+++
-/
theorem product_of_fair_capitals (M K : List Bool → Nat) (hM : Fair M) (hK : Fair K) : Fair (fun w => M w * K w) := by
  sorry
-- disproof
def doubling : List Bool → Nat
  | [] => 1
  | true :: w => 2 * doubling w
  | false :: _ => 0
theorem product_of_fair_capitals_disproof :
    ¬ ∀ (M K : List Bool → Nat) (_hM : Fair M) (_hK : Fair K), Fair (fun w => M w * K w) := by
  intro h
  have fair : Fair doubling := fun w => Nat.zero_add _
  exact absurd (h doubling doubling fair fair [] : (4 : Nat) = 2) (by decide)

/-
+++
id = "no-drift-is-a-martingale"
title = "A process without drift is a martingale"
informal = "Let X be adapted to a filtration and integrable at each time, and let each increment have conditional mean 0 given the past. Then X is a martingale."
representation = "literal"
library = "mathlib"
pair = "no-drift-is-a-martingale-abstract"
source = "williams"
locator = "Chapter 10"
tags = { h_adapted = "regularity: X is adapted", h_int = "regularity: X is integrable" }
+++
-/
theorem no_drift_is_a_martingale {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (h_adapted : Adapted ℱ X) (h_int : ∀ n, Integrable (X n) μ)
    (h_drift : IsConstDrift μ ℱ X 0) : Martingale X ℱ μ := by sorry

/-
+++
id = "no-drift-is-a-martingale-abstract"
title = "A martingale from one step at a time"
informal = "Let X be adapted to a filtration and integrable at each time, and let X n be a version of the conditional mean of X (n+1) given the past at n. Then X is a martingale."
representation = "abstract"
library = "mathlib"
pair = "no-drift-is-a-martingale"
source = "williams"
locator = "Chapter 10"
tags = { h_adapted = "regularity: X is adapted", h_int = "regularity: X is integrable", h_step = "intermediate lemma: the martingale property for one step" }
+++
-/
theorem no_drift_is_a_martingale_abstract {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (h_adapted : Adapted ℱ X)
    (h_int : ∀ n, Integrable (X n) μ) (h_step : ∀ n, μ[X (n + 1)|ℱ n] =ᵐ[μ] X n) : Martingale X ℱ μ := by sorry

/-
+++
id = "optional-stopping-at-a-bounded-time"
title = "Optional stopping at a bounded time"
informal = "Let X be a martingale and τ a stopping time that is at most N. Then the mean of X at τ is the mean of X at 0."
representation = "literal"
library = "mathlib"
pair = "optional-stopping-at-a-bounded-time-abstract"
source = "williams"
locator = "Chapter 10"
tags = { h_bound = "regularity: τ is bounded" }
+++
-/
theorem optional_stopping_at_a_bounded_time {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (hX : Martingale X ℱ μ) (τ : Ω → ℕ)
    (hτ : IsStoppingTime ℱ τ) (N : ℕ) (h_bound : ∀ ω, τ ω ≤ N) :
    ∫ ω, stoppedValue X τ ω ∂μ = ∫ ω, X 0 ω ∂μ := by sorry

/-
+++
id = "optional-stopping-at-a-bounded-time-abstract"
title = "The mean of a sum of stopped increments"
informal = "Let a n · D n be integrable with mean 0 for each n, where a n stands for the event that the process has not stopped by n and D n for its increment. Then the mean of the sum over n below N of a n · D n is 0."
representation = "abstract"
library = "mathlib"
pair = "optional-stopping-at-a-bounded-time"
source = "williams"
locator = "Chapter 10"
tags = { h_int = "regularity: integrable", h_mean = "conclusion in disguise: orthogonality to the past is the claim for each term" }
+++
-/
theorem optional_stopping_at_a_bounded_time_abstract {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (D a : ℕ → Ω → ℝ) (h_int : ∀ n, Integrable (fun ω => a n ω * D n ω) μ)
    (h_mean : ∀ n, ∫ ω, a n ω * D n ω ∂μ = 0) (N : ℕ) :
    ∫ ω, (∑ n ∈ Finset.range N, a n ω * D n ω) ∂μ = 0 := by sorry

/-
+++
id = "doob-maximal-inequality"
title = "Doob's maximal inequality"
informal = "Let X be a nonnegative submartingale and a positive. Then a times the probability that the running maximum at n is at least a is at most the mean of X n."
representation = "literal"
library = "mathlib"
source = "williams"
locator = "Chapter 14"
tags = { h_pos = "definitional: X is nonnegative" }
+++
-/
theorem doob_maximal_inequality {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (hX : Submartingale X ℱ μ) (h_pos : ∀ n ω, 0 ≤ X n ω) (a : ℝ) (ha : 0 < a)
    (n : ℕ) : a * (μ {ω | a ≤ runningMax X n ω}).toReal ≤ ∫ ω, X n ω ∂μ := by sorry

/-
+++
id = "martingale-convergence"
title = "A submartingale bounded in L¹ converges"
informal = "Let X be a submartingale whose L¹ norms are bounded. Then almost surely X n converges to a finite limit."
representation = "literal"
library = "mathlib"
source = "williams"
locator = "Chapter 11"
tags = { h_bound = "regularity: bounded in L¹" }
+++
-/
theorem martingale_convergence {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (hX : Submartingale X ℱ μ) (R : ℝ≥0) (h_bound : ∀ n, eLpNorm (X n) 1 μ ≤ R) :
    ∀ᵐ ω ∂μ, ∃ c, Tendsto (fun n => X n ω) atTop (𝓝 c) := by sorry

/-
+++
id = "uniformly-integrable-martingales-are-closed"
title = "A uniformly integrable martingale is closed by its limit"
informal = "Let X be a martingale that is uniformly integrable. Then X n is a version of the conditional mean of its almost sure limit given the past at n."
representation = "literal"
library = "mathlib"
source = "williams"
locator = "Chapter 14"
tags = { h_ui = "regularity: uniform integrability" }
+++
-/
theorem uniformly_integrable_martingales_are_closed {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (hX : Martingale X ℱ μ)
    (h_ui : UniformIntegrable X 1 μ) (n : ℕ) : X n =ᵐ[μ] μ[ℱ.limitProcess X μ|ℱ n] := by sorry

/-
+++
id = "doob-decomposition"
title = "Doob's decomposition"
informal = "Let X be adapted to a filtration and integrable at each time. Then its martingale part is a martingale."
representation = "literal"
library = "mathlib"
source = "williams"
locator = "Chapter 12"
tags = { h_adapted = "regularity: X is adapted", h_int = "regularity: X is integrable" }
+++
-/
theorem doob_decomposition {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (h_adapted : Adapted ℱ X) (h_int : ∀ n, Integrable (X n) μ) :
    Martingale (martingalePart X ℱ μ) ℱ μ := by sorry

/-
+++
id = "square-of-a-martingale"
title = "The square of a martingale is a submartingale"
informal = "Let X be a martingale that is square integrable at each time. Then its square is a submartingale."
representation = "literal"
library = "mathlib"
source = "williams"
locator = "Chapter 12"
tags = { h_sq = "regularity: square integrable" }
+++
-/
theorem square_of_a_martingale {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (hX : Martingale X ℱ μ) (h_sq : ∀ n, Integrable (fun ω => X n ω ^ 2) μ) :
    Submartingale (fun n ω => X n ω ^ 2) ℱ μ := by sorry

/-
+++
id = "azuma-hoeffding"
title = "The Azuma–Hoeffding inequality"
informal = "Let X be a martingale with X 0 = 0 and increments that are at most c in absolute value. Then the probability that X n is at least a, for a ≥ 0, is at most exp (-a² / (2 n c²))."
representation = "literal"
library = "mathlib"
source = "williams"
locator = "Chapter 14"
tags = { h_zero = "definitional: starts at 0", h_inc = "definitional: bounded increments", hn = "regularity: no division by 0" }
+++
-/
theorem azuma_hoeffding {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (hX : Martingale X ℱ μ) (h_zero : ∀ ω, X 0 ω = 0) (c : ℝ) (hc : 0 < c)
    (h_inc : ∀ n ω, |X (n + 1) ω - X n ω| ≤ c) (a : ℝ) (ha : 0 ≤ a) (n : ℕ) (hn : 0 < n) :
    (μ {ω | a ≤ X n ω}).toReal ≤ Real.exp (-(a ^ 2 / (2 * n * c ^ 2))) := by sorry

/-
+++
id = "wald-identity"
title = "Wald's identity"
informal = "Let integrable steps be such that the walk less n times m is a martingale, and τ a bounded stopping time. Then the mean of the walk at τ is m times the mean of τ."
representation = "abstract"
library = "mathlib"
source = "durrett"
locator = "Chapter 4"
tags = { h_int = "regularity: integrable", h_mart = "intermediate lemma: that the centred walk is a martingale is given", h_bound = "regularity: τ is bounded" }
+++
-/
theorem wald_identity {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (m : ℝ) (h_int : ∀ n, Integrable (X n) μ)
    (h_mart : Martingale (fun n ω => walk X n ω - n * m) ℱ μ) (τ : Ω → ℕ) (hτ : IsStoppingTime ℱ τ) (N : ℕ)
    (h_bound : ∀ ω, τ ω ≤ N) : ∫ ω, walk X (τ ω) ω ∂μ = m * ∫ ω, (τ ω : ℝ) ∂μ := by sorry

/-
+++
id = "stopping-times-as-times-that-may-never-come"
title = "Optional stopping for a time in ℕ ∪ {⊤}"
informal = "Let X be a martingale and τ a bounded time with natural values that is a stopping time when read as a time that may never come. Then the mean of X at τ is the mean of X at 0."
representation = "literal"
library = "mathlib"
revision = "97038c23"
source = "williams"
locator = "Chapter 10"
tags = { h_bound = "regularity: τ is bounded" }
+++
-/
theorem stopping_times_as_times_that_may_never_come {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (ℱ : Filtration ℕ m0) (X : ℕ → Ω → ℝ) (hX : Martingale X ℱ μ) (τ : Ω → ℕ)
    (hτ : IsStoppingTime ℱ (natStop τ)) (N : ℕ) (h_bound : ∀ ω, τ ω ≤ N) :
    ∫ ω, stoppedValue X (natStop τ) ω ∂μ = ∫ ω, X 0 ω ∂μ := by sorry
