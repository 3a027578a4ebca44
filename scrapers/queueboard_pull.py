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
ROW_KINDS = {"StatusContext": "status", "CheckRun": "check_run"}
LISTS = {
    "commits": "commits",
    "timelineItems": "events",
    "files": "files",
    "comments": "comments",
    "statusCheckRollup": "checks",
}
"""GitHub's names of the lists that can be cut, and ours."""


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
    lost = _lists_in_errors(answer)
    try:
        return PullRequest.model_validate(_pull_fields(node, repo, fetched_at, lost))
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


def _lists_in_errors(answer: object) -> set[str]:
    """The lists that GitHub names in the errors of an answer that has data as well: it left something out of them.

    Raises:
        Unreadable: an error names none of the lists, so that what it left out is not known.
    """
    errors = answer.get("errors") if isinstance(answer, dict) else None
    lost: set[str] = set()
    for error in errors if isinstance(errors, list) else ():
        path = error.get("path") if isinstance(error, dict) else None
        named = {LISTS[step] for step in path if step in LISTS} if isinstance(path, list) else set()
        if not named:
            message = error.get("message") if isinstance(error, dict) else None
            raise Unreadable(f"GitHub error: {printable(str(message or 'without words'), 90)}")
        lost |= named
    return lost


def _shape_words(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return printable(f"{'.'.join(str(step) for step in first['loc'])}: {first['msg']}", 160)
    return printable(f"{type(error).__name__} {error}", 160)


def _pull_fields(node: dict[str, Any], repo: str, fetched_at: datetime | None, lost: set[str]) -> dict[str, Any]:
    commits = [_commit(item["commit"]) for item in _nodes(node, "commits")]
    other = []
    if all(commit["sha"] != node["headRefOid"] for commit in commits):
        head_rows = _check_rows(node.get("statusCheckRollup"))
        if head_rows:
            other.append({"sha": node["headRefOid"], "committed_at": None, "checks": head_rows})
    head_repo = node.get("headRepository")
    events = list(_events(_nodes(node, "timelineItems")))
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
        "closed_at": node["closedAt"] or node["mergedAt"] or _closed_at(node, events),
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
        "events": events,
        "comments": [said for name, time in remarks for said in _comments(_nodes(node, name), time)],
        "cut": tuple(sorted(_cut_lists(node) | lost)),
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


def _closed_at(node: dict[str, Any], events: Iterable[dict[str, Any]]) -> str | None:
    """When a PR was closed whose own field is empty: at the last such event."""
    times = [event["at"] for event in events if event["kind"] in ("closed", "merged")]
    return times[-1] if times and node["state"] != "OPEN" else None


def _check_rows(rollup: dict[str, Any] | None) -> list[dict[str, Any]]:
    return [fields for row in _nodes(rollup or {}, "contexts") if (fields := _check_row(row)) is not None]


def _check_row(row: dict[str, Any]) -> dict[str, Any] | None:
    """The fields of a check row; None for a type of row that is not known, which can't be told.

    Most bytes of an archive are check rows: absent fields are left to their defaults, which is quicker.
    """
    kind = row.get("__typename")
    if kind == "StatusContext":
        name, conclusion, link = row.get("context"), row.get("state"), row.get("targetUrl")
        started, completed = None, row.get("createdAt")
    elif kind == "CheckRun":
        name, conclusion, link = row.get("name"), row.get("conclusion"), row.get("detailsUrl")
        started, completed = row.get("startedAt"), row.get("completedAt")
    else:
        return None
    if name is None or row.get("id") is None:
        return None
    fields = {"id": row["id"], "kind": ROW_KINDS[kind], "name": name, "sources": _SOURCES}
    fields["conclusion"] = conclusion.upper() if conclusion else None
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
        kind = EVENT_KINDS.get(node.get("__typename", ""))
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


def _cut_lists(node: dict[str, Any]) -> set[str]:
    """The lists that are cut at the archive's own limits, null, or with a null in them: something is left out."""
    cut = {ours for theirs, ours in LISTS.items() if ours != "checks" and _is_cut(node.get(theirs))}
    rollups = [item["commit"].get("statusCheckRollup") for item in _nodes(node, "commits")]
    rollups.append(node.get("statusCheckRollup"))
    if any(rollup is not None and _is_cut(rollup.get("contexts")) for rollup in rollups):
        cut.add("checks")
    return cut


def _is_cut(connection: dict[str, Any] | None) -> bool:
    nodes = connection.get("nodes") if connection else None
    return nodes is None or len(nodes) in LIST_CAPS or None in nodes
