-- kind: `export` hides the statement's definition
-- problem: two-twice
-- verdict: rejected
namespace Twin
def two (n : Nat) : Nat := n + 3
end Twin
export Twin (two)
theorem target : two 2 = 5 := rfl
