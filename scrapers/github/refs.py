"""Git's side of GitHub: which pull requests there are, and commits that only their sha still names.

None of this costs points. `refs/pull/*/head` lists every pull request, so it says whether a walk over the API was
complete; commits that a force push replaced are fetched by sha into refs of our own, as git would soon forget them.
"""

import os
import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from schemas.errors import Failed, Missing, Refused
from schemas.text import printable

PULL_REF = re.compile(r"^refs/pull/(\d+)/head$")
SHA = re.compile(r"^[0-9a-f]{40}$")
SHA_REF = "refs/curate/sha/"
PULL_REFSPEC = "+refs/pull/*/head:refs/pull/*/head"
BATCH = 200
_NOT_THERE = re.compile(r"not our ref|couldn't find remote ref|no such remote ref", re.I)


def list_pull_numbers(remote: str) -> frozenset[int]:
    """The number of every pull request that `remote` (a URL or a path) has."""
    out = _git(None, ["ls-remote", "--end-of-options", _checked_remote(remote), "refs/pull/*/head"])
    matches = (PULL_REF.match(line.partition("\t")[2]) for line in out.splitlines())
    return frozenset(int(match[1]) for match in matches if match)


def fetch_pull_heads(git_dir: Path, remote: str) -> None:
    """Brings the head of every pull request, open or closed, into `refs/pull/*/head` of `git_dir`."""
    _git(git_dir, [*_FETCH, "--end-of-options", _checked_remote(remote), PULL_REFSPEC])
    _git(git_dir, ["pack-refs", "--all"])


def fetch_shas(git_dir: Path, remote: str, shas: Iterable[str]) -> frozenset[str]:
    """Brings each of `shas` into a ref of our own below `refs/curate/sha/`; returns those that `remote` lacks."""
    wanted = sorted({sha for sha in shas if SHA.match(sha)})
    absent = missing_objects(git_dir, wanted)
    present = [sha for sha in wanted if sha not in absent]
    updates = "".join(f"update {SHA_REF}{sha} {sha}\n" for sha in present)
    _git(git_dir, ["update-ref", "--stdin"], updates)
    lost: set[str] = set()
    asked = sorted(absent)
    for start in range(0, len(asked), BATCH):
        lost |= _fetch_batch(git_dir, _checked_remote(remote), asked[start : start + BATCH])
    _git(git_dir, ["pack-refs", "--all"])
    return frozenset(lost)


def missing_objects(git_dir: Path, shas: Sequence[str]) -> frozenset[str]:
    """Those of `shas` that `git_dir` does not hold."""
    out = _git(git_dir, ["cat-file", "--batch-check"], "".join(f"{sha}\n" for sha in shas))
    return frozenset(line.split()[0] for line in out.splitlines() if line.endswith(" missing"))


def _fetch_batch(git_dir: Path, remote: str, shas: list[str]) -> set[str]:
    """One absent sha fails a whole fetch and nothing of it is kept, so a failed batch is halved."""
    specs = "".join(f"+{sha}:{SHA_REF}{sha}\n" for sha in shas)
    try:
        _git(git_dir, [*_FETCH, "--stdin", "--end-of-options", remote], specs)
    except Failed as error:
        if not _NOT_THERE.search(str(error)):
            raise
        if len(shas) == 1:
            return set(shas)
        half = len(shas) // 2
        return _fetch_batch(git_dir, remote, shas[:half]) | _fetch_batch(git_dir, remote, shas[half:])
    return set()


_FETCH = (
    "-c",
    "gc.auto=0",
    "-c",
    "maintenance.auto=false",
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-write-fetch-head",
)


def _checked_remote(remote: str) -> str:
    if remote.startswith("-") or "\n" in remote:
        raise Refused(f"{printable(remote, 100)} is no address of a git repository")
    return remote


def _git(git_dir: Path | None, arguments: Sequence[str], given: str = "") -> str:
    """Runs git with no configuration but the repository's own, and gives its output.

    Raises:
        Failed: with git's own words.
    """
    where = [] if git_dir is None else [f"--git-dir={git_dir}"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")} | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh",
        "LC_ALL": "C",
    }
    try:
        ran = subprocess.run(
            ["git", *where, *arguments],
            input=given.encode(),
            capture_output=True,
            check=False,
            env=environment,
        )
    except FileNotFoundError:
        raise Missing("git is not installed; install it and run again") from None
    if ran.returncode != 0:
        raise Failed(
            f"git {arguments[0]} failed: {printable(ran.stderr.decode(errors='replace').strip(), 2000)}"
        )
    return ran.stdout.decode(errors="replace")
