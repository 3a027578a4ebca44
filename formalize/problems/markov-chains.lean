/-
+++
id = "steps-add-up-abstract"
title = "Chapman–Kolmogorov for a family given by its recursion"
informal = "Let P be a matrix of weights on N states, and let p 0, p 1, … be matrices with p 0 x y = 1 if x = y and 0 otherwise, and with (p (n+1)) x y = Σ_z (p n) x z · P z y for all states x, y. Then for all m and n, all x and each state y below N, (p (m+n)) x y is the sum over z of (p m) x z · (p n) z y."
representation = "abstract"
pair = "steps-add-up"
source = "norris"
locator = "Section 1.1"
tags = { h_zero = "definitional: says what no step is", h_step = "definitional: says what one more step is" }
+++
-/
theorem steps_add_up_abstract (N : Nat) (P : Nat → Nat → Nat) (p : Nat → Nat → Nat → Nat)
    (h_zero : ∀ x y, p 0 x y = if x = y then 1 else 0)
    (h_step : ∀ n x y, p (n + 1) x y = total (fun z => p n x z * P z y) N)
    (m n x y : Nat) (hy : y < N) :
    p (m + n) x y = total (fun z => p m x z * p n z y) N := by sorry
-- proof
theorem steps_add_up_abstract (N : Nat) (P : Nat → Nat → Nat) (p : Nat → Nat → Nat → Nat)
    (h_zero : ∀ x y, p 0 x y = if x = y then 1 else 0)
    (h_step : ∀ n x y, p (n + 1) x y = total (fun z => p n x z * P z y) N)
    (m n x y : Nat) (hy : y < N) :
    p (m + n) x y = total (fun z => p m x z * p n z y) N := by
  induction n generalizing y with
  | zero =>
    show p m x y = _
    rw [← total_pick (p m x) hy]
    exact total_congr N fun z _ => by rw [h_zero]
  | succ n ih =>
    show p (m + n + 1) x y = _
    rw [h_step]
    have one : total (fun z => p (m + n) x z * P z y) N
        = total (fun z => total (fun w => p m x w * (p n w z * P z y)) N) N :=
      total_congr N fun z hz => by
        rw [ih z hz, ← total_mul_right]
        exact total_congr N fun w _ => Nat.mul_assoc _ _ _
    rw [one, total_comm]
    exact total_congr N fun w _ => by rw [h_step, total_mul_left]

/-
+++
id = "steps-add-up"
title = "Chapman–Kolmogorov"
informal = "Let P be a matrix of natural weights on the states 0, …, N - 1. For all m and n, all x and each state y below N, the weight of m + n steps from x to y is the sum over z of the weight of m steps from x to z times the weight of n steps from z to y."
representation = "literal"
pair = "steps-add-up-abstract"
source = "norris"
locator = "Section 1.1"
uses = ["steps-add-up-abstract"]
+++
-/
theorem steps_add_up (N : Nat) (P : Nat → Nat → Nat) (m n x y : Nat) (hy : y < N) :
    nstep N P (m + n) x y = total (fun z => nstep N P m x z * nstep N P n z y) N := by sorry
-- proof
theorem steps_add_up (N : Nat) (P : Nat → Nat → Nat) (m n x y : Nat) (hy : y < N) :
    nstep N P (m + n) x y = total (fun z => nstep N P m x z * nstep N P n z y) N :=
  steps_add_up_abstract N P (nstep N P) (fun _ _ => rfl) (fun _ _ _ => rfl) m n x y hy

/-
+++
id = "row-sums-of-powers-abstract"
title = "Rows of a power sum to the power of the row sum, for a family given by its recursion"
informal = "Let P be a matrix of weights on N states each of whose rows sums to c. Let p 0, p 1, … be matrices with p 0 x y = 1 if x = y and 0 otherwise and (p (n+1)) x y = Σ_z (p n) x z · P z y. Then each row of p n, at a state below N, sums to c to the n."
representation = "abstract"
pair = "row-sums-of-powers"
source = "levin-peres"
locator = "Section 1.1"
tags = { h_row = "definitional: P is c times a stochastic matrix", h_zero = "definitional: says what no step is", h_step = "definitional: says what one more step is" }
+++
-/
theorem row_sums_of_powers_abstract (N c : Nat) (P : Nat → Nat → Nat) (p : Nat → Nat → Nat → Nat)
    (h_row : ∀ x, x < N → total (P x) N = c)
    (h_zero : ∀ x y, p 0 x y = if x = y then 1 else 0)
    (h_step : ∀ n x y, p (n + 1) x y = total (fun z => p n x z * P z y) N)
    (n x : Nat) (hx : x < N) : total (p n x) N = c ^ n := by sorry
-- proof
theorem row_sums_of_powers_abstract (N c : Nat) (P : Nat → Nat → Nat) (p : Nat → Nat → Nat → Nat)
    (h_row : ∀ x, x < N → total (P x) N = c)
    (h_zero : ∀ x y, p 0 x y = if x = y then 1 else 0)
    (h_step : ∀ n x y, p (n + 1) x y = total (fun z => p n x z * P z y) N)
    (n x : Nat) (hx : x < N) : total (p n x) N = c ^ n := by
  induction n with
  | zero =>
    rw [total_congr N fun y _ => (h_zero x y).trans (Nat.mul_one _).symm]
    exact total_pick' (fun _ => 1) hx
  | succ n ih =>
    rw [total_congr N fun y _ => h_step n x y, total_comm,
      total_congr N (g := fun z => p n x z * c) fun z hz => by rw [total_mul_left, h_row z hz],
      total_mul_right, ih]
    rfl

