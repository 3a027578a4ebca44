/-- Two states that are left for each with weight 1: the rows sum to 2, not to 1. -/
theorem row_sums_example : RowSums 2 2 (fun _ _ => 1) ∧ ¬ RowSums 2 1 (fun _ _ => 1) :=
  ⟨fun _ _ => rfl, fun h => absurd (h 0 (by decide)) (by decide)⟩

/-- On two states that are exchanged, equal masses are invariant; a mass on one state is not. -/
theorem invariant_example :
    Invariant 2 1 (fun x y => if x + y = 1 then 1 else 0) (fun _ => 1) ∧
      ¬ Invariant 2 1 (fun x y => if x + y = 1 then 1 else 0) (fun x => if x = 0 then 1 else 0) := by
  refine ⟨fun y hy => ?_, fun h => absurd (h 0 (by decide)) (by decide)⟩
  match y, hy with
  | 0, _ => rfl
  | 1, _ => rfl
  | _ + 2, hy => exact absurd (Nat.le_of_succ_le_succ (Nat.le_of_succ_le_succ hy)) (Nat.not_succ_le_zero _)

/-- Equal masses balance a symmetric matrix. A cycle of three states keeps them invariant and is not in detailed balance. -/
theorem detailed_balance_example :
    DetailedBalance 3 (fun _ _ => 1) (fun _ => 1) ∧
      ¬ DetailedBalance 3 (fun x y => if y = x + 1 ∨ x = 2 ∧ y = 0 then 1 else 0) (fun _ => 1) :=
  ⟨fun _ _ _ _ => rfl, fun h => absurd (h 0 1 (by decide) (by decide)) (by decide)⟩

/-- Counting up, 2 is reached from 0 in two steps and in no other number; 0 is never reached from 2. -/
theorem way_example : Way (fun x y : Nat => y = x + 1) 2 0 2 ∧ ¬ Way (fun x y : Nat => y = x + 1) 1 0 2 := by
  refine ⟨⟨1, rfl, 2, rfl, rfl⟩, fun h => ?_⟩
  obtain ⟨z, hz, e⟩ := h
  have e : z = 2 := e
  subst e
  exact absurd hz (by decide)

/-- Each state communicates with itself. Counting up, 0 leads to 1 and not back. -/
theorem communicate_example :
    Communicate (fun x y : Nat => y = x + 1) 5 5 ∧ ¬ Communicate (fun x y : Nat => y = x + 1) 0 1 := by
  refine ⟨⟨⟨0, rfl⟩, 0, rfl⟩, fun h => ?_⟩
  have up : ∀ n x y : Nat, Way (fun x y : Nat => y = x + 1) n x y → x ≤ y := by
    intro n
    induction n with
    | zero => intro x y e; have e : x = y := e; subst e; exact Nat.le_refl x
    | succ n ih => intro x y ⟨z, hz, e⟩; have := ih z y e; subst hz; exact Nat.le_of_lt this
  obtain ⟨_, n, hn⟩ := h
  exact absurd (up n 1 0 hn) (by decide)

/-- A constant capital is fair. A capital that counts the ups is not: it grows by one half in the mean. -/
theorem fair_example : Fair (fun _ => 3) ∧ ¬ Fair ups := ⟨fun _ => rfl, fun h => absurd (h []) (by decide)⟩

/-- The number of ups does not fall in the mean. A capital that is 1 before the first toss and 0 afterwards does. -/
theorem subfair_example : Subfair ups ∧ ¬ Subfair (fun w => if w.length = 0 then 1 else 0) := by
  refine ⟨fun w => ?_, fun h => absurd (h []) (by decide)⟩
  show 2 * ups w ≤ ups w + (ups w + 1)
  have e : 2 * ups w = ups w + ups w := by rw [Nat.mul_comm]; show 0 + ups w + ups w = _; rw [Nat.zero_add]
  rw [e]
  exact Nat.le_succ _

/-- A fixed time is a stopping time. A time that tells the toss that comes then is not. -/
theorem is_stop_example : IsStop (fun _ => 3) ∧ ¬ IsStop (fun ω => if ω 0 then 0 else 1) := by
  refine ⟨fun _ _ _ => rfl, fun h => ?_⟩
  exact absurd (h (fun _ => true) (fun _ => false) (fun i l => absurd l (Nat.not_lt_zero i)) : (1 : Nat) = 0) (by decide)

/-- Going up evenly is harmonic; squares are not. -/
theorem harmonic_example : Harmonic 2 (fun k => k) ∧ ¬ Harmonic 2 (fun k => k * k) := by
  refine ⟨fun k hk => ?_, fun h => absurd (h 0 (by decide)) (by decide)⟩
  have z : k = 0 := Nat.le_antisymm (Nat.le_of_succ_le_succ (Nat.le_of_succ_le_succ hk)) (Nat.zero_le k)
  subst z
  rfl

/-- The walk up, up, down visits height 2 and not height 3; reflected at height 2, its last step turns. -/
theorem walk_example :
    visits 2 [true, true, false] = true ∧ visits 3 [true, true, false] = false ∧
      reflectAfter 2 [true, true, false] = [true, true, true] := ⟨rfl, rfl, rfl⟩

/-- With services 2 and gaps 3 an empty queue stays empty: the workload never falls below 0. -/
theorem workload_example : workload (fun _ => 2) (fun _ => 3) 0 5 = 0 ∧ workload (fun _ => 3) (fun _ => 2) 0 5 = 5 :=
  ⟨rfl, rfl⟩

/-- With gaps of 2 there are 3 renewals up to 7; with empty gaps the count is cut at t. -/
theorem renewals_example : renewals (fun _ => 2) 7 = 3 ∧ renewals (fun _ => 0) 4 = 4 := ⟨rfl, rfl⟩
