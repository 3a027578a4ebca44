"""One `pr_info.json` of a queueboard archive, parsed into a record."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from curate.schemas.mathlibpr.pulls import PullRequest
from curate.schemas.text import printable, storable
from curate.scrapers.queueboard import load_json
from curate.scrapers.timeline import EVENT_KINDS

LIST_CAPS = (100, 250)
"""Lists of exactly these lengths were cut by the archive's own queries."""
SOURCE = "queueboard"
_SOURCES = (SOURCE,)


class Unreadable(ValueError):
    """The entry holds no pull request; the message says what it holds instead."""


def parse_pull(raw: bytes, repo: str, fetched_at: datetime | None) -> PullRequest:
    """The pull request in `raw`.

    Args:
        raw: the bytes of a `pr_info.json`.
        repo: `owner/name`, which the JSON does not say.
        fetched_at: when the archive read it.

    Raises:
        Unreadable: an empty file, a GitHub error, no JSON or another shape.
    """
    if not raw.strip():
        raise Unreadable("empty file")
    try:
        answer = load_json(raw)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"not JSON: {printable(str(error), 120)}") from error
    node = _pull_node(answer)
    try:
        return PullRequest.model_validate(_pull_fields(node, repo, fetched_at))
    except (KeyError, TypeError, AttributeError, ValidationError) as error:
        raise Unreadable(f"another shape than a pull request: {_shape_words(error)}") from error


def _pull_node(answer: object) -> dict[str, Any]:
    if not isinstance(answer, dict):
        raise Unreadable("JSON, but not an object")
    node: Any = answer
    for step in ("data", "repository", "pullRequest"):
        node = node.get(step) if isinstance(node, dict) else None
    if isinstance(node, dict):
        return node
    errors = answer.get("errors") or [answer]
    message = errors[0].get("message") if isinstance(errors, list) and isinstance(errors[0], dict) else None
    if isinstance(message, str):
        raise Unreadable(f"GitHub error: {printable(message, 90)}")
    raise Unreadable("no data.repository.pullRequest")


def _shape_words(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return printable(f"{'.'.join(str(step) for step in first['loc'])}: {first['msg']}", 160)
    return printable(f"{type(error).__name__} {error}", 160)


def _pull_fields(node: dict[str, Any], repo: str, fetched_at: datetime | None) -> dict[str, Any]:
    commits = [_commit(item["commit"]) for item in _nodes(node, "commits")]
    other = []
    if all(commit["sha"] != node["headRefOid"] for commit in commits):
        head_rows = _check_rows(node.get("statusCheckRollup"))
        if head_rows:
            other.append({"sha": node["headRefOid"], "committed_at": None, "checks": head_rows})
    head_repo = node.get("headRepository")
    remarks = (("comments", "createdAt"), ("reviews", "submittedAt"))
    return {
        "repo": repo,
        "number": node["number"],
        "title": storable(node["title"]),
        "body": storable(node["body"] or ""),
        "state": node["state"],
        "is_draft": node["isDraft"],
        "created_at": node["createdAt"],
        "updated_at": node["updatedAt"],
        "closed_at": node["closedAt"],
        "merged_at": node["mergedAt"],
        "merge_commit_sha": (node.get("mergeCommit") or {}).get("oid"),
        "base_ref": node["baseRefName"],
        "head_ref": node["headRefName"],
        "head_sha": node["headRefOid"],
        "head_repo": f"{head_repo['owner']['login']}/{head_repo['name']}" if head_repo else None,
        "author": _login(node.get("author")),
        "labels": [label["name"] for label in _nodes(node, "labels")],
        "files": [file["path"] for file in _nodes(node, "files")],
        "commits": commits,
        "other_commits": other,
        "events": list(_events(_nodes(node, "timelineItems"))),
        "comments": [said for name, time in remarks for said in _comments(_nodes(node, name), time)],
        "cut": _cut_lists(node),
        "fetched_at": fetched_at,
        "sources": _SOURCES,
    }  # fmt: skip


def _nodes(parent: dict[str, Any], name: str) -> list[dict[str, Any]]:
    nodes = (parent.get(name) or {}).get("nodes") or []
    return [node for node in nodes if node]


def _login(actor: dict[str, Any] | None) -> str | None:
    return actor.get("login") if actor else None


def _commit(node: dict[str, Any]) -> dict[str, Any]:
    rollup = node.get("statusCheckRollup")
    return {
        "sha": node["oid"],
        "committed_at": node.get("committedDate"),
        "checks": None if rollup is None else _check_rows(rollup),
    }


def _check_rows(rollup: dict[str, Any] | None) -> list[dict[str, Any]]:
    return [_check_row(row) for row in _nodes(rollup or {}, "contexts")]


def _check_row(row: dict[str, Any]) -> dict[str, Any]:
    """Most bytes of an archive are check rows: absent fields are left to their defaults, which is quicker."""
    if row["__typename"] == "StatusContext":
        kind, name, conclusion, link = "status", row["context"], row["state"], row.get("targetUrl")
        started, completed = None, row.get("createdAt")
    else:
        kind, name, conclusion, link = "check_run", row["name"], row["conclusion"], row.get("detailsUrl")
        started, completed = row.get("startedAt"), row.get("completedAt")
    fields = {"id": row["id"], "kind": kind, "name": name, "conclusion": conclusion, "sources": _SOURCES}
    if link is not None:
        fields["details_url"] = link
    if started is not None:
        fields["started_at"] = started
    if completed is not None:
        fields["completed_at"] = completed
    return fields


def _events(nodes: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    latest: str | None = None
    for node in nodes:
        at = node.get("createdAt")
        latest = max(latest, at) if latest and at else at or latest
        kind = EVENT_KINDS.get(node["__typename"])
        if kind:
            yield {
                "kind": kind,
                "at": at,
                "not_before": latest,
                "actor": _login(node.get("actor")),
                "label": (node.get("label") or {}).get("name"),
                "before_sha": (node.get("beforeCommit") or {}).get("oid"),
                "after_sha": (node.get("afterCommit") or {}).get("oid"),
                "previous": node.get("previousTitle") or node.get("previousRefName"),
                "current": node.get("currentTitle") or node.get("currentRefName"),
            }


def _comments(nodes: Iterable[dict[str, Any]], time_field: str) -> Iterable[dict[str, Any]]:
    for node in nodes:
        if node.get("body") and node.get(time_field):
            yield {
                "id": node["id"],
                "author": _login(node.get("author")),
                "at": node[time_field],
                "body": node["body"],
            }


def _cut_lists(node: dict[str, Any]) -> tuple[str, ...]:
    lists = {"commits": "commits", "timelineItems": "events", "files": "files", "comments": "comments"}
    cut = {ours for theirs, ours in lists.items() if len((node.get(theirs) or {}).get("nodes") or ()) in LIST_CAPS}
    commits = _nodes(node, "commits")
    rollups = [item["commit"].get("statusCheckRollup") for item in commits] + [node.get("statusCheckRollup")]
    if any(len(((rollup or {}).get("contexts") or {}).get("nodes") or ()) in LIST_CAPS for rollup in rollups):
        cut.add("checks")
    return tuple(sorted(cut))
