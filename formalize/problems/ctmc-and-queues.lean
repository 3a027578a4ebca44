/-
+++
id = "workload-grows-with-its-start"
title = "More work at the start means more work later"
informal = "The workload that the n-th customer finds follows Lindley's recursion: it grows by the service and falls by the gap, but never below 0. Of two queues with the same services and gaps, the one that starts with no less work has no less work at each later customer."
representation = "literal"
pair = "workload-grows-with-its-start-abstract"
source = "asmussen"
locator = "Chapter III"
uses = ["workload-grows-with-its-start-abstract"]
+++
-/
theorem workload_grows_with_its_start (s t : Nat → Nat) (v w : Nat) (hvw : v ≤ w) (n : Nat) :
    workload s t v n ≤ workload s t w n := by sorry
-- proof
theorem workload_grows_with_its_start (s t : Nat → Nat) (v w : Nat) (hvw : v ≤ w) (n : Nat) :
    workload s t v n ≤ workload s t w n :=
  workload_grows_with_its_start_abstract s s t (workload s t v) (workload s t w) hvw (fun _ => Nat.le_refl _)
    (fun _ => rfl) (fun _ => rfl) n

/-
+++
id = "workload-grows-with-its-start-abstract"
title = "Lindley's recursion is monotone"
informal = "Let V and W follow V (n+1) = max (V n + s n - t n, 0) and W (n+1) = max (W n + r n - t n, 0), with V 0 at most W 0 and s n at most r n for every n. Then V n is at most W n for every n."
representation = "abstract"
pair = "workload-grows-with-its-start"
source = "asmussen"
locator = "Chapter III"
tags = { h_start = "definitional: where they start", h_service = "definitional: the services are compared", h_first = "definitional: the recursion", h_second = "definitional: the recursion" }
+++
-/
theorem workload_grows_with_its_start_abstract (s r t V W : Nat → Nat) (h_start : V 0 ≤ W 0) (h_service : ∀ n, s n ≤ r n)
    (h_first : ∀ n, V (n + 1) = V n + s n - t n) (h_second : ∀ n, W (n + 1) = W n + r n - t n) (n : Nat) :
    V n ≤ W n := by sorry
-- proof
theorem workload_grows_with_its_start_abstract (s r t V W : Nat → Nat) (h_start : V 0 ≤ W 0) (h_service : ∀ n, s n ≤ r n)
    (h_first : ∀ n, V (n + 1) = V n + s n - t n) (h_second : ∀ n, W (n + 1) = W n + r n - t n) (n : Nat) :
    V n ≤ W n := by
  induction n with
  | zero => exact h_start
  | succ n ih =>
    rw [h_first, h_second]
    exact sub_mono (Nat.add_le_add ih (h_service n)) (Nat.le_refl _)

/-
+++
id = "workloads-do-not-drift-apart"
title = "Two workloads do not drift apart"
informal = "Two queues have the same services and gaps and follow Lindley's recursion; the second starts with k more work. Then at each customer it has at most k more work."
representation = "literal"
pair = "workloads-do-not-drift-apart-abstract"
source = "asmussen"
locator = "Chapter III"
uses = ["workloads-do-not-drift-apart-abstract"]
+++
-/
theorem workloads_do_not_drift_apart (s t : Nat → Nat) (w k n : Nat) :
    workload s t (w + k) n ≤ workload s t w n + k := by sorry
-- proof
theorem workloads_do_not_drift_apart (s t : Nat → Nat) (w k n : Nat) :
    workload s t (w + k) n ≤ workload s t w n + k :=
  workloads_do_not_drift_apart_abstract s t (workload s t w) (workload s t (w + k)) k (Nat.le_refl _) (fun _ => rfl)
    (fun _ => rfl) n

