"""GitHub itself: what it says of pull requests, force pushes, timelines and check runs, kept raw and complete."""
