"""Where the programs are that read compiled modules, and which Lean the quick one may be used with."""

import sys
from pathlib import Path

from curate.formalize.asking import Reader
from curate.formalize.process import child_environment

REPLAY_SCRIPT = Path(__file__).parent / "replay.py"
INSPECT_SOURCE = Path(__file__).parent / "lean" / "Inspect.lean"
REPLAYED_COMMIT = "eb6cafb7290e8bd5f2937522d8d804f58f02bafc"
"""The commit of Lean 4.35.0: the one whose layouts `replay.py` knows."""


def python_reader(library: Path, search_path: tuple[Path, ...]) -> Reader:
    """Reads compiled modules through `library`, which must be of the commit above."""
    argv = (sys.executable, "-I", "-S", str(REPLAY_SCRIPT), str(library))
    return Reader(argv=argv, env=child_environment({}), search_path=search_path)