/-
+++
id = "workloads-do-not-drift-apart-abstract"
title = "Lindley's recursion does not stretch distances"
informal = "Let V and W follow V (n+1) = max (V n + s n - t n, 0) and W (n+1) = max (W n + s n - t n, 0), with W 0 at most V 0 + k. Then W n is at most V n + k for every n."
representation = "abstract"
pair = "workloads-do-not-drift-apart"
source = "asmussen"
locator = "Chapter III"
tags = { h_start = "definitional: where they start", h_first = "definitional: the recursion", h_second = "definitional: the recursion" }
+++
-/
theorem workloads_do_not_drift_apart_abstract (s t V W : Nat → Nat) (k : Nat) (h_start : W 0 ≤ V 0 + k)
    (h_first : ∀ n, V (n + 1) = V n + s n - t n) (h_second : ∀ n, W (n + 1) = W n + s n - t n) (n : Nat) :
    W n ≤ V n + k := by sorry
-- proof
theorem workloads_do_not_drift_apart_abstract (s t V W : Nat → Nat) (k : Nat) (h_start : W 0 ≤ V 0 + k)
    (h_first : ∀ n, V (n + 1) = V n + s n - t n) (h_second : ∀ n, W (n + 1) = W n + s n - t n) (n : Nat) :
    W n ≤ V n + k := by
  induction n with
  | zero => exact h_start
  | succ n ih =>
    rw [h_first, h_second]
    refine sub_le_iff.2 ?_
    have up : V n + s n ≤ V n + s n - t n + t n := le_sub_add _ _
    refine Nat.le_trans (Nat.add_le_add_right ih _) ?_
    rw [Nat.add_assoc, Nat.add_comm k, ← Nat.add_assoc, Nat.add_assoc (V n + s n - t n), Nat.add_comm k, ← Nat.add_assoc]
    exact Nat.add_le_add_right up k

/-
+++
id = "workload-covers-what-came"
title = "The workload is at least what came less what could be served"
informal = "In a queue that follows Lindley's recursion and starts with work w, w plus the first n services is at most the workload at the n-th customer plus the first n gaps. Idle time makes it more than equal."
representation = "literal"
pair = "workload-covers-what-came-abstract"
source = "asmussen"
locator = "Chapter III"
uses = ["workload-covers-what-came-abstract"]
+++
-/
theorem workload_covers_what_came (s t : Nat → Nat) (w n : Nat) : w + total s n ≤ workload s t w n + total t n := by sorry
-- proof
theorem workload_covers_what_came (s t : Nat → Nat) (w n : Nat) : w + total s n ≤ workload s t w n + total t n :=
  workload_covers_what_came_abstract s t (workload s t w) (fun _ => le_sub_add _ _) n

/-
+++
id = "workload-covers-what-came-abstract"
title = "A level that falls by no more than what is taken out"
informal = "Let W n + s n be at most W (n+1) + t n for every n. Then W 0 plus the first n of the s is at most W n plus the first n of the t."
representation = "abstract"
pair = "workload-covers-what-came"
source = "asmussen"
locator = "Chapter III"
tags = { h_step = "intermediate lemma: the inequality for one step is given" }
+++
-/
theorem workload_covers_what_came_abstract (s t W : Nat → Nat) (h_step : ∀ n, W n + s n ≤ W (n + 1) + t n) (n : Nat) :
    W 0 + total s n ≤ W n + total t n := by sorry
-- proof
theorem workload_covers_what_came_abstract (s t W : Nat → Nat) (h_step : ∀ n, W n + s n ≤ W (n + 1) + t n) (n : Nat) :
    W 0 + total s n ≤ W n + total t n := by
  induction n with
  | zero => exact Nat.le_refl _
  | succ n ih =>
    show W 0 + (total s n + s n) ≤ W (n + 1) + (total t n + t n)
    rw [← Nat.add_assoc]
    refine Nat.le_trans (Nat.add_le_add_right ih _) ?_
    rw [Nat.add_assoc, Nat.add_comm (total t n), ← Nat.add_assoc, Nat.add_comm (total t n), ← Nat.add_assoc]
    exact Nat.add_le_add_right (h_step n) _

/-
+++
id = "workload-balances-exactly"
title = "Defect: without idle time the workload would balance exactly"
informal = "In a queue that follows Lindley's recursion and starts with work w, w plus the first n services is the workload at the n-th customer plus the first n gaps. (False: the server may idle.)"
representation = "literal"
source = "asmussen"
locator = "Chapter III"
+++
-/
theorem workload_balances_exactly (s t : Nat → Nat) (w n : Nat) : w + total s n = workload s t w n + total t n := by sorry
-- disproof
theorem workload_balances_exactly_disproof :
    ¬ ∀ (s t : Nat → Nat) (w n : Nat), w + total s n = workload s t w n + total t n := fun h =>
  absurd (h (fun _ => 0) (fun _ => 1) 0 1) (by decide)

