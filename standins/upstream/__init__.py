"""A small generated repository: scripted pull requests, their git objects and their archive."""
