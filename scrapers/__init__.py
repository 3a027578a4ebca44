"""The world outside: archives, GitHub and git, read into the raw archive and turned into records."""
