"""A small upstream made on the spot: scripted pull requests, their git objects and their archive."""
