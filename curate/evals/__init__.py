"""Reviewers and provers, measured."""
