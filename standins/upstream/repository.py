"""Writes git objects made in memory as a bare repository, with one `git index-pack`."""

import os
import subprocess
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from curate.schemas.errors import Missing
from curate.standins.upstream.objects import EMPTY, ObjectStore

_CONFIG = b"[core]\n\trepositoryformatversion = 0\n\tbare = true\n[uploadpack]\n\tallowAnySHA1InWant = true\n"
"""As on GitHub, a commit can be fetched by its sha."""


def write_bare(store: ObjectStore, refs: Mapping[str, str], git: Path) -> None:
    """Writes a bare repository at `git` of just what `refs` reach; same bytes on every machine.

    Raises:
        Missing: git is not installed.
    """
    pack = store.pack(store.reachable(refs.values()))
    (git / "objects" / "pack").mkdir(parents=True)
    (git / "refs").mkdir()
    (git / "HEAD").write_bytes(b"ref: refs/heads/master\n")
    (git / "config").write_bytes(_CONFIG)
    lines = "".join(f"{refs[name]} {name}\n" for name in sorted(refs))
    (git / "packed-refs").write_bytes(b"# pack-refs with: peeled fully-peeled sorted \n" + lines.encode())
    command = ["git", f"--git-dir={git}", "-c", "pack.writeReverseIndex=false", "index-pack", "--stdin"]
    nobodys = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    try:
        subprocess.run(
            command,
            input=pack,
            capture_output=True,
            check=True,
            env={"PATH": os.environ.get("PATH", os.defpath), **nobodys},
        )
    except FileNotFoundError as error:
        raise Missing("git is not installed; install it and run again") from error


def write_folder(folder: Path, git: Path, at: datetime) -> str:
    """Writes a bare repository whose master is one commit of all text files in `folder`; returns its sha."""
    store, tree = ObjectStore(), EMPTY
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            text = path.read_bytes().decode()
            tree = store.replace(tree, path.relative_to(folder).as_posix(), text)
    commit = store.commit(tree, (), "Scrape", "queueboard", at)
    write_bare(store, {"refs/heads/master": commit.sha}, git)
    return commit.sha
