"""Tools over the tree of a snapshot's head, for models that call tools: list, read and grep, each bounded."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Annotated

from pydantic import Field

from curate.evals.review.checkout import checkout_tree, is_plain
from curate.formalize.models.tools import Tool
from curate.schemas.base import Record
from curate.schemas.store.lock import passing_folder

MAX_ENTRIES, MAX_LINES, MAX_HITS, MAX_LINE_CHARS = 400, 400, 60, 300
MAX_FILE_BYTES = 8 << 20
NOWHERE = "there is no such {what} in the tree; paths are relative to its root, such as Mathlib/Data/Nat/Basic.lean"


class List(Record):
    """Which folder to list."""

    path: str = ""


class Read(Record):
    """Which lines of a file to read."""

    path: str
    first: Annotated[int, Field(ge=1)] = 1
    lines: Annotated[int, Field(ge=1)] = 200


class Grep(Record):
    """What to look for, and below which path."""

    text: Annotated[str, Field(min_length=1, max_length=200)]
    path: str = ""


class Trees:
    """Trees of commits, put down for as long as they are needed; blobs are kept in a store and linked."""

    def __init__(self, repository: Path, store: Path) -> None:
        self._repository, self._store, self._lock = repository, store, Lock()

    @contextmanager
    def open(self, commit: str) -> Iterator[Path]:
        """The tree of `commit` in a folder that goes with the block."""
        self._store.mkdir(parents=True, exist_ok=True)
        with passing_folder(self._store.parent / "trees") as folder:
            root = folder / "tree"
            with self._lock:  # two checkouts would both write the blobs that are new to both
                checkout_tree(self._repository, commit, self._store, root, copy=False)
            yield root


def tree_tools(root: Path) -> tuple[Tool, ...]:
    """The tools over the tree at `root`, which holds plain files alone."""
    return (
        Tool("list", "Entries of a folder; folders end in a slash.", List, lambda asked: list_folder(root, asked)),
        Tool("read", "Lines of a file, numbered from 1.", Read, lambda asked: read_file(root, asked)),
        Tool(
            "grep", "Lines that hold a text, letter by letter, in all files below a path.", Grep,
            lambda asked: grep_files(root, asked),
        ),
    )  # fmt: skip


def list_folder(root: Path, asked: List) -> str:
    """The entries of a folder, the first few hundred."""
    folder = find_path(root, asked.path)
    if folder is None or not folder.is_dir():
        return NOWHERE.format(what="folder")
    names = sorted(f"{one.name}/" if one.is_dir() else one.name for one in folder.iterdir())
    left = len(names) - MAX_ENTRIES
    return "\n".join(names[:MAX_ENTRIES]) + (f"\n[{left} more entries]" if left > 0 else "")


def read_file(root: Path, asked: Read) -> str:
    """Numbered lines of a file."""
    path = find_path(root, asked.path)
    if path is None or not path.is_file():
        return NOWHERE.format(what="file")
    lines = _lines(path)
    shown = lines[asked.first - 1 : asked.first - 1 + min(asked.lines, MAX_LINES)]
    if not shown:
        return f"the file has {len(lines)} lines"
    body = "\n".join(f"{number}: {line[:MAX_LINE_CHARS]}" for number, line in enumerate(shown, start=asked.first))
    left = len(lines) - (asked.first - 1 + len(shown))
    return body + (f"\n[{left} more lines]" if left > 0 else "")


def grep_files(root: Path, asked: Grep) -> str:
    """Lines that hold a text, the first few in the order of paths. Plain search: a pattern could run for ever."""
    base = find_path(root, asked.path)
    if base is None:
        return NOWHERE.format(what="path")
    wanted, hits = asked.text.encode("utf-8", "surrogatepass"), list[str]()
    for path in sorted(base.rglob("*")) if base.is_dir() else [base]:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_FILE_BYTES:
            continue
        if wanted not in path.read_bytes():
            continue
        name = path.relative_to(root).as_posix()
        for number, line in enumerate(_lines(path), start=1):
            if asked.text in line:
                hits.append(f"{name}:{number}: {line[:MAX_LINE_CHARS]}")
        if len(hits) > MAX_HITS:
            return "\n".join(hits[:MAX_HITS]) + "\n[more; give a longer text or a path]"
    return "\n".join(hits) or "nothing found"


def find_path(root: Path, path: str) -> Path | None:
    """Where `path` leads in the tree at `root`; None: nowhere, or out of it."""
    plain = path.strip().removeprefix("./").rstrip("/")
    if plain in ("", "."):
        return root
    if not is_plain(plain):
        return None
    found = root / plain
    try:
        inside = found.exists() and found.resolve().is_relative_to(root.resolve())
    except (OSError, ValueError):  # a name that is too long, or that the file system can't hold
        return None
    return found if inside else None


def _lines(path: Path) -> list[str]:
    return path.read_bytes()[:MAX_FILE_BYTES].decode("utf-8", "replace").split("\n")
