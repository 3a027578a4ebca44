"""Git repositories on disk: opened, cloned, refreshed and asked which objects they hold."""

import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from curate.schemas.errors import Refused
from curate.schemas.text import printable
from curate.scrapers.plumbing import git_error, git_surroundings, git_words, run_git, streaming_git

REPORT_EVERY_S = 10.0
SHA = re.compile(r"[0-9a-f]{40}")
URL = re.compile(r"(?:https?|ssh|git|file)://\S+")


def is_url(text: str) -> bool:
    """Whether `text` names a remote repository and not a path."""
    return URL.fullmatch(text) is not None


def find_repository(path: Path) -> Path | None:
    """The git directory of the bare or ordinary repository at `path`; None when there is none."""
    for candidate in (path / ".git", path):
        if (candidate / "HEAD").is_file() and (candidate / "objects").is_dir():
            return candidate
    return None


def clone_repository(
    url: str, directory: Path, *, shallow: bool, refspecs: tuple[str, ...], report: Callable[[str], None]
) -> Path:
    """A bare clone of `url` at `directory`, made now or refreshed; holds the refs that `refspecs` map to.

    A clone that was cut off is made anew: it stands at `directory` only when it is whole. A refresh that was cut
    off leaves the clone as it was.

    Args:
        url: a git URL.
        directory: where the clone is kept.
        shallow: whether to fetch the newest commits only.
        refspecs: what to fetch; the destination of the first becomes HEAD.
        report: told git's own progress, a line now and then.

    Raises:
        Refused: git could not read the repository.
        Stopped: it could not be reached.
    """
    if not is_url(url):
        raise Refused(f"{printable(url, 200)} is not a git URL; give https://… or a path")
    fresh = directory if directory.exists() else directory.with_name(directory.name + ".part")
    if fresh != directory:
        shutil.rmtree(fresh, ignore_errors=True)
    with git_surroundings():
        import git  # asks git for its version at once

        try:
            if fresh != directory:
                with git.Repo.init(fresh, bare=True) as repo:
                    repo.create_remote("origin", url)
                    repo.head.reference = git.Reference(repo, refspecs[0].rpartition(":")[2], check_path=False)
            _fetch(fresh, refspecs, shallow, report)
        except (git.GitCommandError, ValueError) as error:
            said = str(getattr(error, "stderr", "") or error)
            message = f"git could not fetch {printable(url, 200)}: {git_words(said.encode('utf-8', 'replace'))}"
            raise git_error(message, said, getattr(error, "status", None) or 1) from error
    if fresh != directory:
        fresh.rename(directory)
    return directory


def _fetch(directory: Path, refspecs: tuple[str, ...], shallow: bool, report: Callable[[str], None]) -> None:
    import git

    last = time.monotonic()

    class Progress(git.RemoteProgress):
        def update(
            self, op_code: int, cur_count: str | float, max_count: str | float | None = None, message: str = ""
        ) -> None:
            nonlocal last
            if op_code & self.END or time.monotonic() - last >= REPORT_EVERY_S:
                last = time.monotonic()
                report(f"git: {int(float(cur_count))}/{int(float(max_count or 0))} {message}".rstrip())

    with git.Repo(directory) as repo:
        depth = 1 if shallow else None
        repo.remote("origin").fetch(list(refspecs), progress=Progress(), no_tags=True, prune=True, depth=depth)
        repo.git.pack_refs("--all")
        repo.git.commit_graph("write", "--reachable")  # reading the history then takes half the time


def clone_name(url: str) -> str:
    """The folder in the workspace that keeps the clone of `url`."""
    tail = re.sub(r"[^A-Za-z0-9._-]+", "-", url.rstrip("/").removesuffix(".git").rsplit("/", 1)[-1]).strip(".-")
    return f"{tail or 'repository'}-{sha256(url.encode()).hexdigest()[:12]}.git"


def resolve_ref(repository: Path, names: Iterable[str]) -> tuple[str, str]:
    """The first of the refs `names` that exists, with its commit.

    Raises:
        Refused: none does.
    """
    listed = run_git(repository, "for-each-ref", "--format=%(refname) %(objectname)", "--", *names).decode()
    found = dict(line.split(" ") for line in listed.splitlines())
    for name in names:
        if name in found:
            return name, found[name]
    raise Refused(f"{repository} has none of the refs {', '.join(names)}; is it a clone of the right repository?")


def read_present(repository: Path, shas: Iterable[str]) -> set[str]:
    """Those of `shas` that the repository holds as commits."""
    wanted = sorted({sha for sha in shas if SHA.fullmatch(sha)})
    if not wanted:
        return set()
    listed = run_git(
        repository, "cat-file", "--batch-check=%(objectname) %(objecttype)", "--buffer", stdin=_lines(wanted)
    ).decode("utf-8", "replace")
    return {line[:40] for line in listed.splitlines() if line.endswith(" commit")}


def read_blobs(repository: Path, ids: Iterable[str]) -> Iterator[bytes]:
    """The content of each blob of `ids`, in their order, through one `git cat-file --batch`.

    Raises:
        Refused: an object is not there or the repository is damaged.
    """
    wanted = list(ids)
    feed = (f"{blob}\n".encode() for blob in wanted)
    with streaming_git(repository, "cat-file", "--batch", "--buffer", feed=feed) as child:
        out = child.stdout
        if out is None:
            return
        for blob in wanted:
            header = out.readline().split()
            if len(header) != 3:
                raise Refused(f"{repository} has no object {blob}; it is cut short or damaged (try git fsck)")
            yield out.read(int(header[2]))
            out.read(1)


def _lines(items: Iterable[str]) -> bytes:
    return "".join(f"{item}\n" for item in items).encode()
