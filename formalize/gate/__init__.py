"""The honesty gate: what a statement's text and compiled module may hold."""
