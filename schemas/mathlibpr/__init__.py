"""MathlibPR: its records, its rows and the rules that decide on pull requests. Pure."""
