-- kind: control: everything renamed, lemmas of its own in a namespace
-- problem: fixed-point
-- verdict: accepted
def run (move : Nat → Nat) (start : Nat) : Nat → Nat
  | 0 => start
  | k + 1 => move (run move start k)
namespace Lemmas
private theorem once (f : Nat → Nat) (p : Nat) (hp : f p = p) (k : Nat) (ih : run f p k = p) : run f p (k + 1) = p := by
  show f (run f p k) = p
  rw [ih, hp]
theorem all (f : Nat → Nat) (p : Nat) (hp : f p = p) : ∀ k, run f p k = p
  | 0 => rfl
  | k + 1 => once f p hp k (all f p hp k)
end Lemmas
open Lemmas in
theorem target (f : Nat → Nat) (p : Nat) (hp : f p = p) : ∀ k, run f p k = p := all f p hp