/-
+++
id = "row-sums-of-powers"
title = "Powers of a stochastic matrix are stochastic, in weights"
informal = "Let P be a matrix of natural weights on N states, each of whose rows sums to c, so that P / c is stochastic. Then each row of the matrix of n steps sums to c to the n."
representation = "literal"
pair = "row-sums-of-powers-abstract"
source = "levin-peres"
locator = "Section 1.1"
uses = ["row-sums-of-powers-abstract"]
+++
-/
theorem row_sums_of_powers (N c : Nat) (P : Nat → Nat → Nat) (hP : RowSums N c P) (n x : Nat) (hx : x < N) :
    total (nstep N P n x) N = c ^ n := by sorry
-- proof
theorem row_sums_of_powers (N c : Nat) (P : Nat → Nat → Nat) (hP : RowSums N c P) (n x : Nat) (hx : x < N) :
    total (nstep N P n x) N = c ^ n :=
  row_sums_of_powers_abstract N c P (nstep N P) hP (fun _ _ => rfl) (fun _ _ _ => rfl) n x hx

/-
+++
id = "invariant-of-balance-abstract"
title = "A symmetric flow has an invariant law of masses"
informal = "Let F x y be a flow between N states with F x y = F y x, and let the flow out of each state x sum to c times its mass m x. Then the flow into each state y sums to c times its mass m y."
representation = "abstract"
pair = "invariant-of-balance"
source = "norris"
locator = "Section 1.9"
tags = { h_sym = "intermediate lemma: the symmetry of the flow is detailed balance already multiplied out", h_out = "definitional: the rows sum to c" }
+++
-/
theorem invariant_of_balance_abstract (N c : Nat) (F : Nat → Nat → Nat) (m : Nat → Nat)
    (h_sym : ∀ x y, x < N → y < N → F x y = F y x)
    (h_out : ∀ x, x < N → total (F x) N = c * m x) (y : Nat) (hy : y < N) :
    total (fun x => F x y) N = c * m y := by sorry
-- proof
theorem invariant_of_balance_abstract (N c : Nat) (F : Nat → Nat → Nat) (m : Nat → Nat)
    (h_sym : ∀ x y, x < N → y < N → F x y = F y x)
    (h_out : ∀ x, x < N → total (F x) N = c * m x) (y : Nat) (hy : y < N) :
    total (fun x => F x y) N = c * m y := by
  rw [total_congr N fun x hx => h_sym x y hx hy]
  exact h_out y hy

/-
+++
id = "invariant-of-balance"
title = "Detailed balance makes a law invariant"
informal = "Let P be a matrix of weights on N states each of whose rows sums to c, and let ν be masses with ν x · P x y = ν y · P y x for all states x, y. Then one step multiplies ν by c: the sum over x of ν x · P x y is c · ν y for each state y."
representation = "literal"
pair = "invariant-of-balance-abstract"
source = "norris"
locator = "Section 1.9"
+++
-/
theorem invariant_of_balance (N c : Nat) (P : Nat → Nat → Nat) (ν : Nat → Nat) (hP : RowSums N c P)
    (hν : DetailedBalance N P ν) : Invariant N c P ν := by sorry
-- proof
theorem invariant_of_balance (N c : Nat) (P : Nat → Nat → Nat) (ν : Nat → Nat) (hP : RowSums N c P)
    (hν : DetailedBalance N P ν) : Invariant N c P ν := by
  intro y hy
  rw [total_congr N fun x hx => hν x y hx hy, total_mul_left, hP y hy, Nat.mul_comm]

/-
+++
id = "uniform-law-of-doubly-stochastic"
title = "Columns that sum to the same make the uniform law invariant"
informal = "Let P be a matrix of weights on N states each of whose columns sums to c. Then every constant mass is multiplied by c in one step."
representation = "literal"
source = "norris"
locator = "Section 1.7"
tags = { h_col = "definitional: the columns sum to c" }
+++
-/
theorem uniform_law_of_doubly_stochastic (N c a : Nat) (P : Nat → Nat → Nat)
    (h_col : ∀ y, y < N → total (fun x => P x y) N = c) : Invariant N c P (fun _ => a) := by sorry
-- proof
theorem uniform_law_of_doubly_stochastic (N c a : Nat) (P : Nat → Nat → Nat)
    (h_col : ∀ y, y < N → total (fun x => P x y) N = c) : Invariant N c P (fun _ => a) := by
  intro y hy
  rw [total_mul_left, h_col y hy, Nat.mul_comm]

/-
+++
id = "invariant-after-n-steps-abstract"
title = "An invariant law stays invariant, for laws given by their recursion"
informal = "Let P be a matrix of weights on N states, ν masses with Σ_x ν x · P x y = c · ν y for each state y. Let μ 0, μ 1, … be masses with μ 0 = ν and (μ (n+1)) y = Σ_x (μ n) x · P x y. Then μ n y = c to the n times ν y at each state y below N."
representation = "abstract"
pair = "invariant-after-n-steps"
source = "norris"
locator = "Section 1.7"
tags = { h_inv = "definitional: ν is invariant up to the factor c", h_zero = "definitional: the chain starts in ν", h_step = "definitional: the law moves by P" }
+++
-/
theorem invariant_after_n_steps_abstract (N c : Nat) (P : Nat → Nat → Nat) (ν : Nat → Nat) (μ : Nat → Nat → Nat)
    (h_inv : ∀ y, y < N → total (fun x => ν x * P x y) N = c * ν y) (h_zero : ∀ y, μ 0 y = ν y)
    (h_step : ∀ n y, μ (n + 1) y = total (fun x => μ n x * P x y) N) (n y : Nat) (hy : y < N) :
    μ n y = c ^ n * ν y := by sorry
