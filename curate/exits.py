"""How a command ends: the one table from errors to exit codes, and one line on stderr for each."""

import errno
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType, TracebackType

import click

from curate.console import Screen
from curate.schemas.distribution import describe_installation, extra_of, install_advice
from curate.schemas.errors import CurateError, Failed, Refused, Stopped

DONE = 0
FAILED = 1
USAGE = 2
STOPPED = 3
REFUSED = 4

EXIT_CODES: tuple[tuple[type[BaseException], int], ...] = (
    (KeyboardInterrupt, STOPPED),
    (click.exceptions.Abort, STOPPED),  # what click makes of a KeyboardInterrupt
    (Stopped, STOPPED),
    (Refused, REFUSED),
    (Failed, FAILED),
    (CurateError, FAILED),
    (click.UsageError, USAGE),
)
"""The first row that fits holds. What no row names is a fault of ours, or the system's, and gives `FAILED`."""

PASSING = frozenset(
    {
        errno.EAGAIN, errno.EBUSY, errno.ECONNABORTED, errno.ECONNREFUSED, errno.ECONNRESET, errno.EHOSTUNREACH,
        errno.EINTR, errno.EMFILE, errno.ENETDOWN, errno.ENETUNREACH, errno.ENFILE, errno.ENOMEM, errno.ESTALE,
        errno.ETIMEDOUT, errno.ETXTBSY,
    }
)  # fmt: skip
"""What the system says when the same command may succeed a little later."""

INTERRUPTED = "Interrupted. Run the same command again to resume."
AGAIN = "run the same command again later"
SIGNALS = (signal.SIGTERM, signal.SIGHUP)


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP: all that clears up after Ctrl-C does so after these too."""


def exit_code(error: BaseException) -> int:
    """The exit code for `error`."""
    if isinstance(error, OSError) and error.errno in PASSING:
        return STOPPED
    return next((code for kind, code in EXIT_CODES if isinstance(error, kind)), FAILED)


def run_and_exit(command: Callable[[], object], argv: Sequence[str]) -> None:
    """Runs `command` and ends the process: with the code that it returns, or that of the error that it raises."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")  # an ASCII terminal, or a name that is not UTF-8
    with _signals_as_interrupts():
        try:
            code = command()
        except BaseException as error:
            if isinstance(error, SystemExit):
                raise
            code = exit_code(error)
            with suppress(OSError):  # the terminal may be gone
                _tell(error, argv[1] if len(argv) > 1 else "", not {"-v", "--verbose"}.isdisjoint(argv))
    sys.exit(code if isinstance(code, int) else DONE)


def _tell(error: BaseException, command: str, verbose: bool) -> None:
    screen = Screen()
    if isinstance(error, KeyboardInterrupt | click.exceptions.Abort):
        screen.error(INTERRUPTED)
    elif isinstance(error, click.ClickException):
        error.show()
    elif isinstance(error, CurateError):
        screen.error(error.message)
        for line in error.lines:
            screen.error_line(line)
    elif isinstance(error, ModuleNotFoundError) and (extra := extra_of(error.name or "", command)):
        screen.error(f"this needs the package {error.name}; run: {install_advice(extra)}")
    elif isinstance(error, OSError):  # a full disk, a folder that may not be written: the system's words say which
        screen.error(f"{error}; {_advice(error)}" if _advice(error) else str(error))
    elif isinstance(error, MemoryError):
        screen.error("there is not enough memory")
    else:
        _tell_fault(screen, error, verbose)


def _advice(error: OSError) -> str:
    """What to do about what the system says, where that is known."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "make room there and run the same command again"
    return AGAIN if exit_code(error) == STOPPED else ""


def _tell_fault(screen: Screen, error: BaseException, verbose: bool) -> None:
    """An error that nothing expected. Its own text may hold somebody's data, so it is left to --verbose."""
    place = _place(error.__traceback__)
    screen.error(f"this is a bug in curate, not in your data: {type(error).__name__} at {place}")
    screen.error(f"please report it with the line above, this one ({describe_installation()}) and the command")
    if verbose:
        import traceback

        for line in "".join(traceback.format_exception(error)).splitlines():
            screen.error(line)
    else:
        screen.error("--verbose shows the traceback")


def _place(trace: TracebackType | None) -> str:
    """The innermost line of ours, such as `curate/explanation.py:39`."""
    ours = Path(__file__).resolve().parent.parent
    place = "an unknown place"
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.resolve().is_relative_to(ours) and "site-packages" not in path.resolve().relative_to(ours).parts:
            place = f"{path.resolve().relative_to(ours)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


@contextmanager
def _signals_as_interrupts() -> Iterator[None]:
    """A signal that is ignored (as SIGHUP under nohup) stays ignored."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        for other in SIGNALS:
            signal.signal(other, signal.SIG_IGN)  # one is enough: clearing up is not interrupted
        raise Terminated(signal.Signals(number).name)

    kept = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        for number, handler in kept.items():
            if handler is signal.SIG_DFL:
                signal.signal(number, interrupt)
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
