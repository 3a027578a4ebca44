"""A stand-in Hugging Face Hub on 127.0.0.1: real bare git repositories behind its API, faults included."""