/-
+++
id = "work-is-conserved"
title = "What came in was served or is still there"
informal = "In a queue that follows Lindley's recursion and starts empty, the work that is served in the n-th gap is the smaller of the gap and the work present. The workload at the n-th customer and the work served before it add up to the first n services."
representation = "literal"
pair = "work-is-conserved-abstract"
source = "asmussen"
locator = "Chapter III"
uses = ["work-is-conserved-abstract"]
+++
-/
theorem work_is_conserved (s t : Nat → Nat) (n : Nat) :
    workload s t 0 n + total (fun k => earlier (workload s t 0 k + s k) (t k)) n = total s n := by sorry
-- proof
theorem sub_add_earlier (a b : Nat) : a - b + earlier a b = a := by
  by_cases h : a ≤ b
  · have e : earlier a b = a := if_pos h
    rw [e, sub_of_le h, Nat.zero_add]
  · have e : earlier a b = b := if_neg h
    rw [e, sub_add (Nat.le_of_lt (Nat.lt_of_not_le h))]
theorem work_is_conserved (s t : Nat → Nat) (n : Nat) :
    workload s t 0 n + total (fun k => earlier (workload s t 0 k + s k) (t k)) n = total s n :=
  work_is_conserved_abstract s _ (workload s t 0) rfl (fun _ => sub_add_earlier _ _) n

/-
+++
id = "work-is-conserved-abstract"
title = "A level with arrivals and departures"
informal = "Let Q 0 = 0 and, for every n, Q (n+1) + D n = Q n + A n. Then Q n and the first n of the D add up to the first n of the A."
representation = "abstract"
pair = "work-is-conserved"
source = "asmussen"
locator = "Chapter III"
tags = { h_zero = "definitional: the queue starts empty", h_slot = "intermediate lemma: the balance of one slot is given" }
+++
-/
theorem work_is_conserved_abstract (A D Q : Nat → Nat) (h_zero : Q 0 = 0) (h_slot : ∀ n, Q (n + 1) + D n = Q n + A n)
    (n : Nat) : Q n + total D n = total A n := by sorry
-- proof
theorem work_is_conserved_abstract (A D Q : Nat → Nat) (h_zero : Q 0 = 0) (h_slot : ∀ n, Q (n + 1) + D n = Q n + A n)
    (n : Nat) : Q n + total D n = total A n := by
  induction n with
  | zero => exact h_zero
  | succ n ih =>
    show Q (n + 1) + (total D n + D n) = total A n + A n
    rw [add_left_comm, h_slot, ← ih, ← Nat.add_assoc, Nat.add_comm (total D n)]

/-
+++
id = "birth-death-balance-product"
title = "The invariant law of a birth-and-death chain, as a product"
informal = "Let ν be in detailed balance with a matrix P of weights on N states. For each n below N, ν n times the product of the weights of the steps down from 1, …, n is ν 0 times the product of the weights of the steps up from 0, …, n - 1."
representation = "literal"
pair = "birth-death-balance-product-abstract"
source = "asmussen"
locator = "Chapter III"
uses = ["birth-death-balance-product-abstract"]
+++
-/
theorem birth_death_balance_product (N : Nat) (P : Nat → Nat → Nat) (ν : Nat → Nat) (hν : DetailedBalance N P ν)
    (n : Nat) (hn : n < N) :
    ν n * product (fun k => P (k + 1) k) n = ν 0 * product (fun k => P k (k + 1)) n := by sorry
-- proof
theorem birth_death_balance_product (N : Nat) (P : Nat → Nat → Nat) (ν : Nat → Nat) (hν : DetailedBalance N P ν)
    (n : Nat) (hn : n < N) :
    ν n * product (fun k => P (k + 1) k) n = ν 0 * product (fun k => P k (k + 1)) n :=
  birth_death_balance_product_abstract N ν (fun k => P k (k + 1)) (fun k => P (k + 1) k)
    (fun k hk => hν k (k + 1) (Nat.le_of_lt hk) hk) n hn

