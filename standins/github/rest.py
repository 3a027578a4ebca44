"""The routes of REST that our client uses: the repository, and a commit's check runs and statuses."""

import re
from typing import Any

from curate.standins.github.world import Node, World

REPO_ROUTE = re.compile(r"^/repos/([^/]+/[^/]+)$")
COMMIT_ROUTE = re.compile(r"^/repos/([^/]+/[^/]+)/commits/([0-9a-f]{40})/(check-runs|statuses)$")

Shown = tuple[Any, dict[str, str]]
"""JSON, and headers of its own."""


def answer_route(world: World, url: str, path: str, query: dict[str, list[str]], moved_to: str | None) -> Shown | None:
    """What `path` gives; None when there is no such thing."""
    if path == "/repositories/1" or ((match := REPO_ROUTE.match(path)) and match[1] == world.repo):
        return {"id": 1, "node_id": world.repo_id, "full_name": moved_to or world.repo, "private": False}, {}
    route = COMMIT_ROUTE.match(path)
    if route is None or route[1] != world.repo:
        return None
    commit = world.find_commit(route[2])
    if commit is None:
        return None
    rollup = commit["statusCheckRollup"]
    rows = rollup["contexts"] if rollup is not None else []
    kind = "CheckRun" if route[3] == "check-runs" else "StatusContext"
    chosen = [row for row in rows if row["__typename"] == kind]
    size = min(int(query.get("per_page", ["30"])[0]), 100)
    start = int(query.get("after", ["0"])[0])
    headers = {}
    if start + size < len(chosen):
        # only the next page, by a cursor, and no `last`
        headers["Link"] = f'<{url}{path}?per_page={size}&after={start + size}>; rel="next"'
    page = chosen[start : start + size]
    if kind == "CheckRun":
        return {"total_count": len(chosen), "check_runs": [_run(row) for row in page]}, headers
    return [_status(row) for row in page], headers


def _run(row: Node) -> Node:
    return {
        "id": row["databaseId"],
        "node_id": row["id"],
        "name": row["name"],
        "status": row["status"].lower(),
        "conclusion": row["conclusion"].lower() if row["conclusion"] else None,
        "details_url": row["detailsUrl"],
        "started_at": row["startedAt"],
        "completed_at": row["completedAt"],
        "check_suite": {"id": 1},
    }


def _status(row: Node) -> Node:
    return {
        "id": 1,
        "node_id": row["id"],
        "context": row["context"],
        "state": row["state"].lower(),
        "description": row["description"],
        "target_url": row["targetUrl"],
        "created_at": row["createdAt"],
    }
