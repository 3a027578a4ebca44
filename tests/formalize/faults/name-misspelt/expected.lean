theorem no_steps : List.length ([] : List Nat) = 0 := by sorry
