"""Drafts and problem records on disk."""
