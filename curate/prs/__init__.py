"""`curate prs` in passes: each takes frozen values and gives frozen values; rows and drops leave by one sink."""
