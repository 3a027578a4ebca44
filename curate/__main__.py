"""`python -m curate` is `curate`."""

from curate.cli import main

if __name__ == "__main__":
    main()
