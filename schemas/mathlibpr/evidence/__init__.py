"""What git alone tells of a change: Lean files read as text, and checks on the state before and after it."""

EVIDENCE_RULES = 1
"""Version of the parser and of all checks; a finding of another version is not comparable."""
