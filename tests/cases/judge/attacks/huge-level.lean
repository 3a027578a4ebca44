-- kind: a universe level of 2^20
-- problem: run-once
-- verdict: rejected or unknown
universe u
def big : Type (u + 1048576) := Type (u + 1048575)
theorem target : True := trivial
