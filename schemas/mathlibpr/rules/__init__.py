"""Pure decisions on pull requests: values in, rows kept and rows dropped out. `docs/labels.md` states them."""

LABEL_RULES = 2
"""Version of the rules; a dataset's manifest names the one that it was built with."""
