-- kind: open … renaming gives the right name to another definition
-- problem: two-twice
-- verdict: rejected
namespace Twin
def three (n : Nat) : Nat := n + 3
end Twin
open Twin renaming three → two
theorem target : two 2 = 5 := rfl
