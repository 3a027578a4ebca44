"""Builds, checks, measures and publishes the MathlibPR and StochBench datasets."""

__version__ = "0.1.0"
