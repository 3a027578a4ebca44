"""MathlibPR: its records and the rules on them."""
