/-
+++
id = "flip-chain-period"
title = "The chain that flips between two states has period two"
informal = "The chain on two states that changes its state at every step is back in the state where it began after every even number of steps."
topic = "markov-chains"
representation = "literal"
preamble = """
/-- The state of a chain on two states that changes at every step. -/
def flips : Nat → Bool → Bool
  | 0, b => b
  | n + 1, b => Bool.not (flips n b)"""

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "flip-chain-period"
licence = "Apache-2.0"
+++
-/

theorem flip_chain_period (b : Bool) (n : Nat) : flips (2 * n) b = b := by sorry
