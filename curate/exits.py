"""The one table from errors to exit codes. click's own usage errors exit with 2."""

from curate.schemas.errors import CurateError, Failed, Refused, Stopped

DONE = 0
FAILED = 1
USAGE = 2
STOPPED = 3
REFUSED = 4

EXIT_CODES: tuple[tuple[type[BaseException], int], ...] = (
    (Stopped, STOPPED),
    (Refused, REFUSED),
    (Failed, FAILED),
    (CurateError, FAILED),
    (KeyboardInterrupt, STOPPED),
)


def exit_code(error: BaseException) -> int:
    """The exit code for `error`; 1 for what the table does not name."""
    return next((code for kind, code in EXIT_CODES if isinstance(error, kind)), FAILED)
