"""One module per command: parse, one call, print."""
