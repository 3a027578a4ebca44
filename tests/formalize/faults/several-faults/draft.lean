lemma gambler (n : ℕ) (h : n > O) : ∃ m : ℕ, n = nat.succ m,