-- proof
theorem invariant_after_n_steps_abstract (N c : Nat) (P : Nat → Nat → Nat) (ν : Nat → Nat) (μ : Nat → Nat → Nat)
    (h_inv : ∀ y, y < N → total (fun x => ν x * P x y) N = c * ν y) (h_zero : ∀ y, μ 0 y = ν y)
    (h_step : ∀ n y, μ (n + 1) y = total (fun x => μ n x * P x y) N) (n y : Nat) (hy : y < N) :
    μ n y = c ^ n * ν y := by
  induction n generalizing y with
  | zero => rw [h_zero]; exact (Nat.one_mul _).symm
  | succ n ih =>
    rw [h_step, total_congr N (g := fun x => c ^ n * (ν x * P x y)) fun x hx => by rw [ih x hx, Nat.mul_assoc],
      total_mul_left, h_inv y hy, ← Nat.mul_assoc]
    rfl

/-
+++
id = "invariant-after-n-steps"
title = "A law that is invariant under one step is invariant under n steps"
informal = "Let P be a matrix of weights on N states and ν masses that one step multiplies by c. Then n steps multiply ν by c to the n: for each state y, the sum over x of ν x times the weight of n steps from x to y is c to the n times ν y."
representation = "literal"
pair = "invariant-after-n-steps-abstract"
source = "norris"
locator = "Section 1.7"
uses = ["invariant-after-n-steps-abstract"]
+++
-/
theorem invariant_after_n_steps (N c : Nat) (P : Nat → Nat → Nat) (ν : Nat → Nat) (hν : Invariant N c P ν)
    (n y : Nat) (hy : y < N) : total (fun x => ν x * nstep N P n x y) N = c ^ n * ν y := by sorry
-- proof
theorem invariant_after_n_steps (N c : Nat) (P : Nat → Nat → Nat) (ν : Nat → Nat) (hν : Invariant N c P ν)
    (n y : Nat) (hy : y < N) : total (fun x => ν x * nstep N P n x y) N = c ^ n * ν y := by
  induction n generalizing y with
  | zero => show total (fun x => ν x * if x = y then 1 else 0) N = _; rw [total_pick ν hy]; exact (Nat.one_mul _).symm
  | succ n ih =>
    have swap : total (fun x => ν x * nstep N P (n + 1) x y) N
        = total (fun z => total (fun x => ν x * nstep N P n x z) N * P z y) N := by
      rw [total_congr N (g := fun x => total (fun z => ν x * nstep N P n x z * P z y) N) fun x _ => by
        show ν x * total (fun z => nstep N P n x z * P z y) N = _
        rw [← total_mul_left]
        exact total_congr N fun z _ => (Nat.mul_assoc _ _ _).symm]
      rw [total_comm]
      exact total_congr N fun z _ => total_mul_right _ _ _
    rw [swap, total_congr N (g := fun z => c ^ n * (ν z * P z y)) fun z hz => by rw [ih z hz, Nat.mul_assoc],
      total_mul_left, hν y hy, ← Nat.mul_assoc]
    rfl

/-
+++
id = "powers-stay-positive"
title = "Once a power of a stochastic matrix is positive, all later ones are"
informal = "Let P be a matrix of weights on N states each of whose rows sums to c > 0. If all entries of the matrix of k steps are positive, then so are all entries of the matrix of n steps, for every n from k on."
representation = "literal"
source = "levin-peres"
locator = "Section 1.3"
uses = ["steps-add-up-abstract", "steps-add-up"]
tags = { hc = "regularity: excludes the zero matrix", hk = "definitional: what it means that a power is positive" }
+++
-/
theorem powers_stay_positive (N c k : Nat) (P : Nat → Nat → Nat) (hc : 0 < c) (hP : RowSums N c P)
    (hk : ∀ x y, x < N → y < N → 0 < nstep N P k x y) (n : Nat) (hn : k ≤ n) (x y : Nat) (hx : x < N) (hy : y < N) :
    0 < nstep N P n x y := by sorry
-- proof
theorem powers_stay_positive (N c k : Nat) (P : Nat → Nat → Nat) (hc : 0 < c) (hP : RowSums N c P)
    (hk : ∀ x y, x < N → y < N → 0 < nstep N P k x y) (n : Nat) (hn : k ≤ n) (x y : Nat) (hx : x < N) (hy : y < N) :
    0 < nstep N P n x y := by
  induction hn generalizing x y with
  | refl => exact hk x y hx hy
  | step _ ih =>
    rename_i m _
    have one : nstep N P 1 x = P x := by
      funext z
      exact total_pick' (fun w => P w z) hx
    rw [← hP x hx] at hc
    obtain ⟨z, hz, hpos⟩ := exists_pos hc
    show 0 < nstep N P (m + 1) x y
    rw [Nat.add_comm m 1, steps_add_up N P 1 m x y hy, one]
    exact Nat.lt_of_lt_of_le (pos_mul hpos (ih z y hz hy)) (le_total (f := fun z => P x z * nstep N P m z y) hz)

