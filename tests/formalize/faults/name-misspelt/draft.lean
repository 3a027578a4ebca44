theorem no_steps : List.lenght ([] : List Nat) = 0 := by sorry
