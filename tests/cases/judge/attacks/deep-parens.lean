-- kind: very deep text
-- problem: run-once
-- verdict: rejected or unknown
theorem target : True := ((((((((((trivial
