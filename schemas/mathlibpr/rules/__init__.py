"""Pure decisions on pull requests: values in, rows kept and rows dropped out."""
