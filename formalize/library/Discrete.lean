/-- The sum `f 0 + … + f (n - 1)`. -/
def total (f : Nat → Nat) : Nat → Nat
  | 0 => 0
  | n + 1 => total f n + f n

/-- The product `f 0 * … * f (n - 1)`. -/
def product (f : Nat → Nat) : Nat → Nat
  | 0 => 1
  | n + 1 => product f n * f n

/-- Weights of `n` steps on the states `0, …, N - 1`: the power of the matrix `P`. States from `N` on are left out of the
sums, but the value there is not made 0. -/
def nstep (N : Nat) (P : Nat → Nat → Nat) : Nat → Nat → Nat → Nat
  | 0, x, y => if x = y then 1 else 0
  | n + 1, x, y => total (fun z => nstep N P n x z * P z y) N

/-- Each row on the states below `N` sums to `c`: `P` is `c` times a stochastic matrix. It does not say that `c` is positive. -/
def RowSums (N c : Nat) (P : Nat → Nat → Nat) : Prop := ∀ x, x < N → total (P x) N = c

/-- One step multiplies the weights `ν` by `c`: for rows that sum to `c`, `ν` is invariant up to scale. It does not say that
`ν` is not 0. -/
def Invariant (N c : Nat) (P : Nat → Nat → Nat) (ν : Nat → Nat) : Prop :=
  ∀ y, y < N → total (fun x => ν x * P x y) N = c * ν y

/-- Detailed balance of `ν` and `P` on the states below `N`. -/
def DetailedBalance (N : Nat) (P : Nat → Nat → Nat) (ν : Nat → Nat) : Prop :=
  ∀ x y, x < N → y < N → ν x * P x y = ν y * P y x

/-- There is a way of exactly `n` steps. -/
def Way {S : Type} (step : S → S → Prop) : Nat → S → S → Prop
  | 0, x, y => x = y
  | n + 1, x, y => ∃ z, step x z ∧ Way step n z y

/-- Each of two states is reached from the other, in some number of steps. -/
def Communicate {S : Type} (step : S → S → Prop) (x y : S) : Prop := (∃ m, Way step m x y) ∧ ∃ n, Way step n y x

/-- Weight of the paths of `n` steps that are in `A` at some time up to `n`, by the first step. -/
def hit (N c : Nat) (P : Nat → Nat → Nat) (A : Nat → Prop) [DecidablePred A] : Nat → Nat → Nat
  | 0, x => if A x then 1 else 0
  | n + 1, x => if A x then c ^ (n + 1) else total (fun y => P x y * hit N c P A n y) N

/-- A chain driven by the noise `u`: the state after `n` steps from `x`. -/
def driven {S U : Type} (φ : S → U → S) (u : Nat → U) (x : S) : Nat → S
  | 0 => x
  | n + 1 => φ (driven φ u x n) (u n)

/-- The sum of `f` over all words of `n` tosses; the latest toss stands first. -/
def sumWords (f : List Bool → Nat) : Nat → Nat
  | 0 => f []
  | n + 1 => sumWords (fun w => f (false :: w)) n + sumWords (fun w => f (true :: w)) n

/-- Capital that is fair under tosses of a fair coin: the mean over the next toss is the capital now. The capital is never
negative, since it is a natural number. -/
def Fair (M : List Bool → Nat) : Prop := ∀ w, M (false :: w) + M (true :: w) = 2 * M w

/-- Capital that does not fall in the mean under tosses of a fair coin. -/
def Subfair (M : List Bool → Nat) : Prop := ∀ w, 2 * M w ≤ M (false :: w) + M (true :: w)

/-- Whether the rule `s` has said stop, now or at an earlier time. -/
def stoppedBy (s : List Bool → Bool) : List Bool → Bool
  | [] => s []
  | b :: w => if stoppedBy s w then true else s (b :: w)

/-- The capital `M`, kept as it is from the first time on at which the rule `s` says stop. -/
def stopped (s : List Bool → Bool) (M : List Bool → Nat) : List Bool → Nat
  | [] => M []
  | b :: w => if stoppedBy s w then stopped s M w else M (b :: w)

/-- On `0, …, N` the value between two neighbours is their mean. -/
def Harmonic (N : Nat) (h : Nat → Nat) : Prop := ∀ k, k + 2 ≤ N → h k + h (k + 2) = 2 * h (k + 1)

