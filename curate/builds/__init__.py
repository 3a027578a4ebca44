"""Builds of old heads whose check runs GitHub has deleted: planned, run, and held against the checks that are left."""
