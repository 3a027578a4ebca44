namespace Walk
variable (w : Nat → Nat)
def top : Nat := w 0
theorem target (h : top w = 0) : w 1 = 0 := by sorry
end Walk
