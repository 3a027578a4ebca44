"""The pull requests of the upstream, each with the outcome that the label rules must give it."""
