"""Provers measured on StochBench: what they are given, what they hand in, and how much of it is proved."""

PROVE_VERSION = 2
"""Version of the provers' candidates and steps, and of the agent's words and tools."""
