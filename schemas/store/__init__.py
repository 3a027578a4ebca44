"""How a dataset folder lies on disk: names, digests, manifests, tables, and writing that survives a kill."""