/-
+++
id = "birth-death-balance-product-abstract"
title = "Balance between neighbours gives a product"
informal = "Let births b k and deaths d k be such that ν k · b k = ν (k+1) · d k whenever k + 1 is below N; d k is the weight of the step from k + 1 to k. Then for each n below N, ν n · d 0 ⋯ d (n-1) = ν 0 · b 0 ⋯ b (n-1)."
representation = "abstract"
pair = "birth-death-balance-product"
source = "asmussen"
locator = "Chapter III"
tags = { h_balance = "definitional: detailed balance of neighbours" }
+++
-/
theorem birth_death_balance_product_abstract (N : Nat) (ν b d : Nat → Nat)
    (h_balance : ∀ k, k + 1 < N → ν k * b k = ν (k + 1) * d k) (n : Nat) (hn : n < N) :
    ν n * product d n = ν 0 * product b n := by sorry
-- proof
theorem birth_death_balance_product_abstract (N : Nat) (ν b d : Nat → Nat)
    (h_balance : ∀ k, k + 1 < N → ν k * b k = ν (k + 1) * d k) (n : Nat) (hn : n < N) :
    ν n * product d n = ν 0 * product b n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    show ν (n + 1) * (product d n * d n) = ν 0 * (product b n * b n)
    rw [Nat.mul_comm (product d n), ← Nat.mul_assoc, ← h_balance n hn, Nat.mul_assoc,
      Nat.mul_comm (b n), ← Nat.mul_assoc, ih (Nat.le_of_lt hn), Nat.mul_assoc]

/-
+++
id = "little-law"
title = "Little's law over a finite time"
informal = "Customers 0, …, n - 1 arrive at times a i and leave at times d i, with a i at most d i and all gone by T. The sum over the times t below T of the number of customers present (a i at most t, t below d i) is the sum over the customers of d i - a i."
representation = "literal"
pair = "little-law-abstract"
source = "asmussen"
locator = "Chapter III"
uses = ["little-law-abstract"]
tags = { h_order = "regularity: nobody leaves before coming", h_gone = "regularity: the window is long enough" }
+++
-/
theorem little_law (a d : Nat → Nat) (n T : Nat) (h_order : ∀ i, i < n → a i ≤ d i) (h_gone : ∀ i, i < n → d i ≤ T) :
    total (fun t => count (fun i => a i ≤ t ∧ t < d i) n) T = total (fun i => d i - a i) n := by sorry
-- proof
theorem length_of_stay (a d T : Nat) (h : a ≤ d) (k : d ≤ T) : total (fun t => if a ≤ t ∧ t < d then 1 else 0) T = d - a := by
  obtain ⟨l, rfl⟩ := exists_add h
  obtain ⟨r, rfl⟩ := exists_add k
  rw [total_split, total_split, add_sub_left,
    total_congr a (g := fun _ => 0) fun i hi => if_neg fun c => Nat.not_le_of_lt hi c.1,
    total_congr l (g := fun _ => 1) fun i hi =>
      if_pos ⟨Nat.le_add_right _ _, (by
        rw [Nat.add_comm a i, Nat.add_comm a l]
        have := Nat.add_le_add_right hi a
        rw [Nat.succ_add] at this
        exact this : a + i + 1 ≤ a + l)⟩,
    total_congr r (g := fun _ => 0) fun i _ => if_neg fun c => Nat.not_le_of_lt c.2 (Nat.le_add_right _ _),
    total_zero, total_zero, total_const, Nat.mul_one, Nat.zero_add, Nat.add_zero]
theorem little_law (a d : Nat → Nat) (n T : Nat) (h_order : ∀ i, i < n → a i ≤ d i) (h_gone : ∀ i, i < n → d i ≤ T) :
    total (fun t => count (fun i => a i ≤ t ∧ t < d i) n) T = total (fun i => d i - a i) n :=
  little_law_abstract n T (fun i t => if a i ≤ t ∧ t < d i then 1 else 0) _ _ (fun _ _ => count_total _ _)
    (fun i hi => (length_of_stay (a i) (d i) T (h_order i hi) (h_gone i hi)).symm)

