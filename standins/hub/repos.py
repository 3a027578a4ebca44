"""The stand-in Hub's repositories: real bare git repositories, and large files by their sha256."""

import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

_POINTER = re.compile(rb"version https://git-lfs\.github\.com/spec/v1\noid sha256:([0-9a-f]{64})\nsize (\d+)\n")
_ENV = {
    "PATH": os.environ.get("PATH", os.defpath),
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "owner",
    "GIT_AUTHOR_EMAIL": "owner@localhost",
    "GIT_COMMITTER_NAME": "owner",
    "GIT_COMMITTER_EMAIL": "owner@localhost",
}
NOTHING = "0" * 40


class HubError(Exception):
    """An answer of the Hub that is not a success."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


class Repo:
    """One dataset repository."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.large = folder / "large"

    def git(self, *arguments: str, text: bytes | None = None, index: str | None = None) -> bytes:
        """Runs git in the repository; its output."""
        return _git(self.folder, *arguments, text=text, index=index)

    def line(self, *arguments: str, text: bytes | None = None, index: str | None = None) -> str:
        """The same, for output of one line."""
        return self.git(*arguments, text=text, index=index).decode().strip()

    @classmethod
    def create(cls, folder: Path) -> "Repo":
        """A new repository with an empty first commit on main."""
        folder.mkdir(parents=True)
        repo = cls(folder)
        repo.git("init", "-q", "--bare", "-b", "main")
        tree = repo.line("mktree", text=b"")
        repo.git("update-ref", "refs/heads/main", repo.line("commit-tree", tree, "-m", "initial commit"))
        repo.large.mkdir()
        return repo

    def resolve(self, revision: str) -> str:
        """The commit of a branch, tag or sha."""
        if (self.folder, revision) in _KNOWN:
            return revision
        for name in (f"refs/heads/{revision}", f"refs/tags/{revision}", revision):
            if name != revision or re.fullmatch(r"[0-9a-f]{40}|refs/[\w./-]+", revision):
                found = subprocess.run(
                    ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"],
                    cwd=self.folder, capture_output=True, env=_ENV, check=False,
                )  # fmt: skip
                if found.returncode == 0:
                    commit = found.stdout.decode().strip()
                    _KNOWN.add((self.folder, commit))
                    return commit
        raise HubError(404, "RevisionNotFound", f"Invalid rev id: {revision}")

    def entries(self, commit: str, folder: str = "", recursive: bool = True) -> list[dict[str, Any]]:
        """Files and folders at `commit`, as the tree endpoint lists them; a large file by what its pointer says."""
        listed = list(_entries(self.folder, commit))
        inside = f"{folder}/" if folder else ""
        return [
            entry
            for entry in listed
            if entry["path"].startswith(inside) and (recursive or "/" not in entry["path"][len(inside) :])
        ]

    def read(self, entry: dict[str, Any]) -> bytes:
        """The content of a file entry."""
        if "lfs" in entry:
            return (self.large / str(entry["lfs"]["oid"])).read_bytes()
        return self.git("cat-file", "blob", str(entry["oid"]))

    def commit(self, branch: str, operations: Sequence[dict[str, Any]], summary: str, parent: str | None) -> str:
        """Adds one commit to `branch`; its id. Nothing changed: the id of the head."""
        head = self.resolve(f"refs/heads/{branch}")
        if parent is not None and parent != head:
            raise HubError(412, "", "A commit has happened since. Please refresh and try again.")
        with tempfile.TemporaryDirectory() as scratch:
            index = f"{scratch}/index"
            self.git("read-tree", head, index=index)
            for operation in operations:
                self._stage(operation["key"], operation["value"], index)
            tree = self.line("write-tree", index=index)
        if tree == self.line("rev-parse", f"{head}^{{tree}}"):
            return head
        made = self.line("commit-tree", tree, "-p", head, text=summary.encode())
        self.git("update-ref", f"refs/heads/{branch}", made, head)
        return made

    def _stage(self, key: str, value: dict[str, Any], index: str) -> None:
        path = value["path"]
        if key in ("deletedFile", "deletedFolder"):
            listed = self.git("ls-files", "-z", index=index).decode().split("\0")
            gone = [name for name in listed if name == path or name.startswith(f"{path.rstrip('/')}/")]
            lines = "".join(f"0 {NOTHING}\t{name}\0" for name in gone)
            self.git("update-index", "-z", "--index-info", text=lines.encode(), index=index)
            return
        if key == "file":
            content = value["content"]
        else:
            stored = self.large / value["oid"]
            if not stored.is_file():
                raise HubError(422, "", f"LFS object {value['oid']} was never uploaded")
            content = (
                f"version https://git-lfs.github.com/spec/v1\noid sha256:{value['oid']}\nsize {stored.stat().st_size}\n"
            ).encode()
        blob = self.line("hash-object", "-w", "--stdin", text=content)
        self.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}", index=index)

    def refs(self, kind: str) -> list[dict[str, str]]:
        """All branches (`heads`) or tags, annotated ones peeled to their commit."""
        lines = self.git("for-each-ref", "--format=%(refname)", f"refs/{kind}/").decode().splitlines()
        return [{"name": ref.split("/", 2)[2], "ref": ref, "targetCommit": self.resolve(ref)} for ref in lines]

    def tag(self, name: str, revision: str, message: str | None) -> None:
        """Makes an annotated tag; a tag that is there is never moved."""
        if any(tag["name"] == name for tag in self.refs("tags")):
            raise HubError(409, "", f"Tag reference exists already: {name}")
        target = self.resolve(revision)
        self.git("tag", "-a", "-F", "-", "--", name, target, text=(message or name).encode())

    def log(self, revision: str) -> list[dict[str, Any]]:
        """The commits up to `revision`, newest first."""
        text = self.git("log", "--format=%H%x00%s%x00%b%x00%cI%x01", self.resolve(revision)).decode()
        commits = []
        for record in text.split("\x01"):
            if record.strip():
                sha, title, message, date = record.strip("\n").split("\0")
                when = f"{date[:19]}.000Z"
                commits.append(
                    {
                        "id": sha,
                        "title": title,
                        "message": message,
                        "authors": [{"user": "owner"}],
                        "date": when,
                    }
                )
        return commits