/-
+++
id = "communicating-states-form-classes"
title = "Communication is transitive"
informal = "Two states communicate if each can be reached from the other in some number of steps, zero allowed. If x communicates with y, and y with z, then x communicates with z."
representation = "literal"
source = "norris"
locator = "Section 1.2"
+++
-/
theorem communicating_states_form_classes {S : Type} (step : S → S → Prop) (x y z : S) (hxy : Communicate step x y)
    (hyz : Communicate step y z) : Communicate step x z := by sorry
-- proof
theorem way_append {S : Type} (step : S → S → Prop) (m n : Nat) (x y z : S) (h : Way step m x y) (k : Way step n y z) :
    Way step (m + n) x z := by
  induction m generalizing x with
  | zero => have e : x = y := h; subst e; rw [Nat.zero_add]; exact k
  | succ m ih =>
    obtain ⟨w, hw, hm⟩ := h
    rw [Nat.succ_add]
    exact ⟨w, hw, ih w hm⟩
theorem communicating_states_form_classes {S : Type} (step : S → S → Prop) (x y z : S) (hxy : Communicate step x y)
    (hyz : Communicate step y z) : Communicate step x z := by
  obtain ⟨⟨m, hm⟩, n, hn⟩ := hxy
  obtain ⟨⟨k, hk⟩, l, hl⟩ := hyz
  exact ⟨⟨m + k, way_append step m k x y z hm hk⟩, l + n, way_append step l n z y x hl hn⟩

/-
+++
id = "period-is-a-class-property"
title = "States that communicate have the same period"
informal = "Let x and y communicate. If d divides the length of every way from x back to x, then d divides the length of every way from y back to y."
representation = "literal"
pair = "period-is-a-class-property-abstract"
source = "levin-peres"
locator = "Section 1.3"
uses = ["communicating-states-form-classes", "period-is-a-class-property-abstract"]
tags = { hd = "definitional: d is a common divisor of the return times of x" }
+++
-/
theorem period_is_a_class_property {S : Type} (step : S → S → Prop) (x y : S) (hxy : Communicate step x y) (d : Nat)
    (hd : ∀ n, Way step n x x → ∃ k, n = d * k) (n : Nat) (hn : Way step n y y) : ∃ k, n = d * k := by sorry
-- proof
theorem period_is_a_class_property {S : Type} (step : S → S → Prop) (x y : S) (hxy : Communicate step x y) (d : Nat)
    (hd : ∀ n, Way step n x x → ∃ k, n = d * k) (n : Nat) (hn : Way step n y y) : ∃ k, n = d * k := by
  obtain ⟨⟨a, ha⟩, b, hb⟩ := hxy
  exact period_is_a_class_property_abstract (fun n => Way step n x x) (fun n => Way step n y y) a b d
    (way_append step a b x y x ha hb)
    (fun n hn => by
      have := way_append step (a + n) b x y x (way_append step a n x y y ha hn) hb
      rw [Nat.add_assoc, Nat.add_comm n b, ← Nat.add_assoc] at this
      exact this) hd n hn

/-
+++
id = "period-is-a-class-property-abstract"
title = "A common divisor passes from one set of times to another"
informal = "Let A and B be sets of times such that a + b is in A, and such that a + b + n is in A whenever n is in B. If d divides every time in A, then d divides every time in B."
representation = "abstract"
pair = "period-is-a-class-property"
source = "levin-peres"
locator = "Section 1.3"
tags = { h_loop = "intermediate lemma: the loop through the other state is given", h_insert = "intermediate lemma: that a loop can be inserted is given", hd = "definitional: d is a common divisor", hn = "definitional: n is a time in B" }
+++
-/
theorem period_is_a_class_property_abstract (A B : Nat → Prop) (a b d : Nat) (h_loop : A (a + b))
    (h_insert : ∀ n, B n → A (a + b + n)) (hd : ∀ n, A n → ∃ k, n = d * k) (n : Nat) (hn : B n) :
    ∃ k, n = d * k := by sorry
-- proof
theorem divides_rest (d : Nat) : ∀ i j n : Nat, d * i + n = d * j → ∃ k, n = d * k := by
  intro i
  induction i with
  | zero => exact fun j n h => ⟨j, by rw [← h, Nat.mul_zero, Nat.zero_add]⟩
  | succ i ih =>
    intro j n h
    cases j with
    | zero =>
      have z : n = 0 := eq_zero_of_le (by
        have : d * (i + 1) + n = 0 := h
        rw [← this]; exact Nat.le_add_left _ _)
      exact ⟨0, z⟩
    | succ j =>
      refine ih j n (Nat.add_right_cancel (k := d) ?_)
      have : d * i + d + n = d * j + d := h
      rw [← this, Nat.add_assoc, Nat.add_comm n d, Nat.add_assoc]
theorem period_is_a_class_property_abstract (A B : Nat → Prop) (a b d : Nat) (h_loop : A (a + b))
    (h_insert : ∀ n, B n → A (a + b + n)) (hd : ∀ n, A n → ∃ k, n = d * k) (n : Nat) (hn : B n) :
    ∃ k, n = d * k := by
  obtain ⟨i, hi⟩ := hd _ h_loop
  obtain ⟨j, hj⟩ := hd _ (h_insert n hn)
  rw [hi] at hj
  exact divides_rest d i j n hj

