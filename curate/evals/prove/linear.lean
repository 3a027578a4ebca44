theorem Linear.add_left_comm (a b c : Nat) : a + (b + c) = b + (a + c) := by
  rw [← Nat.add_assoc, Nat.add_comm a b, Nat.add_assoc]
theorem Linear.mul_left_comm (a b c : Nat) : a * (b * c) = b * (a * c) := by
  rw [← Nat.mul_assoc, Nat.mul_comm a b, Nat.mul_assoc]
theorem Linear.pow_succ (a n : Nat) : a ^ (n + 1) = a * a ^ n := Nat.mul_comm (a ^ n) a
theorem Linear.le_of_eq {a b : Nat} (h : a = b) : a ≤ b := h ▸ Nat.le_refl a
theorem Linear.succ_le {a b : Nat} (h : a < b) : a + 1 ≤ b := h
theorem Linear.lt_of {a b : Nat} (h : a + 1 ≤ b) : a < b := h
theorem Linear.eq_by {a b l r : Nat} (h : a = b) (k : l + b = r + a) : l = r := by
  subst h; exact Nat.add_right_cancel k
theorem Linear.le_by {a b l r : Nat} (h : a ≤ b) (k : l + b ≤ r + a) : l ≤ r :=
  Nat.le_of_add_le_add_right (Nat.le_trans k (Nat.add_le_add_left h r))
theorem Linear.slack {l r : Nat} (c : Nat) (h : l + c = r) : l ≤ r := h ▸ Nat.le_add_right l c
theorem Linear.sub_zero_of {a b : Nat} (h : a ≤ b) : a - b = 0 := by
  have key : ∀ c, a - (a + c) = 0 := by
    intro c
    induction c with
    | zero => have z := Nat.add_sub_cancel 0 a; rw [Nat.zero_add] at z; exact z
    | succ c ih =>
      have s : a - (a + (c + 1)) = Nat.pred (a - (a + c)) := rfl
      rw [s, ih]; rfl
  have e : ∃ c, b = a + c := by
    induction h with
    | refl => exact ⟨0, rfl⟩
    | step _ ih => exact ih.elim fun c e => ⟨c + 1, congrArg Nat.succ e⟩
  exact e.elim fun c e => e ▸ key c
theorem Linear.sub_add_of {a b : Nat} (h : b ≤ a) : a - b + b = a := by
  have e : ∃ c, a = c + b := by
    induction h with
    | refl => exact ⟨0, (Nat.zero_add b).symm⟩
    | step _ ih => exact ih.elim fun c e => ⟨c + 1, by rw [e, Nat.add_assoc, Nat.add_comm 1 b]; rfl⟩
  exact e.elim fun c e => by rw [e, Nat.add_sub_cancel]
theorem Linear.rec {motive : Nat → Prop} (zero : motive 0) (succ : ∀ n, motive n → motive (n + 1)) (n : Nat) :
    motive n := Nat.rec zero succ n
theorem Linear.cases {motive : Nat → Prop} (zero : motive 0) (succ : ∀ n, motive (n + 1)) (n : Nat) : motive n :=
  Nat.rec zero (fun n _ => succ n) n
theorem Linear.mul_add_one (a b : Nat) : a * (b + 1) = a * b + a := rfl
theorem Linear.length_map.{u, v} {α : Type u} {β : Type v} (f : α → β) (l : List α) : (l.map f).length = l.length := by
  induction l with
  | nil => rfl
  | cons a l ih => exact congrArg Nat.succ ih
theorem Linear.lit2 : 2 = 1 + 1 := rfl
theorem Linear.lit3 : 3 = 2 + 1 := rfl
theorem Linear.lit4 : 4 = 3 + 1 := rfl
theorem Linear.lit5 : 5 = 4 + 1 := rfl
theorem Linear.lit6 : 6 = 5 + 1 := rfl
theorem Linear.lit7 : 7 = 6 + 1 := rfl
theorem Linear.lit8 : 8 = 7 + 1 := rfl
theorem Linear.lit9 : 9 = 8 + 1 := rfl
