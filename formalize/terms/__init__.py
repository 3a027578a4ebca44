"""Lean terms as plain values."""
