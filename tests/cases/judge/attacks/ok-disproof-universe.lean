-- kind: control: disproof at the lowest universe
-- problem: all-equal
-- verdict: accepted
theorem target_disproof : ¬ (∀ (α : Type) (x y : α), x = y) := fun h => absurd (h Nat 0 1) (by decide)