/-
+++
id = "hitting-is-minimal"
title = "Hitting probabilities lie below every solution of their equations"
informal = "Let P be a matrix of weights on N states whose rows sum to c, and A a set of states. Let g be a function on the states with g at least 1 on A, and with Σ_y P x y · g y at most c · g x at each state x below N outside A. Then for each n, the weight of the paths of n steps from a state x that have been in A is at most c to the n times g x."
representation = "literal"
pair = "hitting-is-minimal-abstract"
source = "norris"
locator = "Section 1.3"
uses = ["hitting-is-minimal-abstract"]
tags = { h_in = "definitional: g is at least 1 on the target", h_out = "definitional: g does not rise in the mean off the target" }
+++
-/
theorem hitting_is_minimal (N c : Nat) (P : Nat → Nat → Nat) (A : Nat → Prop) [DecidablePred A] (g : Nat → Nat)
    (h_in : ∀ x, A x → 1 ≤ g x) (h_out : ∀ x, x < N → ¬ A x → total (fun y => P x y * g y) N ≤ c * g x)
    (n x : Nat) (hx : x < N) : hit N c P A n x ≤ c ^ n * g x := by sorry
-- proof
theorem hitting_is_minimal (N c : Nat) (P : Nat → Nat → Nat) (A : Nat → Prop) [DecidablePred A] (g : Nat → Nat)
    (h_in : ∀ x, A x → 1 ≤ g x) (h_out : ∀ x, x < N → ¬ A x → total (fun y => P x y * g y) N ≤ c * g x)
    (n x : Nat) (hx : x < N) : hit N c P A n x ≤ c ^ n * g x :=
  hitting_is_minimal_abstract N c P A g (hit N c P A) h_in h_out
    (fun n x hA => by
      cases n with
      | zero => exact (if_pos hA : hit N c P A 0 x = 1)
      | succ n => exact (if_pos hA : hit N c P A (n + 1) x = _))
    (fun x hA => (if_neg hA : hit N c P A 0 x = 0))
    (fun n x hA => (if_neg hA : hit N c P A (n + 1) x = _)) n x hx

/-
+++
id = "hitting-is-minimal-abstract"
title = "The least solution of the hitting equations, for a family given by its recursion"
informal = "Let P be a matrix of weights on N states and A a set of states. Let h n be functions with (h n) x = c to the n for x in A; with (h 0) x = 0 and (h (n+1)) x = Σ_y P x y · (h n) y for x outside A. Let g be at least 1 on A, with Σ_y P x y · g y at most c · g x for x below N outside A. Then (h n) x is at most c to the n times g x for x below N."
representation = "abstract"
pair = "hitting-is-minimal"
source = "norris"
locator = "Section 1.3"
tags = { h_in = "definitional: g is at least 1 on the target", h_out = "definitional: g does not rise in the mean off the target", h_target = "definitional: the recursion of h", h_zero = "definitional: the recursion of h", h_step = "definitional: the recursion of h" }
+++
-/
theorem hitting_is_minimal_abstract (N c : Nat) (P : Nat → Nat → Nat) (A : Nat → Prop) (g : Nat → Nat)
    (h : Nat → Nat → Nat) (h_in : ∀ x, A x → 1 ≤ g x)
    (h_out : ∀ x, x < N → ¬ A x → total (fun y => P x y * g y) N ≤ c * g x)
    (h_target : ∀ n x, A x → h n x = c ^ n) (h_zero : ∀ x, ¬ A x → h 0 x = 0)
    (h_step : ∀ n x, ¬ A x → h (n + 1) x = total (fun y => P x y * h n y) N) (n x : Nat) (hx : x < N) :
    h n x ≤ c ^ n * g x := by sorry
-- proof
theorem hitting_is_minimal_abstract (N c : Nat) (P : Nat → Nat → Nat) (A : Nat → Prop) (g : Nat → Nat)
    (h : Nat → Nat → Nat) (h_in : ∀ x, A x → 1 ≤ g x)
    (h_out : ∀ x, x < N → ¬ A x → total (fun y => P x y * g y) N ≤ c * g x)
    (h_target : ∀ n x, A x → h n x = c ^ n) (h_zero : ∀ x, ¬ A x → h 0 x = 0)
    (h_step : ∀ n x, ¬ A x → h (n + 1) x = total (fun y => P x y * h n y) N) (n x : Nat) (hx : x < N) :
    h n x ≤ c ^ n * g x := by
  induction n generalizing x with
  | zero =>
    cases Classical.em (A x) with
    | inl k => rw [h_target 0 x k]; exact mul_le_mul (Nat.le_refl 1) (h_in x k)
    | inr k => rw [h_zero x k]; exact Nat.zero_le _
  | succ n ih =>
    cases Classical.em (A x) with
    | inl k =>
      rw [h_target (n + 1) x k]
      have := mul_le_mul (Nat.le_refl (c ^ (n + 1))) (h_in x k)
      rw [Nat.mul_one] at this; exact this
    | inr k =>
      rw [h_step n x k]
      have up : total (fun y => P x y * h n y) N ≤ total (fun y => c ^ n * (P x y * g y)) N :=
        total_le N fun y hy => by
          rw [mul_left_comm]; exact mul_le_mul (Nat.le_refl _) (ih y hy)
      rw [total_mul_left] at up
      refine Nat.le_trans up (Nat.le_trans (mul_le_mul (Nat.le_refl _) (h_out x hx k)) ?_)
      rw [← Nat.mul_assoc]; exact Nat.le_refl _

/-
+++
id = "copies-stay-together"
title = "Copies of a driven chain stay together after they have met"
informal = "A chain moves by x ↦ φ x (u n) in step n, where u is the noise. Two copies with the same noise that are at the same state after m steps are at the same state after every n from m on."
representation = "literal"
source = "levin-peres"
locator = "Chapter 5"
+++
-/
theorem copies_stay_together {S U : Type} (φ : S → U → S) (u : Nat → U) (x y : S) (m n : Nat)
    (hm : driven φ u x m = driven φ u y m) (hn : m ≤ n) : driven φ u x n = driven φ u y n := by sorry
