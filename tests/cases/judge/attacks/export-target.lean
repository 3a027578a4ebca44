-- kind: the theorem of another namespace, exported
-- problem: two-twice
-- verdict: rejected
namespace Twin
def two (n : Nat) : Nat := n + 3
theorem target : two 2 = 5 := rfl
end Twin
export Twin (two target)
