theorem Arith.add_left_comm (a b c : Nat) : a + (b + c) = b + (a + c) := by
  rw [← Nat.add_assoc, Nat.add_comm a b, Nat.add_assoc]

theorem Arith.add_swap (a b c d : Nat) : a + b + (c + d) = a + c + (b + d) := by
  rw [Nat.add_assoc, Nat.add_assoc, add_left_comm b c d]

theorem Arith.mul_left_comm (a b c : Nat) : a * (b * c) = b * (a * c) := by
  rw [← Nat.mul_assoc, Nat.mul_comm a b, Nat.mul_assoc]

theorem Arith.exists_add {a b : Nat} (h : a ≤ b) : ∃ k, b = a + k := by
  induction h with
  | refl => exact ⟨0, rfl⟩
  | step _ ih => exact ih.elim fun k e => ⟨k + 1, congrArg Nat.succ e⟩

theorem Arith.mul_le_mul {a b c d : Nat} (h : a ≤ b) (k : c ≤ d) : a * c ≤ b * d := by
  obtain ⟨i, rfl⟩ := exists_add h
  obtain ⟨j, rfl⟩ := exists_add k
  rw [Nat.right_distrib, Nat.left_distrib, Nat.add_assoc]
  exact Nat.le_add_right _ _

theorem Arith.sub_of_le {a b : Nat} (h : a ≤ b) : a - b = 0 := by
  obtain ⟨k, rfl⟩ := exists_add h
  induction k with
  | zero => have := Nat.add_sub_cancel 0 a; rw [Nat.zero_add] at this; exact this
  | succ k ih =>
    have : a - (a + (k + 1)) = Nat.pred (a - (a + k)) := rfl
    rw [this, ih (Nat.le_add_right _ _)]; rfl

theorem Arith.add_sub_left (a b : Nat) : a + b - a = b := by rw [Nat.add_comm, Nat.add_sub_cancel]

theorem Arith.sub_add {a b : Nat} (h : a ≤ b) : b - a + a = b := by
  obtain ⟨k, rfl⟩ := exists_add h
  rw [add_sub_left, Nat.add_comm]

theorem Arith.sub_le_iff {a b c : Nat} : a - b ≤ c ↔ a ≤ c + b := by
  cases Nat.le_total a b with
  | inl h => exact ⟨fun _ => Nat.le_trans h (Nat.le_add_left _ _), fun _ => sub_of_le h ▸ Nat.zero_le _⟩
  | inr h =>
    obtain ⟨k, rfl⟩ := exists_add h
    rw [add_sub_left, Nat.add_comm c b]
    exact ⟨fun l => Nat.add_le_add_left l b, fun l => by
      rw [Nat.add_comm b k, Nat.add_comm b c] at l; exact Nat.le_of_add_le_add_right l⟩

theorem Arith.le_sub_add (a b : Nat) : a ≤ a - b + b := sub_le_iff.1 (Nat.le_refl _)

theorem Arith.sub_le (a b : Nat) : a - b ≤ a := sub_le_iff.2 (Nat.le_add_right _ _)

theorem Arith.sub_mono {a b c d : Nat} (h : a ≤ b) (k : c ≤ d) : a - d ≤ b - c :=
  sub_le_iff.2 (Nat.le_trans h (Nat.le_trans (le_sub_add b c) (Nat.add_le_add_left k _)))

theorem Arith.pos_mul {a b : Nat} (h : 0 < a) (k : 0 < b) : 0 < a * b := mul_le_mul h k

theorem Arith.eq_zero_of_le {a : Nat} (h : a ≤ 0) : a = 0 := Nat.le_antisymm h (Nat.zero_le _)

theorem Arith.pos_of_ne {a : Nat} (h : a ≠ 0) : 0 < a := by
  cases a with
  | zero => exact absurd rfl h
  | succ a => exact Nat.succ_pos a

theorem Arith.ne_of_lt {a b : Nat} (h : a < b) : a ≠ b := fun e => Nat.lt_irrefl b (e ▸ h)

theorem Arith.lt_of_le_of_ne {a b : Nat} (h : a ≤ b) (k : a ≠ b) : a < b :=
  (Nat.lt_or_ge a b).elim id fun l => absurd (Nat.le_antisymm h l) k

