"""StochBench: the problem record and the rules about it, for all packages that need them."""
