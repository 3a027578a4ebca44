namespace Walk
def position : List Nat → Nat
  | [] => 0
  | s :: l => s + position l
end Walk

theorem empty_walk : Walk.position [] = 0 := by sorry