_KNOWN: set[tuple[Path, str]] = set()
"""Commits that were seen, by repository: a commit never changes, and starting git costs more than all else here."""


def _git(folder: Path, *arguments: str, text: bytes | None = None, index: str | None = None) -> bytes:
    env = {**_ENV, **({"GIT_INDEX_FILE": index} if index else {})}
    done = subprocess.run(["git", *arguments], cwd=folder, input=text, capture_output=True, env=env, check=True)
    return bytes(done.stdout)


@cache
def _entries(folder: Path, commit: str) -> tuple[dict[str, Any], ...]:
    lines = [line.decode() for line in _git(folder, "ls-tree", "-r", "-t", "-l", "-z", commit).split(b"\0") if line]
    entries: list[dict[str, Any]] = []
    for line in lines:
        meta, path = line.split("\t", 1)
        _, kind, oid, size = meta.split()
        entries.append(
            {"type": "directory", "oid": oid, "size": 0, "path": path}
            if kind == "tree"
            else {"type": "file", "oid": oid, "size": int(size), "path": path}
        )
    small = [entry for entry in entries if entry["type"] == "file" and entry["size"] < 200]
    contents = _read_blobs(folder, [entry["oid"] for entry in small])
    for entry, content in zip(small, contents, strict=True):
        if pointer := _POINTER.fullmatch(content):
            entry["lfs"] = {"oid": pointer[1].decode(), "size": int(pointer[2]), "pointerSize": entry["size"]}
            entry["size"] = int(pointer[2])
    return tuple(entries)


def _read_blobs(folder: Path, oids: Sequence[str]) -> list[bytes]:
    answer = _git(folder, "cat-file", "--batch", text="".join(f"{oid}\n" for oid in oids).encode())
    contents: list[bytes] = []
    for _ in oids:
        head, _, answer = answer.partition(b"\n")
        size = int(head.split()[2])
        contents.append(answer[:size])
        answer = answer[size + 1 :]
    return contents