theorem Arith.mul_cancel {a b c : Nat} (h : 0 < c) (e : c * a = c * b) : a = b := by
  cases Nat.le_total a b with
  | inl l =>
    obtain ⟨k, rfl⟩ := exists_add l
    rw [Nat.left_distrib] at e
    have z : c * k = 0 := (Nat.add_left_cancel (n := 0) (k := c * a) e).symm
    cases k with
    | zero => rfl
    | succ k => exact absurd z (fun z => Nat.lt_irrefl 0 (by have := pos_mul h (Nat.succ_pos k); rw [z] at this; exact this))
  | inr l =>
    obtain ⟨k, rfl⟩ := exists_add l
    rw [Nat.left_distrib] at e
    have z : c * k = 0 := Nat.add_left_cancel (m := 0) (k := c * b) e
    cases k with
    | zero => rfl
    | succ k => exact absurd z (fun z => Nat.lt_irrefl 0 (by have := pos_mul h (Nat.succ_pos k); rw [z] at this; exact this))

theorem Arith.le_of_mul_le {a b c : Nat} (h : 0 < c) (e : c * a ≤ c * b) : a ≤ b := by
  cases Nat.lt_or_ge b a with
  | inr l => exact l
  | inl l =>
    have : c * b + c ≤ c * a := mul_le_mul (Nat.le_refl c) l
    have : c * b + c ≤ c * b := Nat.le_trans this e
    have : c * b + 1 ≤ c * b := Nat.le_trans (Nat.add_le_add_left h _) this
    exact absurd this (Nat.lt_irrefl _)

theorem Arith.two_mul (a : Nat) : 2 * a = a + a := by rw [Nat.mul_comm]; show 0 + a + a = a + a; rw [Nat.zero_add]

theorem Arith.mul_two (a : Nat) : a * 2 = a + a := by rw [Nat.mul_comm, two_mul]

theorem Arith.pow_succ (a n : Nat) : a ^ (n + 1) = a ^ n * a := rfl

theorem Arith.pow_add (a m n : Nat) : a ^ (m + n) = a ^ m * a ^ n := by
  induction n with
  | zero => exact (Nat.mul_one _).symm
  | succ n ih => show a ^ (m + n) * a = a ^ m * (a ^ n * a); rw [ih, Nat.mul_assoc]

theorem Arith.pow_pos {a : Nat} (h : 0 < a) (n : Nat) : 0 < a ^ n := by
  induction n with
  | zero => exact Nat.succ_pos 0
  | succ n ih => exact pos_mul ih h

theorem Arith.total_congr {f g : Nat → Nat} (n : Nat) (h : ∀ i, i < n → f i = g i) : total f n = total g n := by
  induction n with
  | zero => rfl
  | succ n ih => show total f n + f n = total g n + g n; rw [ih fun i l => h i (.step l), h n .refl]

theorem Arith.total_le {f g : Nat → Nat} (n : Nat) (h : ∀ i, i < n → f i ≤ g i) : total f n ≤ total g n := by
  induction n with
  | zero => exact .refl
  | succ n ih => exact Nat.add_le_add (ih fun i l => h i (.step l)) (h n .refl)

theorem Arith.total_zero (n : Nat) : total (fun _ => 0) n = 0 := by
  induction n with
  | zero => rfl
  | succ n ih => exact ih

theorem Arith.total_const (c n : Nat) : total (fun _ => c) n = n * c := by
  induction n with
  | zero => exact (Nat.zero_mul c).symm
  | succ n ih => show total (fun _ => c) n + c = (n + 1) * c; rw [ih, Nat.succ_mul]

theorem Arith.total_add (f g : Nat → Nat) (n : Nat) : total (fun i => f i + g i) n = total f n + total g n := by
  induction n with
  | zero => rfl
  | succ n ih => show total (fun i => f i + g i) n + (f n + g n) = (total f n + f n) + (total g n + g n); rw [ih, add_swap]

theorem Arith.total_mul_left (c : Nat) (f : Nat → Nat) (n : Nat) : total (fun i => c * f i) n = c * total f n := by
  induction n with
  | zero => rfl
  | succ n ih => show total (fun i => c * f i) n + c * f n = c * (total f n + f n); rw [ih, Nat.left_distrib]

