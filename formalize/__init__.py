"""Lean 4: elaborate, repair, check."""
