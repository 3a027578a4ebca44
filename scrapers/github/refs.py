"""Git's side of GitHub: which pull requests there are, and commits that only their sha still names.

None of this costs points. `refs/pull/*/head` lists every pull request, and so says whether a walk was complete.
Commits that a force push replaced are fetched by sha into refs of our own, since git would soon forget them.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from curate.schemas.errors import Refused
from curate.schemas.text import printable
from curate.scrapers.plumbing import run_git
from curate.scrapers.repository import SHA, read_present

PULL_REF = re.compile(r"^refs/pull/(\d+)/head$")
SHA_REF = "refs/curate/sha/"
PULL_REFSPEC = "+refs/pull/*/head:refs/pull/*/head"
BATCH = 200
_FETCH = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance")
_NOT_THERE = re.compile(r"not our ref|couldn't find remote ref|no such remote ref", re.I)


def list_pull_numbers(remote: str) -> frozenset[int]:
    """The number of every pull request that `remote` (a URL or a path) has."""
    out = run_git(None, "ls-remote", "--end-of-options", _check_remote(remote), "refs/pull/*/head").decode()
    matches = (PULL_REF.match(line.partition("\t")[2]) for line in out.splitlines())
    return frozenset(int(match[1]) for match in matches if match)


def fetch_pull_heads(git_dir: Path, remote: str) -> None:
    """Brings the head of every pull request, open or closed, into `refs/pull/*/head` of `git_dir`."""
    run_git(git_dir, *_FETCH, "--end-of-options", _check_remote(remote), PULL_REFSPEC)
    run_git(git_dir, "pack-refs", "--all")


def fetch_shas(git_dir: Path, remote: str, shas: Iterable[str]) -> frozenset[str]:
    """Brings each of `shas` into a ref of our own below `refs/curate/sha/`; returns those that `remote` lacks."""
    wanted = {sha for sha in shas if SHA.fullmatch(sha)}
    present = read_present(git_dir, wanted)
    updates = "".join(f"update {SHA_REF}{sha} {sha}\n" for sha in sorted(present))
    run_git(git_dir, "update-ref", "--stdin", stdin=updates.encode())
    asked, lost = sorted(wanted - present), set[str]()
    for start in range(0, len(asked), BATCH):
        lost |= _fetch_batch(git_dir, _check_remote(remote), asked[start : start + BATCH])
    run_git(git_dir, "pack-refs", "--all")
    return frozenset(lost)


def _fetch_batch(git_dir: Path, remote: str, shas: list[str]) -> set[str]:
    """One absent sha fails a whole fetch, of which nothing is kept; so a failed batch is halved."""
    specs = "".join(f"+{sha}:{SHA_REF}{sha}\n" for sha in shas)
    try:
        run_git(git_dir, *_FETCH, "--stdin", "--end-of-options", remote, stdin=specs.encode())
    except Refused as error:
        if not _NOT_THERE.search(str(error)):
            raise
        if len(shas) == 1:
            return set(shas)
        half = len(shas) // 2
        return _fetch_batch(git_dir, remote, shas[:half]) | _fetch_batch(git_dir, remote, shas[half:])
    return set()


def _check_remote(remote: str) -> str:
    if remote.startswith("-") or "::" in remote or "\n" in remote:
        raise Refused(f"{printable(remote, 100)} is no address of a git repository")
    return remote
