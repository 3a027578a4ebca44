"""A small upstream of our own and the stand-in servers, for `curate demo` and the tests."""