-- proof
theorem copies_stay_together {S U : Type} (φ : S → U → S) (u : Nat → U) (x y : S) (m n : Nat)
    (hm : driven φ u x m = driven φ u y m) (hn : m ≤ n) : driven φ u x n = driven φ u y n := by
  induction hn with
  | refl => exact hm
  | step _ ih => rename_i k _; exact congrArg (φ · (u k)) ih

/-
+++
id = "irreducible-means-positive-power"
tags = { hP = "definitional: irreducible" }
title = "Defect: an irreducible chain need not have a positive power"
informal = "If from every one of N states every state can be reached with positive weight in some number of steps, then there is one number of steps n after which all entries of the matrix of n steps are positive. (False: a chain that flips between two states.)"
representation = "literal"
source = "levin-peres"
locator = "Section 1.3"
+++
-/
theorem irreducible_means_positive_power (N : Nat) (P : Nat → Nat → Nat)
    (hP : ∀ x y, x < N → y < N → ∃ n, 0 < nstep N P n x y) :
    ∃ n, ∀ x y, x < N → y < N → 0 < nstep N P n x y := by sorry
-- disproof
theorem flip_alternates (P : Nat → Nat → Nat) (hP : P = fun x y => if x + y = 1 then 1 else 0) (n : Nat) :
    nstep 2 P n 0 0 = 0 ∨ nstep 2 P n 0 1 = 0 := by
  induction n with
  | zero => exact .inr rfl
  | succ n ih =>
    have e : ∀ y, nstep 2 P (n + 1) 0 y = 0 + nstep 2 P n 0 0 * P 0 y + nstep 2 P n 0 1 * P 1 y := fun _ => rfl
    subst hP
    cases ih with
    | inl h => exact .inr (by rw [e, h]; rfl)
    | inr h => exact .inl (by rw [e, h]; rfl)
theorem irreducible_means_positive_power_disproof : ¬ ∀ (N : Nat) (P : Nat → Nat → Nat)
    (_hP : ∀ x y, x < N → y < N → ∃ n, 0 < nstep N P n x y),
    ∃ n, ∀ x y, x < N → y < N → 0 < nstep N P n x y := by
  intro h
  obtain ⟨n, hn⟩ := h 2 (fun x y => if x + y = 1 then 1 else 0) (fun x y hx hy => by
    match x, y, hx, hy with
    | 0, 0, _, _ => exact ⟨2, by decide⟩
    | 0, 1, _, _ => exact ⟨1, by decide⟩
    | 1, 0, _, _ => exact ⟨1, by decide⟩
    | 1, 1, _, _ => exact ⟨2, by decide⟩
    | _ + 2, _, hx, _ => exact absurd (Nat.le_of_succ_le_succ (Nat.le_of_succ_le_succ hx)) (Nat.not_succ_le_zero _)
    | _, _ + 2, _, hy => exact absurd (Nat.le_of_succ_le_succ (Nat.le_of_succ_le_succ hy)) (Nat.not_succ_le_zero _))
  cases flip_alternates _ rfl n with
  | inl k => have := hn 0 0 (by decide) (by decide); rw [k] at this; exact Nat.lt_irrefl 0 this
  | inr k => have := hn 0 1 (by decide) (by decide); rw [k] at this; exact Nat.lt_irrefl 0 this

/-
+++
id = "invariant-law-is-unique"
title = "Defect: an invariant law need not be unique"
informal = "Let P be a matrix of weights on N states whose rows sum to c. If two families of masses are both multiplied by c in one step and have the same total, then they are equal. (False: where no state is ever left, all masses are invariant.)"
representation = "literal"
source = "norris"
locator = "Section 1.7"
+++
-/
theorem invariant_law_is_unique (N c : Nat) (P : Nat → Nat → Nat) (ν ρ : Nat → Nat) (hP : RowSums N c P)
    (hν : Invariant N c P ν) (hρ : Invariant N c P ρ) (htotal : total ν N = total ρ N) (x : Nat) (hx : x < N) :
    ν x = ρ x := by sorry
-- disproof
theorem invariant_law_is_unique_disproof : ¬ ∀ (N c : Nat) (P : Nat → Nat → Nat) (ν ρ : Nat → Nat)
    (_hP : RowSums N c P) (_hν : Invariant N c P ν) (_hρ : Invariant N c P ρ) (_htotal : total ν N = total ρ N)
    (x : Nat) (_hx : x < N), ν x = ρ x := by
  intro h
  have two : ∀ f g : Nat → Nat, f 0 = g 0 → f 1 = g 1 → ∀ x, x < 2 → f x = g x := fun f g a b x hx => by
    match x, hx with
    | 0, _ => exact a
    | 1, _ => exact b
    | _ + 2, hx => exact absurd (Nat.le_of_succ_le_succ (Nat.le_of_succ_le_succ hx)) (Nat.not_succ_le_zero _)
  have := h 2 1 (fun x y => if x = y then 1 else 0) (fun x => if x = 0 then 1 else 0) (fun x => if x = 1 then 1 else 0)
    (two (fun x => total (fun y => if x = y then 1 else 0) 2) (fun _ => 1) rfl rfl) (two _ _ rfl rfl) (two _ _ rfl rfl) rfl 0
    (by decide)
  exact absurd this (by decide)

