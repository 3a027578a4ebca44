"""A stand-in GitHub on 127.0.0.1: our queries on a slice of the schema, our routes of REST, and the faults."""
