"""A release as people hold it: downloaded, in the Hub's cache, or cloned by git. What a tool adds is told apart."""

from pathlib import Path

from curate.schemas.errors import Refused
from curate.schemas.store.manifest import UNLISTED, FileEntry, find_altered

POINTER = b"version https://git-lfs.github.com/spec/v1\n"
ADDED = (".git", ".cache/huggingface", ".gitattributes", ".huggingface")
"""What git, `hf download` and the Hub itself put beside the files of a release."""


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
        if name in ADDED or name.startswith(tuple(f"{added}/" for added in ADDED)):
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
        (name, "is a Git LFS pointer and not the file: run git lfs pull" if _is_pointer(folder / name) else what)
        for name, what in find_altered(folder, files, names)
    ]


def _is_pointer(path: Path) -> bool:
    if not path.is_file() or path.stat().st_size > 1024:
        return False
    return path.read_bytes().startswith(POINTER)
