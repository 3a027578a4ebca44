"""What --verbose shows: the log lines of every module, on the terminal and nowhere else."""

import logging
from collections.abc import Callable

from curate.console import Screen
from curate.schemas.secrets import redact_secrets


class _OnScreen(logging.Handler):
    """Writes each log line as a detail; secrets in command lines are taken out."""

    def __init__(self, screen: Screen) -> None:
        super().__init__()
        self._screen = screen

    def emit(self, record: logging.LogRecord) -> None:
        self._screen.detail(redact_secrets(record.getMessage()))


def show_details(screen: Screen) -> Callable[[], None]:
    """Shows what modules of ours log, until the function that it gives is called."""
    logger = logging.getLogger("curate")
    before = (logger.level, logger.propagate)
    shown = _OnScreen(screen)
    logger.addHandler(shown)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False

    def hide() -> None:
        logger.removeHandler(shown)
        logger.setLevel(before[0])
        logger.propagate = before[1]

    return hide
