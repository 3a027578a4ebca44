-- kind: control: a true disproof by lemmas of its own
-- problem: sum-is-product
-- verdict: accepted
theorem one_plus_one : ¬ (1 + 1 = 1 * 1) := by decide
theorem target_disproof : ¬ (∀ (x y : Nat), x + y = x * y) := fun all => one_plus_one (all 1 1)
