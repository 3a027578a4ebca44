"""Checks on one change, by axis; each is a plain function from a change to a measure."""