/-- A stopping time of the tosses that always comes: whether it is `n` is known from the tosses before `n`. -/
def IsStop (τ : (Nat → Bool) → Nat) : Prop := ∀ ω ω', (∀ i, i < τ ω → ω i = ω' i) → τ ω' = τ ω

/-- The larger of two times. -/
def later (m n : Nat) : Nat := if m ≤ n then n else m

/-- The smaller of two times. -/
def earlier (m n : Nat) : Nat := if m ≤ n then m else n

/-- The largest of `X 0, …, X n`. -/
def runningMax (X : Nat → Nat) : Nat → Nat
  | 0 => X 0
  | n + 1 => later (runningMax X n) (X (n + 1))

/-- The number of ups in a word of tosses. -/
def ups : List Bool → Nat
  | [] => 0
  | true :: w => ups w + 1
  | false :: w => ups w

/-- The number of downs in a word of tosses. -/
def downs : List Bool → Nat
  | [] => 0
  | true :: w => downs w
  | false :: w => downs w + 1

/-- The number of walks of `n` steps with exactly `k` ups, by the last step. -/
def walks : Nat → Nat → Nat
  | 0, 0 => 1
  | 0, _ + 1 => 0
  | n + 1, 0 => walks n 0
  | n + 1, k + 1 => walks n k + walks n (k + 1)

/-- Whether there were never more downs than ups in a word of tosses, the latest of which stands first. -/
def neverBehind : List Bool → Bool
  | [] => true
  | b :: w => if downs (b :: w) ≤ ups (b :: w) then neverBehind w else false

/-- How many `i < n` have the property `A`. -/
def count (A : Nat → Prop) [DecidablePred A] : Nat → Nat
  | 0 => 0
  | n + 1 => count A n + if A n then 1 else 0

/-- The distance of two natural numbers. -/
def dist (a b : Nat) : Nat := (a - b) + (b - a)

/-- The factorial. -/
def factorial : Nat → Nat
  | 0 => 1
  | n + 1 => (n + 1) * factorial n

/-- Workload found by the `n`-th customer, by Lindley's recursion: services `s`, gaps `t`, first workload `w`. Subtraction of
natural numbers ends at 0, which is the positive part that the recursion asks for. -/
def workload (s t : Nat → Nat) (w : Nat) : Nat → Nat
  | 0 => w
  | n + 1 => workload s t w n + s n - t n

/-- Departure times of a single server with arrivals `a` and services `s`, first come first served. -/
def departure (a s : Nat → Nat) : Nat → Nat
  | 0 => a 0 + s 0
  | n + 1 => later (departure a s n) (a (n + 1)) + s (n + 1)

/-- The time of the `n`-th renewal: the sum of the first `n` gaps. -/
def renewalTime (gap : Nat → Nat) (n : Nat) : Nat := total gap n

/-- The number of renewals in `1, …, t`, counted as those among the first `t`: right where every gap is at least 1. -/
def renewals (gap : Nat → Nat) (t : Nat) : Nat := count (fun k => renewalTime gap (k + 1) ≤ t) t

/-- The convolution `a 0 * b n + … + a n * b 0`. -/
def convolve (a b : Nat → Nat) (n : Nat) : Nat := total (fun k => a k * b (n - k)) (n + 1)

/-- The smallest `x ≤ n` with `u ≤ F x`, or `n` if there is none below it: the quantile. -/
def quantile (F : Nat → Nat) (u : Nat) : Nat → Nat
  | 0 => 0
  | n + 1 => if u ≤ F (quantile F u n) then quantile F u n else n + 1

/-- The walk that turns every step after its first visit to height `a` above the start; the first toss stands first. -/
def reflectAfter : Nat → List Bool → List Bool
  | _, [] => []
  | 0, b :: w => (!b) :: reflectAfter 0 w
  | a + 1, true :: w => true :: reflectAfter a w
  | a + 1, false :: w => false :: reflectAfter (a + 2) w

/-- Whether a walk visits height `a` above its start, at its start or later; the first toss stands first. -/
def visits : Nat → List Bool → Bool
  | 0, _ => true
  | _ + 1, [] => false
  | a + 1, true :: w => visits a w
  | a + 1, false :: w => visits (a + 2) w
