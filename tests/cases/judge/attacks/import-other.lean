-- kind: imports a module that is not the library's
-- problem: run-once
-- verdict: rejected
import Cheat
theorem target : True := trivial
