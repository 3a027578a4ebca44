-- kind: a raw string that a simple reader takes for the start of a comment
-- problem: two-twice
-- verdict: rejected
def two (n : Nat) : Nat := n + n
def opened : String := r#"/- "#
axiom cheat : two 2 = 5
def closed : String := r#" -/"#
theorem target : two 2 = 5 := cheat
