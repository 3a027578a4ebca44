namespace Walk
scoped infixl:65 " ⊹ " => Nat.add
end Walk

open scoped Walk
theorem join_swap (a b : Nat) : a ⊹ b = b + a := by sorry
