"""Language models that can be asked."""
