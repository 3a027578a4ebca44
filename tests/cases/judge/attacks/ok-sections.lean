-- kind: control: variables, sections and lemmas around the theorem
-- problem: times-one
-- verdict: accepted
section Before
variable (α : Type) (n : Nat)
theorem unused_here (a : α) : a = a := rfl
theorem one_times : n * 1 = n := Nat.mul_one n
end Before
theorem target (steps : Nat) : steps * 1 = steps + 0 := by
  have shown := one_times steps
  exact shown
theorem after (n : Nat) : n * 1 = n := target n
