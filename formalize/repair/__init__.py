"""The repair loop: rules, then a model, until the statement elaborates."""
