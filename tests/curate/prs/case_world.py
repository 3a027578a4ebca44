"""A case's folder becomes a git repository and an archive of pull requests, and what was built from them.

`case.json` holds `commits` (by name, parents first), `refs`, `pulls` and `expected`; hours count from one day, and a
commit's name stands for its sha everywhere.
"""

import json
import subprocess
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from curate.console import Screen
from curate.prs.build import BuildReport, build_dataset
from curate.prs.options import BuildOptions, BuildRequest

DAY = datetime(2024, 5, 1, tzinfo=UTC)
REPO = "leanprover-community/mathlib4"
OPTIONS = BuildOptions(
    repo=REPO, until=date(2026, 11, 1), base_ref="master", selection="paper", require_ci=False, evidence=("checks",),
    need_diff=False, split_at=(),
)  # fmt: skip
BORS = "Pull request successfully merged into master.\n\nBuild succeeded:\n"


def hour(hours: float) -> str:
    """Hours after the first day, as GitHub writes it."""
    return (DAY + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")


class World(NamedTuple):
    """The inputs of one case."""

    folder: Path
    case: dict[str, Any]
    shas: dict[str, str]

    @property
    def git(self) -> Path:
        return self.folder / "repo.git"

    def name(self, sha: str | None) -> str | None:
        """The name of `sha` in the case."""
        return next((name for name, known in self.shas.items() if known == sha), sha)


class Rows(NamedTuple):
    """What was built, with names for shas."""

    report: BuildReport
    snapshots: list[dict[str, Any]]
    pulls: dict[int, dict[str, Any]]
    drops: list[tuple[int, str | None, str]]
    world: World

    def name(self, sha: str | None) -> str | None:
        """The name of `sha` in the case."""
        return self.world.name(sha)

    def labels(self) -> list[list[Any]]:
        """Number, head, label and reason of each snapshot."""
        return [[row["pr_number"], row["head"], row["label"], row["reason"]] for row in self.snapshots]


def read_case(path: Path, folder: Path) -> World:
    """Makes the inputs of the case in `path` below `folder`."""
    case = json.loads((path / "case.json").read_text(encoding="utf-8"))
    shas = make_repository(folder / "repo.git", case["commits"], case.get("refs", {}))
    for pull in case["pulls"]:
        write_pull(folder / "archive", pull, shas)
    return World(folder, case, shas)


def make_repository(git: Path, commits: list[dict[str, Any]], refs: dict[str, str]) -> dict[str, str]:
    """A bare repository with `commits`; their shas by name."""
    subprocess.run(["git", "init", "-q", "--bare", str(git)], check=True)
    marks = {commit["name"]: place for place, commit in enumerate(commits, start=1)}
    stream: list[bytes] = []
    for commit in commits:
        at = int((DAY + timedelta(hours=commit["at"])).timestamp())
        message = commit.get("subject", commit["name"]).encode()
        stream.append(f"commit refs/made/{commit['name']}\nmark :{marks[commit['name']]}\n".encode())
        stream.append(f"committer A <a@example.invalid> {at} +0000\ndata {len(message)}\n".encode() + message + b"\n")
        for word, parent in zip(("from", "merge"), commit.get("parents", []), strict=False):
            stream.append(f"{word} :{marks[parent]}\n".encode())
        for path, text in commit.get("files", {}).items():
            content = text.encode()
            stream.append(f"M 100644 inline {path}\ndata {len(content)}\n".encode() + content + b"\n")
    marked = git / "marks"
    command = ["git", f"--git-dir={git}", "fast-import", "--quiet", f"--export-marks={marked}"]
    subprocess.run(command, input=b"".join(stream), check=True)
    by_mark = dict(line.split() for line in marked.read_text().splitlines())
    shas = {name: by_mark[f":{mark}"] for name, mark in marks.items()}
    for ref, name in refs.items():
        subprocess.run(["git", f"--git-dir={git}", "update-ref", ref, shas[name]], check=True)
    return shas


def write_pull(archive: Path, pull: dict[str, Any], shas: dict[str, str]) -> None:
    """One `pr_info.json`. `raw` in the case replaces fields of GitHub's answer, and `answer` the whole around it."""
    checks = pull.get("checks", {})
    node = {
        "number": pull["number"], "title": pull["title"], "body": pull.get("body", ""),
        "state": pull.get("state", "CLOSED"), "isDraft": False, "createdAt": hour(pull["opened"]),
        "updatedAt": hour(pull["closed"]), "closedAt": hour(pull["closed"]), "mergedAt": None, "mergeCommit": None,
        "baseRefName": "master", "headRefName": "x", "headRefOid": shas[pull["head"]], "headRepository": None,
        "author": {"login": "ada"}, "labels": {"nodes": []}, "files": {"nodes": []},
        "commits": {"nodes": [_commit(one, shas, checks) for one in pull["commits"]]},
        "timelineItems": {"nodes": [_force_push(at) for at in pull.get("force_pushes", [])]},
        "comments": {"nodes": [_comment(*said) for said in pull.get("comments", [])]},
        "reviews": {"nodes": []}, "statusCheckRollup": _rollup(checks.get(pull["head"])), **pull.get("raw", {}),
    }  # fmt: skip
    answer = {"data": {"repository": {"pullRequest": node}}, **pull.get("answer", {})}
    folder = archive / "data" / str(pull["number"])
    folder.mkdir(parents=True)
    (folder / "pr_info.json").write_bytes(json.dumps(answer).encode(pull.get("encoding", "utf-8")))
    (folder / "timestamp.txt").write_text("2026-11-20T00:00:00+00:00\n")


def _commit(place: list[Any], shas: dict[str, str], checks: dict[str, Any]) -> dict[str, Any] | None:
    if place is None:
        return None
    name, at = place
    return {
        "commit": {"oid": shas[name], "committedDate": hour(at), "statusCheckRollup": _rollup(checks.get(name))}
    }  # fmt: skip


def _rollup(rows: list[dict[str, Any]] | None) -> dict[str, Any] | None:
    if rows is None:
        return None
    made = [
        {
            "__typename": "CheckRun", "id": f"CR_{place}", "name": row["name"], "conclusion": row["conclusion"],
            "detailsUrl": f"https://github.com/{REPO}/actions/runs/{row.get('run', 1)}/job/{place}",
            **row.get("raw", {}),
        }
        for place, row in enumerate(rows, start=1)
    ]  # fmt: skip
    return {"contexts": {"nodes": made}}


def _force_push(at: float) -> dict[str, Any]:
    return {"__typename": "HeadRefForcePushedEvent", "createdAt": hour(at), "beforeCommit": None, "afterCommit": None}


def _comment(author: str, body: str, at: float) -> dict[str, Any]:
    body = BORS if body == "merged" else body
    return {"id": f"IC_{at}", "author": {"login": author}, "createdAt": hour(at), "body": body}


def build(world: World, git: Path | None = None, out: str = "out", *, offline: bool = False) -> Rows:
    """The dataset of `world`, with the clone at `git`; the case's `git: false` leaves git out.

    Unless `offline`, heads that the clone lacks are fetched from where it came from.
    """
    where = None if world.case.get("git") is False else str(git or world.git)
    folder = world.folder / out
    places, workspace = (str(world.folder / "archive"),), world.folder / f"work-{out}"
    request = BuildRequest(OPTIONS, places, workspace, folder, where, offline=offline)
    report = build_dataset(request, Screen())
    snapshots = _read(folder / "snapshots")
    return Rows(
        report=report,
        snapshots=[{**row, "head": world.name(row["head_sha"])} for row in snapshots],
        pulls={row["pr_number"]: row for row in _read(folder / "pull_requests")},
        drops=[
            (row["pr_number"], world.name(row["head_sha"]), row["reason"])
            for row in pq.read_table(folder / "drops.parquet").to_pylist()
        ],
        world=world,
    )


def _read(folder: Path) -> list[dict[str, Any]]:
    return [row for path in sorted(folder.glob("*.parquet")) for row in pq.read_table(path).to_pylist()]
