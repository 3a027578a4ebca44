"""A static site over datasets, releases, review runs and prover runs: pages as blocks, rendered in the browser."""
