"""The error tree. Each message says what is wrong and what to do; `curate/exits.py` maps it to an exit code."""


class CurateError(Exception):
    """Anything that `curate` itself raises on purpose."""


class Failed(CurateError):
    """The work was tried and did not succeed."""


class Stopped(CurateError):
    """The work stopped before its end; the same command goes on from here."""


class Refused(CurateError):
    """The input is not what it must be; nothing was written."""


class Missing(Failed):
    """A tool, package or login that this step needs is not here."""
