"""Passes of `curate prs`."""
