"""One way to run many tasks: on this machine's threads, or on a Dask cluster that the user runs."""
