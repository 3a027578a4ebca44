"""What the programs of this folder that ask Lean's library share: how they start, and how they end."""

import os
import sys
import threading
from collections.abc import Callable
from typing import NoReturn

STACK_BYTES = 1 << 29

Main = Callable[[str, list[str], bool], None]
"""Takes the library's path, the arguments, and whether the library was initialised before the process was forked."""


def start(main: Main) -> NoReturn:
    """Runs `main`, which ends the process itself, on the command line's arguments, with room for deep terms."""
    threading.stack_size(STACK_BYTES)
    worker = threading.Thread(target=main, args=(sys.argv[1], sys.argv[2:], False))
    worker.start()
    worker.join()
    os._exit(3)  # only an exception comes here


def end_with(data: bytes) -> NoReturn:
    """Writes the whole answer to stdout and ends the process. No atexit handlers: Lean's own threads may still run."""
    while data:
        data = data[os.write(1, data) :]
    os._exit(0)