/-
+++
id = "little-law-abstract"
title = "Counting by times is counting by customers"
informal = "Let x i t be numbers, let Q t be the sum of x i t over the customers i below n for each t below T, and let W i be the sum of x i t over the times t below T for each customer i below n. Then the sum of Q over the times below T is the sum of W over the customers below n."
representation = "abstract"
pair = "little-law"
source = "asmussen"
locator = "Chapter III"
tags = { h_present = "definitional: what Q is", h_stay = "intermediate lemma: the length of a stay as a sum of presences is given" }
+++
-/
theorem little_law_abstract (n T : Nat) (x : Nat → Nat → Nat) (Q W : Nat → Nat)
    (h_present : ∀ t, t < T → Q t = total (fun i => x i t) n) (h_stay : ∀ i, i < n → W i = total (x i) T) :
    total Q T = total W n := by sorry
-- proof
theorem little_law_abstract (n T : Nat) (x : Nat → Nat → Nat) (Q W : Nat → Nat)
    (h_present : ∀ t, t < T → Q t = total (fun i => x i t) n) (h_stay : ∀ i, i < n → W i = total (x i) T) :
    total Q T = total W n := by
  rw [total_congr T h_present, total_congr n h_stay]
  exact total_comm _ T n

/-
+++
id = "later-arrivals-leave-later"
title = "Later arrivals leave later"
informal = "A single server serves in order of arrival. If each customer arrives no earlier than before, with the same services, then each leaves no earlier than before."
representation = "literal"
pair = "later-arrivals-leave-later-abstract"
source = "baccelli"
locator = "Chapter 1"
uses = ["later-arrivals-leave-later-abstract"]
tags = { hab = "definitional: the arrivals are compared" }
+++
-/
theorem later_arrivals_leave_later (a b s : Nat → Nat) (hab : ∀ n, a n ≤ b n) (n : Nat) :
    departure a s n ≤ departure b s n := by sorry
-- proof
theorem later_arrivals_leave_later (a b s : Nat → Nat) (hab : ∀ n, a n ≤ b n) (n : Nat) :
    departure a s n ≤ departure b s n :=
  later_arrivals_leave_later_abstract a b s (departure a s) (departure b s) hab (Nat.add_le_add_right (hab 0) _)
    (fun _ => rfl) (fun _ => rfl) n

/-
+++
id = "later-arrivals-leave-later-abstract"
title = "The departure recursion is monotone"
informal = "Let D (n+1) = max (D n, a (n+1)) + s (n+1) and E (n+1) = max (E n, b (n+1)) + s (n+1), with a n at most b n for every n and D 0 at most E 0. Then D n is at most E n for every n."
representation = "abstract"
pair = "later-arrivals-leave-later"
source = "baccelli"
locator = "Chapter 1"
tags = { hab = "definitional: the arrivals are compared", h_start = "definitional: where they start", h_first = "definitional: the recursion", h_second = "definitional: the recursion" }
+++
-/
theorem later_arrivals_leave_later_abstract (a b s D E : Nat → Nat) (hab : ∀ n, a n ≤ b n) (h_start : D 0 ≤ E 0)
    (h_first : ∀ n, D (n + 1) = later (D n) (a (n + 1)) + s (n + 1))
    (h_second : ∀ n, E (n + 1) = later (E n) (b (n + 1)) + s (n + 1)) (n : Nat) : D n ≤ E n := by sorry
-- proof
theorem later_arrivals_leave_later_abstract (a b s D E : Nat → Nat) (hab : ∀ n, a n ≤ b n) (h_start : D 0 ≤ E 0)
    (h_first : ∀ n, D (n + 1) = later (D n) (a (n + 1)) + s (n + 1))
    (h_second : ∀ n, E (n + 1) = later (E n) (b (n + 1)) + s (n + 1)) (n : Nat) : D n ≤ E n := by
  induction n with
  | zero => exact h_start
  | succ n ih => rw [h_first, h_second]; exact Nat.add_le_add_right (later_mono ih (hab _)) _

