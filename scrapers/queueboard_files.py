"""The files of a queueboard archive, whether it is a folder, a `.tar.xz`, a git repository or a git URL.

Layout: `data/<number>/pr_info.json` (GitHub's GraphQL answer) and `data/<number>/timestamp.txt` (when it was read).
"""

import lzma
import re
import tarfile
import time
from collections.abc import Callable, Container, Iterator
from hashlib import sha256
from os import stat_result
from pathlib import Path
from typing import NamedTuple

from curate.schemas.errors import Refused
from curate.schemas.text import printable
from curate.scrapers.plumbing import run_git
from curate.scrapers.repository import clone_name, clone_repository, find_repository, is_url, read_blobs

DEFAULT_URL = "https://github.com/leanprover-community/queueboard-archive2"
KNOWN_SIZES = {DEFAULT_URL: "about 500 MB to fetch, 36,000 pull requests"}
MAX_ENTRY_BYTES = 64 << 20
"""A larger file is refused: the largest real one has 2.5 MB."""
SETTLED_NS = 2_000_000_000
"""A file that changed so shortly before it was looked at may change again without its times showing it."""
_MEMBER = re.compile(r"(?:\./)?(?:[^/]+/)?data/([1-9][0-9]{0,8})/(pr_info\.json|timestamp\.txt)")
_LINK_MODE = "120000"


class File(NamedTuple):
    """One file of a source."""

    number: int
    name: str
    identity: str | None
    """Differs whenever the content does; None where that can't be told from outside."""
    content: bytes | None
    """None: the identity is a known one, and the content was not read."""


class Files(NamedTuple):
    """A source opened: its files, and, where that can be told beforehand, what it holds."""

    kind: str
    identity: str
    """Differs whenever what it holds does; empty where only reading it can tell."""
    read: Callable[[Container[str]], Iterator[File]]
    """Takes the known identities."""


def open_files(where: str, clones: Path, say: Callable[[str], None]) -> Files:
    """The source at `where`, as the user wrote it; a URL is cloned or refreshed.

    Raises:
        Refused: it is not there, or of none of these kinds. While it is read: it is cut short or damaged.
    """
    if is_url(where):
        size = KNOWN_SIZES.get(where, "its size is not known beforehand")
        directory = clones / clone_name(where)
        say(f"{'refreshing' if directory.exists() else 'cloning'} {printable(where)} ({size}) into {directory}")
        clones.mkdir(parents=True, exist_ok=True)
        refspecs = ("+HEAD:refs/heads/archive",)
        return _open_git(clone_repository(where, directory, shallow=True, refspecs=refspecs, report=say))
    path = Path(where)
    if path.is_file():
        with path.open("rb") as file:
            if file.read(6) != b"\xfd7zXZ\x00":
                raise Refused(f"{path} is not a .tar.xz; give a folder, a .tar.xz, a git repository or a git URL")
            file.seek(0)
            digest = sha256()
            while block := file.read(1 << 20):
                digest.update(block)
        return Files("tar", f"tar-{digest.hexdigest()}", lambda known: _read_tar(path, known))
    if repository := find_repository(path):
        return _open_git(repository)
    if path.is_dir():
        return Files("folder", "", lambda known: _read_folder(path, known))
    raise Refused(f"{path} does not exist; give a folder, a .tar.xz, a git repository or a git URL")


def _open_git(repository: Path) -> Files:
    commit = run_git(repository, "rev-parse", "--verify", "--end-of-options", "HEAD^{commit}").decode().strip()
    return Files("git", f"git-{commit}", lambda known: _read_git(repository, commit, known))


def _read_folder(path: Path, known: Container[str]) -> Iterator[File]:
    data = path if path.name == "data" else path / "data"
    folders = sorted(data.iterdir(), key=lambda folder: folder.name) if data.is_dir() else []
    for folder in folders:
        if folder.is_symlink():
            continue
        for name in ("timestamp.txt", "pr_info.json"):
            file = folder / name
            member = _MEMBER.fullmatch(f"data/{folder.name}/{name}")
            if member and file.is_file() and not file.is_symlink():
                state = file.stat()
                _check_size(state.st_size, str(file))
                identity = _file_identity(state)
                content = None if identity in known else file.read_bytes()
                yield File(int(member[1]), name, identity, content)


def _file_identity(state: stat_result) -> str | None:
    """Names a file's content by what the system notes at every change of it."""
    if time.time_ns() - state.st_ctime_ns < SETTLED_NS:
        return None
    return f"file-{state.st_dev}-{state.st_ino}-{state.st_size}-{state.st_mtime_ns}-{state.st_ctime_ns}"


def _read_tar(path: Path, known: Container[str]) -> Iterator[File]:
    try:
        with lzma.open(path) as unpacked, tarfile.open(fileobj=unpacked, mode="r|") as tar:
            for info in tar:
                member = _MEMBER.fullmatch(info.name)
                if member and info.isreg():
                    _check_size(info.size, info.name)
                    stream = tar.extractfile(info)
                    content = stream.read() if stream else b""
                    if len(content) != info.size:
                        raise EOFError
                    identity = f"content-{sha256(content).hexdigest()}"
                    yield File(int(member[1]), member[2], identity, None if identity in known else content)
            while unpacked.read(1 << 20):  # tarfile takes a cut-off end for the end; lzma does not
                pass
    except (EOFError, lzma.LZMAError, tarfile.TarError) as error:
        raise Refused(f"{path} is cut short or damaged; fetch it again") from error


def _read_git(repository: Path, commit: str, known: Container[str]) -> Iterator[File]:
    listed = run_git(repository, "ls-tree", "-r", "-l", "-z", "--full-tree", commit, "--", "data/")
    files: list[File] = []
    for line in listed.split(b"\0")[:-1]:
        meta, _, path = line.partition(b"\t")
        mode, kind, blob, size = meta.decode().split()
        member = _MEMBER.fullmatch(path.decode("utf-8", "replace"))
        if member and kind == "blob" and mode != _LINK_MODE:
            _check_size(int(size) if size.isdigit() else 0, member[0])
            files.append(File(int(member[1]), member[2], f"blob-{blob}", None))
    fresh = [file for file in files if file.identity not in known]
    yield from (file for file in files if file.identity in known)
    contents = read_blobs(repository, (str(file.identity).removeprefix("blob-") for file in fresh))
    for file, content in zip(fresh, contents, strict=True):
        yield file._replace(content=content)


def _check_size(size: int, name: str) -> None:
    if size > MAX_ENTRY_BYTES:
        raise Refused(
            f"{printable(name)} has {size >> 20} MB; an entry of more than {MAX_ENTRY_BYTES >> 20} MB is not one"
        )
