"""A release as people hold it: downloaded, in the Hub's cache, or cloned by git. What a tool adds is told apart."""

from hashlib import sha256
from pathlib import Path

from curate.schemas.errors import Refused
from curate.schemas.store.manifest import UNLISTED, FileEntry, find_altered

POINTER = b"version https://git-lfs.github.com/spec/v1\n"
POINTED = "is a Git LFS pointer and not the file: run git lfs pull"
MOST_TEXT = 16 << 20
"""A larger file is no text whose line ends a tool would change."""
ADDED = (".git", ".cache/huggingface", ".gitattributes", ".huggingface")
"""What git, `hf download` and the Hub itself put beside the files of a release."""
STRAY = (".DS_Store", "Thumbs.db", "desktop.ini")
"""What a file manager leaves in a folder that somebody looked into."""


def list_copy(folder: Path) -> list[str]:
    """The files of a copy, relative and sorted, without what a tool added.

    Raises:
        Refused: there is a special file, or a link that does not lead into the Hub's cache of this repository.
    """
    root = folder.resolve()
    blobs = root.parent.parent / "blobs" if root.parent.name == "snapshots" else None
    found: list[str] = []
    for path in root.rglob("*"):
        name = path.relative_to(root).as_posix()
        if name in ADDED or name.startswith(tuple(f"{added}/" for added in ADDED)) or path.name in STRAY:
            continue
        if path.is_symlink() and (blobs is None or path.resolve().parent != blobs.resolve()):
            raise Refused(f"{path} is a link that leads outside of this copy; a release holds plain files only")
        if path.is_file():
            found.append(name)
        elif not path.is_dir():
            raise Refused(f"{path} is a special file; a release holds plain files only")
    return sorted(found)


def find_altered_copy(folder: Path, files: dict[str, FileEntry]) -> list[tuple[str, str]]:
    """Files of a copy that are not as `files` says, each with why; Git LFS pointers are named as the cause."""
    names = [name for name in list_copy(folder) if name not in UNLISTED]
    return [
        (name, _find_cause(folder / name, files.get(name)) or what) for name, what in find_altered(folder, files, names)
    ]


def _find_cause(path: Path, entry: FileEntry | None) -> str | None:
    """What made a file of a copy another one, where that can be told."""
    if is_pointer(path):
        return POINTED
    if entry is not None and path.is_file() and path.stat().st_size < MOST_TEXT:
        content = path.read_bytes().replace(b"\r\n", b"\n")
        if sha256(content).hexdigest() == entry.sha256:
            return "has other line ends: copy or clone it again with core.autocrlf=false"
    return None


def is_pointer(path: Path) -> bool:
    """Whether a pointer of Git LFS stands in place of a file."""
    if not path.is_file() or path.stat().st_size > 1024:
        return False
    return path.read_bytes().startswith(POINTER)
