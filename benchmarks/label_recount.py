"""Counts labels again from the raw JSON, in the plainest way and without the rules' code, and compares every row.

Run: python -m benchmarks.label_recount DATASET ARCHIVE [--except FOLDER] [--until DAY] [--git CLONE]

DATASET was built with `curate prs --queueboard ARCHIVE`; a head that it dropped only because another was selected, or
as the same patch as another, counts as one of its rows. ARCHIVE is a folder with `data/<number>/pr_info.json`.
`--except` leaves out the pull requests of another such folder, such as the one that the rules were written against.
Commits that only one pull request lists are compared one by one. A commit that several list must have a row in one of
them at most; with `--git` that one must have it on the first-parent chain of its last commit.
"""

import argparse
import json
import re
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

Row = tuple[int, str]


def read_archive(folder: Path) -> dict[int, dict[str, Any]]:
    """The pull requests that can be read."""
    found = {}
    for path in sorted((folder / "data").glob("*/pr_info.json")):
        try:
            pull = json.loads(path.read_bytes())["data"]["repository"]["pullRequest"]
        except (ValueError, KeyError, TypeError):  # an empty file, or an error in GitHub's place
            continue
        if pull and int(path.parent.name) == pull["number"]:
            found[pull["number"]] = pull
    return found


def passes(rollup: dict[str, Any] | None) -> bool:
    """Whether the last `Build` of Actions that has a verdict succeeded."""
    verdicts = []
    for row in (rollup or {"contexts": {"nodes": []}})["contexts"]["nodes"]:
        link = re.search(r"/actions/runs/(\d+)(?:/job/(\d+))?", row.get("detailsUrl") or "")
        name = re.sub(r" \((?:fork|staging)\)$", "", (row.get("name") or "").split(" / ")[-1])
        if link and name == "Build" and row["conclusion"] not in ("SKIPPED", "NEUTRAL", "CANCELLED"):
            verdicts.append((int(link[1]), int(link[2] or 0), row["conclusion"]))
    return bool(verdicts) and max(verdicts)[2] == "SUCCESS"


def count_rows(pulls: dict[int, dict[str, Any]], until: str) -> dict[Row, str]:
    """The label of each passing commit that a pull request lists, or was closed at."""
    rows: dict[Row, str] = {}
    for number, pull in pulls.items():
        if pull["state"] == "OPEN" or pull["closedAt"][:10] > until or pull["baseRefName"] != "master":
            continue
        landed = pull["state"] == "MERGED" or pull["title"].startswith("[Merged by Bors]")
        labels = {node["name"] for node in pull["labels"]["nodes"]}
        if not pull["commits"]["nodes"] or (not landed and "migrated-to-fork" in labels):
            continue
        rollups = {node["commit"]["oid"]: node["commit"]["statusCheckRollup"] for node in pull["commits"]["nodes"]}
        rollups.setdefault(pull["headRefOid"], pull["statusCheckRollup"])
        for sha, rollup in rollups.items():
            if passes(rollup):
                rows[number, sha] = "merge_ready" if landed and sha == pull["headRefOid"] else "not_merge_ready"
    return rows


def read_rows(dataset: Path) -> dict[Row, str]:
    """The label of each snapshot, and of each head that was dropped as one too many."""
    rows: dict[Row, str] = {}
    for drop in pq.read_table(dataset / "drops.parquet", columns=["pr_number", "head_sha", "reason"]).to_pylist():
        if drop["reason"] in ("not-selected", "same-version", "landed-elsewhere"):
            rows[drop["pr_number"], drop["head_sha"]] = "not_merge_ready"
    for path in sorted((dataset / "snapshots").glob("*.parquet")):
        for row in pq.read_table(path, columns=["pr_number", "head_sha", "label"]).to_pylist():
            rows[row["pr_number"], row["head_sha"]] = row["label"]
    return rows


def first_parents(git: Path, head: str) -> set[str]:
    """Commits on the first-parent chain of `head`; none when it is not there."""
    command = ["git", "-C", str(git), "rev-list", "--first-parent", "--max-count=2000", head]
    return set(subprocess.run(command, capture_output=True, text=True, check=False).stdout.split())


def compare(
    pulls: dict[int, dict[str, Any]],
    looked_at: set[int],
    counted: dict[Row, str],
    built: dict[Row, str],
    git: Path | None,
) -> list[str]:
    """What differs."""
    listed: dict[str, list[int]] = defaultdict(list)
    for number, pull in pulls.items():
        for sha in {*(node["commit"]["oid"] for node in pull["commits"]["nodes"]), pull["headRefOid"]}:
            listed[sha].append(number)
    wrong, chains = [], dict[int, set[str]]()
    alone = shared = on_chain = 0
    for number, sha in sorted({row for row in counted | built if row[0] in looked_at}):
        if len(listed[sha]) < 2:
            alone += 1
            if counted.get((number, sha)) != built.get((number, sha)):
                wrong.append(f"#{number} {sha}: {counted.get((number, sha))}, but built {built.get((number, sha))}")
            continue
        shared += 1
        holders = [other for other in listed[sha] if (other, sha) in built]
        if len(holders) > 1:
            wrong.append(f"{sha} has rows in {holders}")
        if git and holders == [number]:
            if number not in chains:
                chains[number] = first_parents(git, pulls[number]["headRefOid"])
            on_chain += bool(chains[number])
            if chains[number] and sha not in chains[number]:
                wrong.append(f"#{number} {sha}: a row, though it was merged in")
    print(
        f"{len(looked_at)} pull requests: {alone} commits that one lists, {shared} that several do, "
        f"{on_chain} of these compared with git"
    )
    return wrong


def main() -> int:
    """Entry point: 1 when anything differs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset", type=Path)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--except", dest="known", type=Path)
    parser.add_argument("--until", default="2026-04-05")
    parser.add_argument("--git", type=Path)
    options = parser.parse_args()
    pulls = read_archive(options.archive)
    counted = count_rows(pulls, options.until)
    looked_at = set(pulls) - (set(read_archive(options.known)) if options.known else set())
    if not looked_at:
        raise SystemExit(f"{options.archive} holds no data/<number>/pr_info.json to count")
    wrong = compare(pulls, looked_at, counted, read_rows(options.dataset), options.git)
    print("\n".join(wrong) or "every row agrees")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