/-
+++
id = "reversible-law-is-stationary"
title = "A reversible law is stationary"
informal = "Let P be a stochastic matrix on finitely many states and ν a function on the states with ν x · P x y = ν y · P y x for all x and y. Then ν is stationary for P."
representation = "literal"
library = "mathlib"
pair = "reversible-law-is-stationary-abstract"
source = "norris"
locator = "Section 1.9"
+++
-/
theorem reversible_law_is_stationary {S : Type*} [Fintype S] [DecidableEq S] (P : Matrix S S ℝ) (ν : S → ℝ)
    (hP : IsStochastic P) (h : DetailedBalance P ν) : IsStationary P ν := by sorry

/-
+++
id = "reversible-law-is-stationary-abstract"
title = "A reversible law is stationary, on bare sums"
informal = "Let P x y be real numbers for x and y in a finite set whose rows sum to 1, and let ν x · P x y = ν y · P y x for all x and y. Then for each y the sum over x of ν x · P x y is ν y."
representation = "abstract"
library = "mathlib"
pair = "reversible-law-is-stationary"
source = "norris"
locator = "Section 1.9"
tags = { h_row = "definitional: the rows of a stochastic matrix", h_balance = "definitional: detailed balance" }
+++
-/
theorem reversible_law_is_stationary_abstract {S : Type*} [Fintype S] (P : S → S → ℝ) (ν : S → ℝ)
    (h_row : ∀ x, ∑ y, P x y = 1) (h_balance : ∀ x y, ν x * P x y = ν y * P y x) (y : S) :
    ∑ x, ν x * P x y = ν y := by sorry

/-
+++
id = "reversed-chain-is-stochastic"
title = "The reversed chain is stochastic"
informal = "Let P be a stochastic matrix on finitely many states with a stationary function ν that is positive everywhere. Then the matrix with the entries ν y · P y x / ν x is stochastic."
representation = "literal"
library = "mathlib"
source = "norris"
locator = "Section 1.9"
tags = { h_pos = "regularity: no division by 0" }
+++
-/
theorem reversed_chain_is_stochastic {S : Type*} [Fintype S] [DecidableEq S] (P : Matrix S S ℝ) (ν : S → ℝ)
    (hP : IsStochastic P) (hν : IsStationary P ν) (h_pos : ∀ x, 0 < ν x) : IsStochastic (timeReversal P ν) := by sorry

/-
+++
id = "reversing-twice"
title = "Reversing twice gives the chain back"
informal = "Let P be a matrix on finitely many states and ν a function that is positive everywhere. Reversing P by ν twice gives P."
representation = "literal"
library = "mathlib"
source = "norris"
locator = "Section 1.9"
tags = { h_pos = "regularity: no division by 0" }
+++
-/
theorem reversing_twice {S : Type*} (P : Matrix S S ℝ) (ν : S → ℝ) (h_pos : ∀ x, 0 < ν x) (x y : S) :
    timeReversal (timeReversal P ν) ν x y = P x y := by sorry

/-
+++
id = "stationary-law-exists"
title = "A finite chain has a stationary law"
informal = "Every stochastic matrix on a finite set of states that is not empty has a stationary law."
representation = "literal"
library = "mathlib"
source = "levin-peres"
locator = "Section 1.5"
+++
-/
theorem stationary_law_exists {S : Type*} [Fintype S] [DecidableEq S] [Nonempty S] (P : Matrix S S ℝ)
    (hP : IsStochastic P) : ∃ ν : S → ℝ, IsLaw ν ∧ IsStationary P ν := by sorry

/-
+++
id = "stationary-law-is-unique"
title = "An irreducible chain has one stationary law"
informal = "Let P be an irreducible stochastic matrix on finitely many states. Any two laws that are stationary for P are equal."
representation = "literal"
library = "mathlib"
source = "levin-peres"
locator = "Section 1.5"
+++
-/
theorem stationary_law_is_unique {S : Type*} [Fintype S] [DecidableEq S] (P : Matrix S S ℝ) (hP : IsStochastic P)
    (h_irr : Irreducible P) (ν ρ : S → ℝ) (hν : IsLaw ν) (hρ : IsLaw ρ) (hsν : IsStationary P ν)
    (hsρ : IsStationary P ρ) : ν = ρ := by sorry

/-
+++
id = "stationary-law-is-positive"
title = "The stationary law of an irreducible chain is positive"
informal = "Let P be an irreducible stochastic matrix on finitely many states and ν a law that is stationary for P. Then ν x is positive for each state x."
representation = "literal"
library = "mathlib"
source = "levin-peres"
locator = "Section 1.5"
+++
-/
theorem stationary_law_is_positive {S : Type*} [Fintype S] [DecidableEq S] (P : Matrix S S ℝ) (hP : IsStochastic P)
    (h_irr : Irreducible P) (ν : S → ℝ) (hl : IsLaw ν) (hν : IsStationary P ν) (x : S) : 0 < ν x := by sorry

/-
+++
id = "aperiodic-and-irreducible"
title = "An irreducible aperiodic chain is eventually positive"
informal = "Let P be a stochastic matrix on finitely many states that is irreducible and aperiodic. Then from some number of steps on, all entries of the powers of P are positive."
representation = "literal"
library = "mathlib"
source = "levin-peres"
locator = "Section 1.3"
+++
-/
theorem aperiodic_and_irreducible {S : Type*} [Fintype S] [DecidableEq S] (P : Matrix S S ℝ) (hP : IsStochastic P)
    (h_irr : Irreducible P) (h_aper : Aperiodic P) : EventuallyPositive P := by sorry

