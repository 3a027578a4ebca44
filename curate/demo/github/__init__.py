"""A stand-in GitHub on 127.0.0.1: our queries on a slice of the schema, the routes of REST that we use, and the faults."""
