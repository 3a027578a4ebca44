-- kind: the statement's variable has another type
-- problem: walk-variable
-- verdict: rejected
namespace Walk
variable (w : Unit → Nat)
def top : Nat := w ()
theorem target (h : top w = 0) : w () = 0 := h
end Walk