/-
+++
id = "departures-by-busy-periods"
title = "Departure times as a largest sum"
informal = "A single server serves in order of arrival. The time at which customer n leaves is the largest, over k up to n, of the arrival of customer k plus the services of the customers k, …, n."
representation = "literal"
source = "baccelli"
locator = "Chapter 1"
+++
-/
theorem departures_by_busy_periods (a s : Nat → Nat) (n : Nat) :
    (∀ k, k ≤ n → a k + total s (n + 1) ≤ departure a s n + total s k) ∧
      ∃ k, k ≤ n ∧ a k + total s (n + 1) = departure a s n + total s k := by sorry
-- proof
theorem departures_by_busy_periods (a s : Nat → Nat) (n : Nat) :
    (∀ k, k ≤ n → a k + total s (n + 1) ≤ departure a s n + total s k) ∧
      ∃ k, k ≤ n ∧ a k + total s (n + 1) = departure a s n + total s k := by
  induction n with
  | zero =>
    have e : a 0 + total s 1 = departure a s 0 + total s 0 := by
      show a 0 + (0 + s 0) = a 0 + s 0 + 0
      rw [Nat.zero_add]; rfl
    exact ⟨fun k hk => by rw [eq_zero_of_le hk, e]; exact Nat.le_refl _, 0, Nat.le_refl _, e⟩
  | succ n ih =>
    have own : ∀ D : Nat, D = a (n + 1) → a (n + 1) + total s (n + 1 + 1) = D + s (n + 1) + total s (n + 1) := by
      intro D h
      show a (n + 1) + (total s (n + 1) + s (n + 1)) = _
      rw [h, Nat.add_assoc, Nat.add_comm (s (n + 1))]
    have move : ∀ k, departure a s n + total s k + s (n + 1) = departure a s n + s (n + 1) + total s k := fun k => by
      rw [Nat.add_assoc, Nat.add_comm (total s k), ← Nat.add_assoc]
    have grow : ∀ k, a k + total s (n + 1 + 1) = a k + total s (n + 1) + s (n + 1) := fun k => (Nat.add_assoc _ _ _).symm
    refine ⟨fun k hk => ?_, ?_⟩
    · show _ ≤ later (departure a s n) (a (n + 1)) + s (n + 1) + total s k
      by_cases e : k = n + 1
      · subst e
        rw [own _ rfl]
        exact Nat.add_le_add_right (Nat.add_le_add_right (le_later_right _ _) _) _
      · rw [grow]
        refine Nat.le_trans (Nat.add_le_add_right (ih.1 k (Nat.le_of_lt_succ (lt_of_le_of_ne hk e))) _) ?_
        rw [move]
        exact Nat.add_le_add_right (Nat.add_le_add_right (le_later_left _ _) _) _
    · cases later_cases (departure a s n) (a (n + 1)) with
      | inr h => exact ⟨n + 1, .refl, own _ h⟩
      | inl h =>
        obtain ⟨k, hk, e⟩ := ih.2
        refine ⟨k, .step hk, ?_⟩
        show _ = later (departure a s n) (a (n + 1)) + s (n + 1) + total s k
        rw [grow, e, move, h]

/-
+++
id = "no-idling-while-busy"
title = "While the queue never runs empty, no service is lost"
informal = "In a queue that follows Lindley's recursion and starts with work w, suppose that at each of the first n customers the work present, with the new service, is at least the gap that follows. Then the workload at the n-th customer plus the first n gaps is w plus the first n services."
representation = "literal"
source = "asmussen"
locator = "Chapter III"
tags = { h_busy = "definitional: the queue stays busy" }
+++
-/
theorem no_idling_while_busy (s t : Nat → Nat) (w n : Nat) (h_busy : ∀ k, k < n → t k ≤ workload s t w k + s k) :
    workload s t w n + total t n = w + total s n := by sorry
-- proof
theorem no_idling_while_busy (s t : Nat → Nat) (w n : Nat) (h_busy : ∀ k, k < n → t k ≤ workload s t w k + s k) :
    workload s t w n + total t n = w + total s n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    show workload s t w n + s n - t n + (total t n + t n) = w + (total s n + s n)
    rw [add_left_comm, sub_add (h_busy n .refl), ← Nat.add_assoc w, ← ih fun k hk => h_busy k (.step hk), ← Nat.add_assoc,
      Nat.add_comm (total t n)]

