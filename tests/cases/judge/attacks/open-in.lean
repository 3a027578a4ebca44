-- kind: open … in puts another definition in the place of the statement's
-- problem: two-twice
-- verdict: rejected
namespace Twin.Deep
def two (n : Nat) : Nat := n + 3
end Twin.Deep
open Twin.Deep in
theorem target : two 2 = 5 := rfl