theorem Arith.total_mul_right (c : Nat) (f : Nat → Nat) (n : Nat) : total (fun i => f i * c) n = total f n * c := by
  rw [Nat.mul_comm, ← total_mul_left]; exact total_congr n fun i _ => Nat.mul_comm _ _

theorem Arith.total_comm (f : Nat → Nat → Nat) (m n : Nat) :
    total (fun i => total (f i) n) m = total (fun j => total (fun i => f i j) m) n := by
  induction m with
  | zero => exact (total_zero n).symm
  | succ m ih =>
    show total (fun i => total (f i) n) m + total (f m) n = total (fun j => total (fun i => f i j) m + f m j) n
    rw [ih, total_add]

theorem Arith.total_split (f : Nat → Nat) (m n : Nat) : total f (m + n) = total f m + total (fun i => f (m + i)) n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    show total f (m + n) + f (m + n) = total f m + (total (fun i => f (m + i)) n + f (m + n))
    rw [ih, Nat.add_assoc]

theorem Arith.total_first (f : Nat → Nat) (n : Nat) : total f (n + 1) = f 0 + total (fun i => f (i + 1)) n := by
  rw [Nat.add_comm n 1, total_split]
  show (0 + f 0) + _ = _
  rw [Nat.zero_add, total_congr n fun i _ => by rw [Nat.add_comm 1 i]]

theorem Arith.le_total {f : Nat → Nat} {n i : Nat} (h : i < n) : f i ≤ total f n := by
  induction n with
  | zero => exact absurd h (Nat.not_lt_zero i)
  | succ n ih =>
    show f i ≤ total f n + f n
    by_cases e : i = n
    · rw [e]; exact Nat.le_add_left _ _
    · exact Nat.le_trans (ih (lt_of_le_of_ne (Nat.le_of_lt_succ h) e)) (Nat.le_add_right _ _)

theorem Arith.exists_pos {f : Nat → Nat} {n : Nat} (h : 0 < total f n) : ∃ i, i < n ∧ 0 < f i := by
  induction n with
  | zero => exact absurd h (Nat.lt_irrefl 0)
  | succ n ih =>
    by_cases e : f n = 0
    · have h : 0 < total f n + f n := h
      rw [e] at h
      exact (ih h).elim fun i k => ⟨i, .step k.1, k.2⟩
    · exact ⟨n, .refl, pos_of_ne e⟩

theorem Arith.total_pick (f : Nat → Nat) {n y : Nat} (h : y < n) : total (fun z => f z * (if z = y then 1 else 0)) n = f y := by
  induction n with
  | zero => exact absurd h (Nat.not_lt_zero y)
  | succ n ih =>
    show total (fun z => f z * (if z = y then 1 else 0)) n + f n * (if n = y then 1 else 0) = f y
    by_cases e : n = y
    · subst e
      have : total (fun z => f z * (if z = n then 1 else 0)) n = 0 := by
        rw [total_congr n (g := fun _ => 0) fun i l => by rw [if_neg (ne_of_lt l), Nat.mul_zero]]; exact total_zero n
      rw [this, if_pos rfl, Nat.mul_one, Nat.zero_add]
    · rw [if_neg e, Nat.mul_zero, Nat.add_zero, ih (lt_of_le_of_ne (Nat.le_of_lt_succ h) (fun k => e k.symm))]

theorem Arith.total_pick' (f : Nat → Nat) {n x : Nat} (h : x < n) : total (fun z => (if x = z then 1 else 0) * f z) n = f x := by
  rw [← total_pick f h]
  refine total_congr n fun i _ => ?_
  rw [Nat.mul_comm]
  by_cases e : x = i
  · rw [if_pos e, if_pos e.symm]
  · rw [if_neg e, if_neg fun k => e k.symm]

theorem Arith.sumWords_add (f g : List Bool → Nat) (n : Nat) :
    sumWords (fun w => f w + g w) n = sumWords f n + sumWords g n := by
  induction n generalizing f g with
  | zero => rfl
  | succ n ih =>
    show sumWords (fun w => f (false :: w) + g (false :: w)) n + sumWords (fun w => f (true :: w) + g (true :: w)) n = _
    rw [ih, ih, add_swap]; rfl

