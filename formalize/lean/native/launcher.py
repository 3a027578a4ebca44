"""`lean` without a compiler: calls `lean_main` of a libleanshared. Run by path, never imported.

    python -I -S launcher.py LIBLEANSHARED ARGUMENT...

/proc/self/exe is Python here, so Lean can't find its library folder by itself: LEAN_PATH names it.
"""

import ctypes
import os
import sys


def main() -> None:
    library = ctypes.CDLL(sys.argv[1])
    arguments = [b"lean", *map(os.fsencode, sys.argv[2:])]
    argv = (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)
    library.lean_main.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)]
    library.lean_main.restype = ctypes.c_int
    code = library.lean_main(len(arguments), argv)
    # No atexit handlers, since Lean's own threads may still run; so what is buffered must be written here.
    ctypes.CDLL(None).fflush(None)
    os._exit(code)


main()
