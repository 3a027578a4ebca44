def hits : Nat → Nat
| 0 := 0
| (n+1) := hits n + 1

theorem hits_zero : hits 0 = 0 := by sorry