theorem Arith.sumWords_step (f : List Bool → Nat) (n : Nat) :
    sumWords f (n + 1) = sumWords (fun w => f (false :: w) + f (true :: w)) n := (sumWords_add _ _ n).symm

theorem Arith.sumWords_mul (c : Nat) (f : List Bool → Nat) (n : Nat) :
    sumWords (fun w => c * f w) n = c * sumWords f n := by
  induction n generalizing f with
  | zero => rfl
  | succ n ih =>
    show sumWords (fun w => c * f (false :: w)) n + sumWords (fun w => c * f (true :: w)) n
      = c * (sumWords (fun w => f (false :: w)) n + sumWords (fun w => f (true :: w)) n)
    rw [ih, ih, Nat.left_distrib]

theorem Arith.sumWords_le (f g : List Bool → Nat) (h : ∀ w, f w ≤ g w) (n : Nat) : sumWords f n ≤ sumWords g n := by
  induction n generalizing f g with
  | zero => exact h []
  | succ n ih => exact Nat.add_le_add (ih _ _ fun w => h _) (ih _ _ fun w => h _)

theorem Arith.square_le (a b : Nat) : a * b + a * b ≤ a * a + b * b := by
  cases Nat.le_total a b with
  | inl h =>
    obtain ⟨k, rfl⟩ := exists_add h
    have e : a * a + (a + k) * (a + k) = a * (a + k) + a * (a + k) + k * k := by
      simp [Nat.left_distrib, Nat.right_distrib, Nat.add_assoc, Nat.add_comm, add_left_comm, Nat.mul_comm]
    rw [e]; exact Nat.le_add_right _ _
  | inr h =>
    obtain ⟨k, rfl⟩ := exists_add h
    have e : (b + k) * (b + k) + b * b = (b + k) * b + (b + k) * b + k * k := by
      simp [Nat.left_distrib, Nat.right_distrib, Nat.add_assoc, Nat.add_comm, add_left_comm, Nat.mul_comm]
    rw [e]; exact Nat.le_add_right _ _

theorem Arith.le_later_left (m n : Nat) : m ≤ later m n := by
  unfold later; split
  · assumption
  · exact Nat.le_refl _

theorem Arith.le_later_right (m n : Nat) : n ≤ later m n := by
  unfold later; split
  · exact Nat.le_refl _
  · rename_i h; exact Nat.le_of_lt (Nat.lt_of_not_le h)

theorem Arith.later_le {m n k : Nat} (h : m ≤ k) (l : n ≤ k) : later m n ≤ k := by
  unfold later; split <;> assumption

theorem Arith.later_cases (m n : Nat) : later m n = m ∨ later m n = n := by
  unfold later; split
  · exact .inr rfl
  · exact .inl rfl

theorem Arith.later_mono {a b c d : Nat} (h : a ≤ b) (k : c ≤ d) : later a c ≤ later b d :=
  later_le (Nat.le_trans h (le_later_left b d)) (Nat.le_trans k (le_later_right b d))

theorem Arith.count_total (A : Nat → Prop) [DecidablePred A] (n : Nat) :
    count A n = total (fun i => if A i then 1 else 0) n := by
  induction n with
  | zero => rfl
  | succ n ih => exact congrArg (· + if A n then 1 else 0) ih

theorem Arith.count_mono (A B : Nat → Prop) [DecidablePred A] [DecidablePred B] (n : Nat) (h : ∀ i, i < n → A i → B i) :
    count A n ≤ count B n := by
  rw [count_total, count_total]
  refine total_le n fun i hi => ?_
  by_cases k : A i
  · rw [if_pos k, if_pos (h i hi k)]; exact Nat.le_refl _
  · rw [if_neg k]; exact Nat.zero_le _

theorem Arith.count_le (A : Nat → Prop) [DecidablePred A] (n : Nat) : count A n ≤ n := by
  induction n with
  | zero => exact Nat.le_refl _
  | succ n ih =>
    show count A n + (if A n then 1 else 0) ≤ n + 1
    refine Nat.add_le_add ih ?_
    split
    · exact Nat.le_refl _
    · exact Nat.zero_le _

theorem Arith.succ_sub_succ (a b : Nat) : a + 1 - (b + 1) = a - b := by
  induction b with
  | zero => rfl
  | succ b ih => exact congrArg Nat.pred ih
