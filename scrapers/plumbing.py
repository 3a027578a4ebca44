"""Git's plumbing as a child process: fixed settings, list arguments, bytes in and out."""

import logging
import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

from curate.schemas.errors import CurateError, Missing, Refused, Stopped
from curate.schemas.text import printable

SETTINGS = (
    "-c", "core.bare=true",
    "-c", "core.quotepath=off",
    "-c", "core.abbrev=40",
    "-c", "core.bigFileThreshold=512m",
    "-c", "diff.renameLimit=1000",
    "-c", "diff.renames=true",
    "-c", "diff.algorithm=myers",
    "-c", "diff.mnemonicPrefix=false",
    "-c", "diff.noprefix=false",
    "-c", "diff.orderFile=/dev/null",
    "-c", "diff.suppressBlankEmpty=false",
    "-c", "diff.interHunkContext=0",
    "-c", "diff.context=3",
    "-c", "core.attributesFile=/dev/null",
    "-c", "safe.directory=*",
    "-c", "gc.auto=0",
)  # fmt: skip
"""What a repository's or a user's configuration must not change in the output."""

_LOG = logging.getLogger(__name__)
NO_GIT = "git is not on the PATH; install it (apt-get install git)"


_KEPT = ("PATH", "HOME", "TMPDIR", "SSL_CERT_FILE", "http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY")
"""What git needs to run and to reach a remote."""


def git_environment() -> dict[str, str]:
    """The environment of every git child: no configuration from outside, no prompt, no lazy fetch, C locale."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return kept | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "LC_ALL": "C",
    }


_FINAL = re.compile(r"returned error: 4(?!29)\d\d|not found|does not (?:exist|appear)|Authentication failed", re.I)
_PASSING = re.compile(
    r"could not resolve host|temporary failure in name resolution|unable to access|failed to connect"
    r"|couldn't connect|connection (?:timed out|refused|reset|closed)|network is unreachable|timed out|early EOF"
    r"|RPC failed|hung up unexpectedly|remote end hung up|out of memory|cannot allocate memory|unable to create thread"
    r"|\.lock': File exists|another git process|too many open files|resource temporarily unavailable",
    re.I,
)


def git_error(message: str, words: str, returncode: int = 1) -> CurateError:
    """What a failure of git means: `Stopped` where the same command may succeed later, else `Refused`.

    Args:
        message: what to say.
        words: git's own.
        returncode: of the process; negative when a signal ended it, as the system does when memory runs out.
    """
    if returncode < 0 or (_PASSING.search(words) and not _FINAL.search(words)):
        return Stopped(f"{message}; the same command may succeed later: look at the network and at free memory")
    return Refused(message)


class GitFailed(Refused):
    """Git gave up. `words` are its own, the same wherever the repository lies."""

    def __init__(self, command: str, directory: Path | None, stderr: bytes) -> None:
        said = git_words(stderr)
        super().__init__(f"git {command} failed in {directory}: {said}")
        self.words = said.replace(f"{directory}/", "")


@contextmanager
def git_surroundings() -> Iterator[None]:
    """`os.environ` as `git_environment` has it, for GitPython, which hands all of it to its children."""
    kept, wanted = dict(os.environ), git_environment()
    os.environ.clear()
    os.environ.update(wanted)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(kept)


def git_version() -> str:
    """Such as `2.39.5`.

    Raises:
        Missing: there is no git on the PATH.
    """
    return run_git(None, "version").decode().split()[2]


def run_git(directory: Path | None, *arguments: str, stdin: bytes = b"", accept: tuple[int, ...] = (0,)) -> bytes:
    """What `git *arguments` prints; it ends with one of the codes `accept`.

    Raises:
        GitFailed: git failed; its own words are in the message.
        Stopped: it failed for want of a network or of memory.
        Missing: there is no git on the PATH.
    """
    _LOG.debug("git %s in %s", " ".join(arguments), directory)
    try:
        done = subprocess.run(git_argv(directory, arguments), input=stdin, capture_output=True, env=git_environment())
    except FileNotFoundError as error:
        raise Missing(NO_GIT) from error
    if done.returncode not in accept:
        raise _failure(arguments[0], directory, done.stderr, done.returncode)
    return done.stdout


def _failure(command: str, directory: Path | None, stderr: bytes, returncode: int) -> CurateError:
    failed = GitFailed(command, directory, stderr)
    error = git_error(str(failed), stderr.decode("utf-8", "replace"), returncode)
    return error if isinstance(error, Stopped) else failed


def git_words(stderr: bytes) -> str:
    """The last line of git's complaint, safe to print."""
    lines = stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
    return printable(lines[-1], 300)


@contextmanager
def streaming_git(directory: Path, *arguments: str, feed: Iterable[bytes]) -> Iterator["subprocess.Popen[bytes]"]:
    """A git child that is fed from a thread while its output is read; killed when the block ends early."""
    _LOG.debug("git %s in %s", " ".join(arguments), directory)
    try:
        child = subprocess.Popen(
            git_argv(directory, arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=git_environment(),
        )
    except FileNotFoundError as error:
        raise Missing(NO_GIT) from error
    writer = Thread(target=_feed, args=(child, feed), daemon=True)
    writer.start()
    complaints: list[bytes] = []
    listener = Thread(target=lambda: complaints.append(child.stderr.read() if child.stderr else b""), daemon=True)
    listener.start()
    try:
        yield child
        child.wait()
        listener.join()
        if child.returncode:
            raise _failure(arguments[0], directory, b"".join(complaints), child.returncode)
    finally:
        child.kill()
        child.wait()
        writer.join()
        listener.join()
        for pipe in (child.stdin, child.stdout, child.stderr):
            if pipe:
                with suppress(BrokenPipeError):  # what was left to feed to a dead child
                    pipe.close()


def _feed(child: "subprocess.Popen[bytes]", feed: Iterable[bytes]) -> None:
    if child.stdin is None:
        return
    try:
        for line in feed:
            child.stdin.write(line)
        child.stdin.close()
    except (BrokenPipeError, ValueError):  # the child died, or the block ended; the reader reports it
        return


def git_argv(directory: Path | None, arguments: tuple[str, ...]) -> list[str]:
    """The command line of a git child."""
    where = [] if directory is None else ["-C", str(directory)]
    return ["git", *where, *SETTINGS, *arguments]