/-
+++
id = "balance-of-rates-gives-products"
title = "Balance of rates gives a product"
informal = "Let the rates up be b n and down d n > 0, and let ν n · b n = ν (n+1) · d (n+1) for every n. Then ν n is ν 0 times the product of b i / d (i+1) over i below n."
representation = "abstract"
library = "mathlib"
source = "asmussen"
locator = "Chapter III"
tags = { h_pos = "regularity: no division by 0", h_balance = "definitional: balance of neighbours" }
+++
-/
theorem balance_of_rates_gives_products (b d ν : ℕ → ℝ) (h_pos : ∀ n, 0 < d n)
    (h_balance : ∀ n, ν n * b n = ν (n + 1) * d (n + 1)) (n : ℕ) :
    ν n = ν 0 * ∏ i ∈ Finset.range n, b i / d (i + 1) := by sorry

/-
+++
id = "mean-length-of-the-single-server-queue"
title = "The mean length of the single server queue"
informal = "For a load ρ in [0, 1), the geometric law (1 - ρ) ρⁿ on the lengths n has mean ρ / (1 - ρ)."
representation = "literal"
library = "mathlib"
pair = "mean-length-of-the-single-server-queue-abstract"
source = "asmussen"
locator = "Chapter III"
tags = { h_low = "regularity: a load", h_high = "regularity: the queue is stable" }
+++
-/
theorem mean_length_of_the_single_server_queue (ρ : ℝ) (h_low : 0 ≤ ρ) (h_high : ρ < 1) :
    ∑' n : ℕ, (n : ℝ) * ((1 - ρ) * ρ ^ n) = ρ / (1 - ρ) := by sorry

/-
+++
id = "mean-length-of-the-single-server-queue-abstract"
title = "The mean length from the balance equations"
informal = "Let ν be a summable law on the lengths with ν (n+1) = ρ · ν n for a ρ in [0, 1) and total 1. Then its mean is ρ / (1 - ρ)."
representation = "abstract"
library = "mathlib"
pair = "mean-length-of-the-single-server-queue"
source = "asmussen"
locator = "Chapter III"
tags = { h_low = "regularity: a load", h_high = "regularity: the queue is stable", h_step = "definitional: balance", h_total = "definitional: a law" }
+++
-/
theorem mean_length_of_the_single_server_queue_abstract (ρ : ℝ) (ν : ℕ → ℝ) (h_low : 0 ≤ ρ) (h_high : ρ < 1)
    (h_step : ∀ n, ν (n + 1) = ρ * ν n) (h_total : HasSum ν 1) : ∑' n : ℕ, (n : ℝ) * ν n = ρ / (1 - ρ) := by sorry

/-
+++
id = "infinitely-many-servers"
title = "With infinitely many servers the stationary weights are Poisson"
informal = "Let ν n · λ = ν (n+1) · (n+1) · m for every n, with m > 0. Then ν n = ν 0 · (λ/m)ⁿ / n!."
representation = "abstract"
library = "mathlib"
source = "asmussen"
locator = "Chapter III"
tags = { hm = "regularity: no division by 0", h_balance = "definitional: balance of neighbours" }
+++
-/
theorem infinitely_many_servers (lam m : ℝ) (hm : 0 < m) (ν : ℕ → ℝ)
    (h_balance : ∀ n : ℕ, ν n * lam = ν (n + 1) * ((n + 1) * m)) (n : ℕ) :
    ν n = ν 0 * (lam / m) ^ n / Nat.factorial n := by sorry

