"""Git repositories on disk: opened, cloned, refreshed and asked which objects they hold."""

import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from curate.schemas.errors import Failed, Refused
from curate.schemas.text import printable
from curate.scrapers.plumbing import git_error, git_surroundings, git_version, git_words, run_git, streaming_git

REPORT_EVERY_S = 10.0
SHA = re.compile(r"[0-9a-f]{40}")
URL = re.compile(r"(?:https?|ssh|git|file)://\S+")


def is_url(text: str) -> bool:
    """Whether `text` names a remote repository and not a path."""
    return URL.fullmatch(text) is not None


def find_repository(path: Path) -> Path | None:
    """The git directory of the repository whose top is `path`: bare, ordinary or a linked worktree."""
    if not ((path / ".git").exists() or (path / "HEAD").is_file()):
        return None
    try:
        found = run_git(path, "rev-parse", "--absolute-git-dir").decode().rstrip("\n")
    except Refused:
        return None
    git_dir = Path(found)
    return git_dir if git_dir in (path.resolve(), (path / ".git").resolve()) or (path / ".git").is_file() else None


def find_enclosing(path: Path) -> Path | None:
    """The top of the clone that `path` is a folder in; None when it is in none."""
    return next((above for above in path.resolve().parents if (above / ".git").exists()), None)


def make_view(repository: Path, directory: Path) -> Path:
    """A git directory at `directory` with the objects of `repository`, and nothing of its settings.

    A clone's own configuration, attributes and grafts change what git prints; where it was cut off does too, but that
    is a fact and stays.
    """
    objects = (repository / _git_path(repository, "objects")).resolve()
    if "\n" in str(objects):
        raise Refused(f"{printable(str(repository))} lies in a folder whose name git can't refer to; move it")
    for folder in ("refs", "objects/info"):
        (directory / folder).mkdir(parents=True)
    (directory / "HEAD").write_text("ref: refs/heads/none\n")
    (directory / "config").write_text("[core]\n\trepositoryformatversion = 0\n\tbare = true\n")
    (directory / "objects" / "info" / "alternates").write_text(f"{objects}\n")
    shallow = repository / _git_path(repository, "shallow")
    if shallow.is_file():
        shutil.copyfile(shallow, directory / "shallow")
    return directory


def _git_path(repository: Path, name: str) -> str:
    return run_git(repository, "rev-parse", "--git-path", name).decode().rstrip("\n")


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


def find_main(repository: Path, repo: str, base_ref: str) -> tuple[str, str]:
    """The ref that holds branch `base_ref` of GitHub's `repo` in this clone, and its commit.

    The branch of a remote whose address ends in `repo` comes first, then that of `origin` or of the only remote, then
    the clone's own.

    Raises:
        Refused: none is there, or several remotes could be meant; what was found is named.
    """
    listed = run_git(repository, "for-each-ref", "--format=%(refname) %(objectname)").decode("utf-8", "replace")
    found = dict(line.rsplit(" ", 1) for line in listed.splitlines())
    remotes = [*_remotes_of(repository, repo), "origin"]
    others = [name for name in found if name.startswith("refs/remotes/") and name.endswith(f"/{base_ref}")]
    usual = [f"refs/remotes/{remote}/{base_ref}" for remote in remotes]
    for name in (*usual, *(others if len(others) == 1 else ()), f"refs/heads/{base_ref}"):
        if name in found:
            return name, found[name]
    held = ", ".join(printable(name, 80) for name in sorted(others or found)[:8]) or "no refs at all"
    raise Refused(f"{repository} has no branch {base_ref} of {repo}; it holds {held}. Give a clone of {repo}")


def find_remote(repository: Path, repo: str) -> str | None:
    """Where the clone came from: the address of the remote that is `repo`, else of `origin`; None when it has none."""
    addresses = _addresses(repository)
    names = [*_remotes_of(repository, repo), "origin"]
    return next((addresses[name] for name in names if name in addresses), None)


def _remotes_of(repository: Path, repo: str) -> list[str]:
    """The remotes whose address is that of `repo` on some host."""
    address = re.compile(rf"(?:.*[/:])?{re.escape(repo)}(?:\.git)?/?", re.IGNORECASE)
    return [name for name, url in _addresses(repository).items() if address.fullmatch(url)]


def _addresses(repository: Path) -> dict[str, str]:
    """The address of each remote."""
    listed = run_git(repository, "config", "--get-regexp", r"^remote\..*\.url$", accept=(0, 1))
    pairs = [line.partition(" ") for line in listed.decode("utf-8", "replace").splitlines()]
    return {key[len("remote.") : -len(".url")]: url for key, _, url in pairs}


def read_chain(repository: Path, main: str) -> list[str]:
    """The first-parent commits of the main branch, oldest first."""
    return run_git(repository, "rev-list", "--first-parent", "--reverse", main, "--").decode().split()


def read_present(repository: Path, shas: Iterable[str]) -> set[str]:
    """Those of `shas` that the repository holds as commits.

    Raises:
        Failed: git gave an answer that does not fit the question.
    """
    wanted = sorted({sha for sha in shas if SHA.fullmatch(sha)})
    if not wanted:
        return set()
    listed = run_git(
        repository, "cat-file", "--batch-check=%(objectname) %(objecttype)", "--buffer", stdin=_lines(wanted)
    ).decode("utf-8", "replace")
    lines = listed.split("\n")[:-1]
    if [line[:40] for line in lines] != wanted:
        raise Failed(f"git {git_version()} answered cat-file for {len(lines)} of {len(wanted)} commits, or for others")
    return {line[:40] for line in lines if line.endswith(" commit")}


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
            if len(header) != 3 or header[0].decode("ascii", "replace") != blob:
                raise Refused(f"{repository} has no object {blob}; it is cut short or damaged (try git fsck)")
            yield out.read(int(header[2]))
            out.read(1)


def _lines(items: Iterable[str]) -> bytes:
    return "".join(f"{item}\n" for item in items).encode()
