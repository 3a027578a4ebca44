/-
+++
id = "birth-death-balance"
title = "Detailed balance makes a birth-death chain stationary"
informal = "A birth-death chain on the natural numbers goes up from n with weight b n and down with weight d n, and w n is the weight of state n. If w n * b n = w (n + 1) * d (n + 1) for every n (detailed balance), then at every state n + 1 the flow out equals the flow in."
topic = "markov-chains"
representation = "abstract"

[source]
work = "Problems shipped with curate"
author = "The authors of curate"
year = 2026
locator = "birth-death-balance"
licence = "Apache-2.0"
+++
-/

lemma birth_death_balance (w b d : ℕ → ℕ)
    (h : ∀ n : ℕ. w n * b n = w (n + 1) * d (n + 1)) :
    ∀ n ∈ ℕ, w (n + 1) * b (n + 1) + w (n + 1) * d (n + 1) = w n * b n + w (n + 2) * d (n + 2),
