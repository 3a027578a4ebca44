namespace Walk
def back (n : Nat) : Nat := n - 1
end Walk

theorem back_zero : Walk.back 0 = 0 := by sorry
