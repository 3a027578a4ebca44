"""Where the programs are that read compiled modules, and which Lean the quick one may be used with."""

import sys
from pathlib import Path

from curate.formalize.lean.backend import Reader
from curate.formalize.lean.process import child_environment

READER_SCRIPT = Path(__file__).parent / "native" / "read_olean.py"
INSPECT_SOURCE = Path(__file__).parent / "library" / "Inspect.lean"
REPLAYED_COMMIT = "eb6cafb7290e8bd5f2937522d8d804f58f02bafc"
"""The commit of Lean 4.35.0: the one whose layouts `read_olean.py` knows."""


def python_reader(library: Path, search_path: tuple[Path, ...]) -> Reader:
    """Reads compiled modules through `library`, which must be of the commit above."""
    argv = (sys.executable, "-I", "-S", str(READER_SCRIPT), str(library))
    return Reader(argv=argv, env=child_environment({}), search_path=search_path)
