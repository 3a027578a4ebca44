"""Reviewers measured on MathlibPR: what they are shown, what they answer, and how right that is."""

PROMPT_VERSION = 2
"""Version of the task's words, the guideline digest, the budget's cutting and the answer's schema."""
