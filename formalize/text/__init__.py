"""Lean text seen from outside: its tokens, its declarations, the places in it."""
