"""Git objects made in memory, so that every sha is known before, and without, any git repository."""

import hashlib
import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

COMMIT, TREE, BLOB = 1, 2, 3
_TYPES = {COMMIT: b"commit", TREE: b"tree", BLOB: b"blob"}


@dataclass(frozen=True, slots=True)
class Tree:
    """A folder: name to file (its sha) or folder."""

    sha: str
    entries: dict[str, tuple["str | Tree", bytes]]
    """File or folder, and the entry as git writes it; in git's order."""

    def find(self, path: str) -> str | None:
        """The sha of the file at `path`."""
        first, _, rest = path.partition("/")
        entry = self.get(first)
        if isinstance(entry, Tree):
            return entry.find(rest) if rest else None
        return None if rest else entry

    def get(self, name: str) -> "str | Tree | None":
        """The file or folder of that name."""
        found = self.entries.get(name)
        return found[0] if found else None


EMPTY = Tree("", {})


@dataclass(frozen=True, slots=True)
class CommitObject:
    """A commit and the tree it holds."""

    sha: str
    tree: Tree
    parents: tuple[str, ...]
    message: str
    author: str
    at: datetime


@dataclass(slots=True)
class ObjectStore:
    """All objects made so far, by sha."""

    objects: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    commits: dict[str, CommitObject] = field(default_factory=dict)

    def _keep(self, kind: int, content: bytes) -> str:
        header = b"%s %d\0" % (_TYPES[kind], len(content))
        sha = hashlib.sha1(header + content, usedforsecurity=False).hexdigest()
        self.objects[sha] = (kind, content)
        return sha

    def blob(self, text: str) -> str:
        """Keeps a file's text."""
        return self._keep(BLOB, text.encode())

    def text(self, sha: str) -> str:
        """The text of a blob."""
        return self.objects[sha][1].decode()

    def replace(self, tree: Tree, path: str, text: str | None) -> Tree:
        """`tree` with the file at `path` holding `text`, or without it; an empty folder goes too."""
        first, _, rest = path.partition("/")
        below = tree.get(first)
        entry: str | Tree | None
        if rest:
            folder = self.replace(below if isinstance(below, Tree) else EMPTY, rest, text)
            entry = folder if folder.entries else None
        else:
            entry = None if text is None else self.blob(text)
        entries = dict(tree.entries)
        if entry is None:
            del entries[first]
        else:
            mode, sha = (b"40000", entry.sha) if isinstance(entry, Tree) else (b"100644", entry)
            entries[first] = (entry, b"%s %s\0%s" % (mode, first.encode(), bytes.fromhex(sha)))
            if below is None:
                entries = dict(sorted(entries.items(), key=_git_order))
        return Tree(self._keep(TREE, b"".join([line for _, line in entries.values()])), entries)

    def commit(self, tree: Tree, parents: tuple[str, ...], message: str, author: str, at: datetime) -> CommitObject:
        """Keeps a commit made by `author` (a login) at `at`. What git can't hold in a message is left out."""
        clean = message.replace("\0", "").encode("utf-8", "replace")
        who = f"{author} <{author}@example.invalid> {int(at.timestamp())} +0000"
        lines = [
            f"tree {tree.sha}",
            *(f"parent {sha}" for sha in parents),
            f"author {who}",
            f"committer {who}",
        ]
        sha = self._keep(COMMIT, "\n".join(lines).encode() + b"\n\n" + clean + b"\n")
        made = CommitObject(sha, tree, parents, clean.decode(), author, at)
        self.commits[sha] = made
        return made

    def reachable(self, tips: Iterable[str]) -> set[str]:
        """The shas of all objects that these commits lead to."""
        seen: set[str] = set()
        todo = list(tips)
        while todo:
            sha = todo.pop()
            if sha in seen:
                continue
            seen.add(sha)
            commit = self.commits[sha]
            todo += commit.parents
            self._reach_tree(commit.tree, seen)
        return seen

    def _reach_tree(self, tree: Tree, seen: set[str]) -> None:
        if tree.sha in seen:
            return
        seen.add(tree.sha)
        for entry, _ in tree.entries.values():
            if isinstance(entry, Tree):
                self._reach_tree(entry, seen)
            else:
                seen.add(entry)

    def pack(self, shas: Iterable[str]) -> bytes:
        """A pack file of these objects. Stored, not deflated: its bytes then depend on no zlib."""
        chosen = sorted(shas)
        pack = bytearray(struct.pack(">4sII", b"PACK", 2, len(chosen)))
        for sha in chosen:
            kind, content = self.objects[sha]
            pack += _pack_header(kind, len(content)) + zlib.compress(content, 0)
        return bytes(pack) + hashlib.sha1(pack, usedforsecurity=False).digest()


def _git_order(item: tuple[str, tuple[str | Tree, bytes]]) -> bytes:
    name, (entry, _) = item
    return f"{name}/".encode() if isinstance(entry, Tree) else name.encode()


def _pack_header(kind: int, size: int) -> bytes:
    byte, size = kind << 4 | size & 15, size >> 4
    header = bytearray()
    while size:
        header.append(byte | 0x80)
        byte, size = size & 0x7F, size >> 7
    header.append(byte)
    return bytes(header)
