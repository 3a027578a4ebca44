-- kind: the statement's definition says something else
-- problem: walk-variable
-- verdict: rejected
namespace Walk
variable (w : Nat → Nat)
def top : Nat := w 1
theorem target (h : top w = 0) : w 1 = 0 := h
end Walk
