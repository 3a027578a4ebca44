"""Multiplies a queueboard archive, and makes a repository that holds every commit of the result.

Run: python benchmarks/multiply.py --queueboard WHERE --copies 4 --out DIR [--most N]

`DIR/queueboard.git` holds the entries of the source and copies of them, under other numbers and with other check rows.
`DIR/mathlib4.git` holds a main branch with their landings, and their commits beside it: small changes of small files.
"""

import argparse
import re
import subprocess
import tempfile
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, NamedTuple

from curate.prs.sources import read_queueboard
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.schemas.mathlibpr.rules.landed import judge_outcome
from curate.scrapers.archive import Archive
from curate.scrapers.queueboard import SourceIndex, archive_source

REPO = "leanprover-community/mathlib4"
STEP = 1_000_000
"""Between the number of a pull request and that of its next copy."""
FILES = 400
LINES = 40
_SHA = re.compile(rb"\b[0-9a-f]{40}\b")


class Pull(NamedTuple):
    """What of a pull request is copied."""

    number: int
    key: str
    fetched_at: datetime | None
    commits: tuple[str, ...]
    opened: int
    closed: int
    landed: bool


def read_source(archive: Archive, index: SourceIndex) -> list[Pull]:
    """The readable pull requests of the source."""
    pulls = []
    for entry, found in zip(index.entries, read_queueboard(archive, index, REPO), strict=True):
        pull = found.read()
        if isinstance(pull, PullRequest):
            ends = (sha for event in pull.events for sha in (event.before_sha, event.after_sha) if sha)
            shas = dict.fromkeys((*ends, *(commit.sha for commit in pull.commits), pull.head_sha))
            opened, closed = (int(at.timestamp()) for at in (pull.created_at, pull.closed_at or pull.updated_at))
            landed = judge_outcome(pull, None).landed is True
            pulls.append(Pull(entry.number, entry.key, entry.fetched_at, tuple(shas), opened, closed, landed))
    return pulls


def write_repository(pulls: list[Pull], copies: int, target: Path) -> dict[tuple[int, str], bytes]:
    """The repository with all commits; the sha of each, by copy and by its sha in the source."""
    marks: dict[tuple[int, str], int] = {}
    landings = sorted((pull.closed, copy, pull.number) for pull in pulls if pull.landed for copy in range(copies))
    times = [landing[0] for landing in landings]
    with importing(target) as feed:
        mark = 1
        first = min(pull.opened for pull in pulls) - 1
        feed.write(_commit(b"refs/heads/master", mark, first, b"start", None))
        for place in range(FILES):
            feed.write(b"M 644 inline %s\n" % _path(place) + _data(_text(place, 0)))
        for at, copy, number in landings:
            mark += 1
            feed.write(_commit(b"refs/heads/master", mark, at, b"feat: landed (#%d)" % (number + copy * STEP), None))
            feed.write(b"M 644 inline Mathlib/Landed%d.lean\n" % (mark % FILES) + _data(_text(mark, 0)))
        for copy in range(copies):
            for pull in pulls:
                parent = 1 + bisect_right(times, pull.opened)
                for turn, sha in enumerate(pull.commits, start=1):
                    if (copy, sha) not in marks:
                        mark += 1
                        marks[copy, sha] = mark
                        place = (pull.number * 31 + copy) % FILES
                        feed.write(_commit(b"refs/heads/all", mark, pull.opened + turn * 60, b"a change", parent))
                        feed.write(b"M 644 inline %s\n" % _path(place) + _data(_text(place, turn * 7919 + mark)))
                    parent = marks[copy, sha]
    made = dict(line.split(" ", 1) for line in (target / "marks").read_text().splitlines())
    return {name: made[f":{mark}"].encode() for name, mark in marks.items()}


def write_queueboard(
    archive: Archive, pulls: list[Pull], copies: int, most: int, shas: dict[tuple[int, str], bytes], target: Path
) -> int:
    """The archive with `copies` of each entry, at most `most` in all; their number."""
    made = 0
    with importing(target) as feed:
        feed.write(_commit(b"refs/heads/master", 1, 1, b"all", None))
        for copy in range(copies):
            for pull in pulls:
                if made == most:
                    return made
                number = pull.number + copy * STEP
                raw = _copy(archive.get(pull.key) or b"", pull.number, copy, shas)
                feed.write(b"M 644 inline data/%d/pr_info.json\n" % number + _data(raw))
                if pull.fetched_at:
                    read = pull.fetched_at.isoformat().encode()
                    feed.write(b"M 644 inline data/%d/timestamp.txt\n" % number + _data(read))
                made += 1
    return made


def _copy(raw: bytes, number: int, copy: int, shas: dict[tuple[int, str], bytes]) -> bytes:
    raw = _SHA.sub(lambda found: shas.get((copy, found[0].decode()), found[0]), raw)
    raw = re.sub(rb'"id": ?"', lambda found: found[0] + b"%d-" % copy, raw)
    return re.sub(rb'"number": ?%d\b' % number, b'"number": %d' % (number + copy * STEP), raw, count=1)


@contextmanager
def importing(target: Path) -> Iterator[IO[bytes]]:
    """The standard input of a `git fast-import` into a new bare repository."""
    subprocess.run(["git", "init", "-q", "--bare", "-b", "master", str(target)], check=True)
    command = ["git", "-C", str(target), "-c", "core.compression=1", "fast-import", "--quiet", "--export-marks=marks"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE)
    assert child.stdin
    with child.stdin as feed:
        yield feed
    if child.wait():
        raise SystemExit("git fast-import failed")


def _commit(ref: bytes, mark: int, at: int, subject: bytes, parent: int | None) -> bytes:
    begun = b"commit %s\nmark :%d\ncommitter a <a@example.org> %d +0000\n" % (ref, mark, at)
    return begun + _data(subject) + (b"from :%d\n" % parent if parent else b"")


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)


def _path(place: int) -> bytes:
    return b"Mathlib/File%d.lean" % place


def _text(place: int, seed: int) -> bytes:
    """A file of which a fifth of the lines goes by `seed`."""
    lines = (b"theorem t%d_%d : %d = %d := rfl" % (place, n, seed if n % 5 == 0 else n, n) for n in range(LINES))
    return b"\n".join(lines) + b"\n"


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--queueboard", required=True)
    parser.add_argument("--copies", type=int, required=True)
    parser.add_argument("--most", type=int, default=1 << 30)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name, Archive(Path(name) / "archive") as archive:
        index = archive_source(archive, options.queueboard, Path(name) / "clones", print, lambda steps: None)
        pulls = read_source(archive, index)
        shas = write_repository(pulls, options.copies, options.out / "mathlib4.git")
        made = write_queueboard(archive, pulls, options.copies, options.most, shas, options.out / "queueboard.git")
    print(f"{made} pull requests, {len(shas)} commits beside the main branch")


if __name__ == "__main__":
    main()