/-
+++
id = "convergence-to-stationarity"
title = "The convergence theorem"
informal = "Let P be a stochastic matrix on finitely many states whose powers are eventually positive, and ν a law that is stationary for P. Then from each state, the law after n steps converges to ν in total variation."
representation = "literal"
library = "mathlib"
pair = "convergence-to-stationarity-abstract"
source = "levin-peres"
locator = "Section 4.3"
tags = { h_pos = "intermediate lemma: positivity of the powers is the main step" }
+++
-/
theorem convergence_to_stationarity {S : Type*} [Fintype S] [DecidableEq S] (P : Matrix S S ℝ) (ν : S → ℝ)
    (hP : IsStochastic P) (h_pos : EventuallyPositive P) (hl : IsLaw ν) (hν : IsStationary P ν) (x : S) :
    Tendsto (fun n : ℕ => tvDist ((P ^ n) x) ν) atTop (𝓝 0) := by sorry

/-
+++
id = "convergence-to-stationarity-abstract"
title = "Convergence from a contraction"
informal = "Let d n be the distance of two laws after n steps, nonnegative, with d (n+1) at most (1 - c) · d n for some c in (0, 1]. Then d n tends to 0."
representation = "abstract"
library = "mathlib"
pair = "convergence-to-stationarity"
source = "levin-peres"
locator = "Section 4.3"
tags = { h_pos = "regularity: distances are not negative", hc = "regularity: the rate", hc1 = "regularity: the rate", h_step = "intermediate lemma: the contraction is the whole of Doeblin's argument" }
+++
-/
theorem convergence_to_stationarity_abstract (d : ℕ → ℝ) (c : ℝ) (h_pos : ∀ n, 0 ≤ d n) (hc : 0 < c) (hc1 : c ≤ 1)
    (h_step : ∀ n, d (n + 1) ≤ (1 - c) * d n) : Tendsto d atTop (𝓝 0) := by sorry

/-
+++
id = "marginals-of-a-chain"
title = "The marginals of a chain are the rows of the powers"
informal = "Let X have the joint law of a chain with stochastic matrix P started from ν. Then at each time n and each state y, the probability of X n = y is the sum over x of ν x times the entry of the n-th power of P at x and y."
representation = "literal"
library = "mathlib"
source = "norris"
locator = "Section 1.1"
tags = { h_meas = "regularity: events are measurable" }
+++
-/
theorem marginals_of_a_chain {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ] {S : Type*}
    [Fintype S] [DecidableEq S] (X : ℕ → Ω → S) (ν : S → ℝ) (P : Matrix S S ℝ) (hP : IsStochastic P)
    (h_meas : ∀ n y, MeasurableSet {ω | X n ω = y}) (h : HasChainLaw μ X ν P) : HasMatrixMarginals μ X ν P := by sorry

/-
+++
id = "one-solves-the-hitting-equations"
title = "The constant 1 solves the hitting equations"
informal = "Let each row of a matrix of transition weights on any set of states sum to 1. For every set A the constant function 1 solves the equations of hitting probabilities of A, so a solution need not be the hitting probability."
representation = "literal"
library = "mathlib"
source = "norris"
locator = "Section 1.3"
tags = { h_row = "definitional: the rows of a stochastic matrix" }
+++
-/
theorem one_solves_the_hitting_equations {E : Type*} (P : E → E → ℝ) (A : Set E) (h_row : ∀ x, HasSum (P x) 1) :
    IsHittingSolution P A (fun _ => 1) := by sorry

/-
+++
id = "coupling-bounds-distance"
title = "A coupling bounds the distance of its marginals"
informal = "Let X and Y be random states on one probability space with laws ν and ρ. Then the total variation distance of ν and ρ is at most the probability that X and Y differ."
representation = "abstract"
library = "mathlib"
source = "levin-peres"
locator = "Section 4.2"
tags = { h_X = "regularity: events are measurable", h_Y = "regularity: events are measurable", "h_ν" = "definitional: ν is the law of X", "h_ρ" = "definitional: ρ is the law of Y" }
+++
-/
theorem coupling_bounds_distance {Ω : Type*} {m0 : MeasurableSpace Ω} (μ : Measure Ω) [IsProbabilityMeasure μ]
    {S : Type*} [Fintype S] (X Y : Ω → S) (ν ρ : S → ℝ) (h_X : ∀ x, MeasurableSet {ω | X ω = x})
    (h_Y : ∀ x, MeasurableSet {ω | Y ω = x}) (h_ν : ∀ x, (μ {ω | X ω = x}).toReal = ν x)
    (h_ρ : ∀ x, (μ {ω | Y ω = x}).toReal = ρ x) : tvDist ν ρ ≤ (μ {ω | ¬ X ω = Y ω}).toReal := by sorry

/-
+++
id = "invariance-passes-to-compositions"
title = "A measure that two kernels keep is kept by their composition"
informal = "Let two Markov kernels on a measurable space leave a measure invariant. Then so does their composition."
representation = "literal"
library = "mathlib"
source = "douc-moulines"
locator = "Chapter 1"
tags = { "hκ" = "definitional: κ keeps the measure", "hη" = "definitional: η keeps the measure" }
+++
-/
theorem invariance_passes_to_compositions {E : Type*} [MeasurableSpace E] (κ η : Kernel E E) [IsMarkovKernel κ]
    [IsMarkovKernel η] (μ : Measure E) (hκ : Kernel.Invariant κ μ) (hη : Kernel.Invariant η μ) :
    Kernel.Invariant (Kernel.comp κ η) μ := by sorry