/-
+++
id = "smaller-of-two-exponential-times"
title = "The smaller of two independent exponential times"
informal = "Let S and T be independent exponential times with rates a and b. Then the probability that both are larger than t ≥ 0 is exp (-(a + b) t)."
representation = "literal"
library = "mathlib"
pair = "smaller-of-two-exponential-times-abstract"
source = "norris"
locator = "Section 2.3"
tags = { h_S = "definitional: the law of S", h_T = "definitional: the law of T", hS = "regularity: measurable", hT = "regularity: measurable", h_indep = "definitional: independent" }
+++
-/
theorem smaller_of_two_exponential_times {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    (S T : Ω → ℝ) (a b t : ℝ) (ha : 0 < a) (hb : 0 < b) (ht : 0 ≤ t) (h_S : Measure.map S μ = expMeasure a)
    (h_T : Measure.map T μ = expMeasure b) (hS : Measurable S) (hT : Measurable T) (h_indep : IndepFun S T μ) :
    (μ {ω | t < min (S ω) (T ω)}).toReal = Real.exp (-((a + b) * t)) := by sorry

/-
+++
id = "smaller-of-two-exponential-times-abstract"
title = "The product of two exponential tails"
informal = "Let S and T be independent measurable times with tails exp (-a t) and exp (-b t) for t ≥ 0. Then the probability that both are larger than t ≥ 0 is exp (-(a + b) t)."
representation = "abstract"
library = "mathlib"
pair = "smaller-of-two-exponential-times"
source = "norris"
locator = "Section 2.3"
tags = { h_S = "definitional: the tail of S", h_T = "definitional: the tail of T", hS = "regularity: measurable", hT = "regularity: measurable", h_indep = "definitional: independent" }
+++
-/
theorem smaller_of_two_exponential_times_abstract {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω)
    [IsProbabilityMeasure μ] (S T : Ω → ℝ) (a b : ℝ)
    (h_S : ∀ t : ℝ, 0 ≤ t → (μ {ω | t < S ω}).toReal = Real.exp (-(a * t)))
    (h_T : ∀ t : ℝ, 0 ≤ t → (μ {ω | t < T ω}).toReal = Real.exp (-(b * t))) (hS : Measurable S) (hT : Measurable T)
    (h_indep : IndepFun S T μ) (t : ℝ) (ht : 0 ≤ t) :
    (μ {ω | t < S ω ∧ t < T ω}).toReal = Real.exp (-((a + b) * t)) := by sorry

/-
+++
id = "semigroup-of-a-generator-is-stochastic"
title = "The rows of a semigroup sum to one"
informal = "Let P t be the semigroup of a generator Q on finitely many states. Then each row of P t sums to 1 for t ≥ 0."
representation = "literal"
library = "mathlib"
source = "norris"
locator = "Section 2.1"
+++
-/
theorem semigroup_of_a_generator_is_stochastic {S : Type*} [Fintype S] [DecidableEq S] (P : ℝ → Matrix S S ℝ)
    (Q : Matrix S S ℝ) (hQ : IsGenerator Q) (hP : IsSemigroup P Q) (t : ℝ) (ht : 0 ≤ t) (x : S) :
    ∑ y, P t x y = 1 := by sorry

/-
+++
id = "stationary-law-of-a-semigroup"
title = "A law that the rates balance is kept by the semigroup"
informal = "Let P t be the semigroup of a generator Q on finitely many states and ν a law with Σ_x ν x · Q x y = 0 for each y. Then ν is stationary for each P t with t ≥ 0."
representation = "literal"
library = "mathlib"
source = "norris"
locator = "Section 3.5"
tags = { h_balance = "definitional: global balance" }
+++
-/
theorem stationary_law_of_a_semigroup {S : Type*} [Fintype S] [DecidableEq S] (P : ℝ → Matrix S S ℝ)
    (Q : Matrix S S ℝ) (hQ : IsGenerator Q) (hP : IsSemigroup P Q) (ν : S → ℝ) (h_balance : ∀ y, ∑ x, ν x * Q x y = 0)
    (t : ℝ) (ht : 0 ≤ t) : IsStationary (P t) ν := by sorry

/-
+++
id = "erlang-recursion"
title = "Erlang's recursion for the loss probability"
informal = "Let the load a be positive, and let E n be (aⁿ / n!) divided by the sum of aᵏ / k! over k up to n. Then E (n+1) = a · E n / (n + 1 + a · E n)."
representation = "abstract"
library = "mathlib"
source = "asmussen"
locator = "Chapter III"
tags = { ha = "regularity: a load", h_def = "definitional: what E is" }
+++
-/
theorem erlang_recursion (a : ℝ) (ha : 0 < a) (E : ℕ → ℝ)
    (h_def : ∀ n, E n = a ^ n / Nat.factorial n / ∑ k ∈ Finset.range (n + 1), a ^ k / Nat.factorial k) (n : ℕ) :
    E (n + 1) = a * E n / (n + 1 + a * E n) := by sorry
