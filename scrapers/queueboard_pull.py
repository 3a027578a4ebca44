"""One `pr_info.json` of a queueboard archive, parsed into a record."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec import DecodeError, convert
from msgspec import ValidationError as ShapeError
from msgspec.json import Decoder
from pydantic import ValidationError as PydanticError

from curate.schemas.mathlibpr.pulls import CheckRow, PullRequest
from curate.schemas.text import printable, storable
from curate.scrapers.queueboard import load_json
from curate.scrapers.queueboard_shape import Actor, Answer, Commit, Connection, Item, Node, Pull, Rollup, Row
from curate.scrapers.timeline import EVENT_KINDS

LIST_CAPS = (100, 250)
"""Lists of exactly these lengths were cut by the archive's own queries."""
SOURCE = "queueboard"
_SOURCES = (SOURCE,)
LISTS = {
    "commits": "commits",
    "timelineItems": "events",
    "files": "files",
    "comments": "comments",
    "statusCheckRollup": "checks",
}
"""GitHub's names of the lists that can be cut, and ours."""
_ANSWER = Decoder(Answer)


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
    node, errors = _read_pull(raw)
    lost = _lists_in_errors(errors)
    try:
        return PullRequest.model_validate(_pull_fields(node, repo, fetched_at, lost))
    except (TypeError, AttributeError, PydanticError) as error:
        raise Unreadable(f"another shape than a pull request: {_shape_words(error)}") from error


def _read_pull(raw: bytes) -> tuple[Pull, object]:
    """The pull request and the errors in GitHub's answer."""
    try:
        answer = _ANSWER.decode(raw)
        if answer.pull is not None:
            return answer.pull, answer.errors
    except (DecodeError, RecursionError):
        pass  # half a character in a text, or something that has no pull request: read again, to say what it is
    try:
        values = load_json(raw)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"not JSON: {printable(str(error), 120)}") from error
    _check_holds_pull(values)
    try:
        answer = convert(values, Answer)
    except ShapeError as error:
        raise Unreadable(f"another shape than a pull request: {_shape_words(error)}") from error
    assert answer.pull is not None
    return answer.pull, answer.errors


def _check_holds_pull(answer: object) -> None:
    if not isinstance(answer, dict):
        raise Unreadable("JSON, but not an object")
    node: Any = answer
    for step in ("data", "repository", "pullRequest"):
        node = node.get(step) if isinstance(node, dict) else None
    if isinstance(node, dict):
        return
    errors = answer.get("errors") or [answer]
    message = errors[0].get("message") if isinstance(errors, list) and isinstance(errors[0], dict) else None
    if isinstance(message, str):
        raise Unreadable(f"GitHub error: {printable(message, 90)}")
    raise Unreadable("no data.repository.pullRequest")


def _lists_in_errors(errors: object) -> set[str]:
    """The lists that GitHub names in the errors of an answer that has data as well: it left something out of them.

    Raises:
        Unreadable: an error names none of the lists, so that what it left out is not known.
    """
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
    if isinstance(error, PydanticError):
        first = error.errors(include_url=False, include_input=False)[0]
        return printable(f"{'.'.join(str(step) for step in first['loc'])}: {first['msg']}", 160)
    return printable(str(error) if isinstance(error, ShapeError) else f"{type(error).__name__} {error}", 160)


def _pull_fields(node: Pull, repo: str, fetched_at: datetime | None, lost: set[str]) -> dict[str, Any]:
    commits = [_commit(item.commit) for item in _nodes(node.commits)]
    other = []
    if all(commit["sha"] != node.head_ref_oid for commit in commits):
        head_rows = _check_rows(node.status_check_rollup)
        if head_rows:
            other.append({"sha": node.head_ref_oid, "committed_at": None, "checks": head_rows})
    head_repo = node.head_repository
    events = list(_events(_nodes(node.timeline_items)))
    return {
        "repo": repo,
        "number": node.number,
        "title": storable(node.title),
        "body": storable(node.body or ""),
        "state": node.state.upper() if isinstance(node.state, str) else node.state,
        "is_draft": node.is_draft,
        "created_at": node.created_at,
        "updated_at": node.updated_at,
        "closed_at": node.closed_at or node.merged_at or _closed_at(node, events),
        "merged_at": node.merged_at,
        "merge_commit_sha": node.merge_commit.oid if node.merge_commit else None,
        "base_ref": node.base_ref_name,
        "head_ref": node.head_ref_name,
        "head_sha": node.head_ref_oid,
        "head_repo": f"{head_repo.owner.login}/{head_repo.name}" if head_repo else None,
        "author": _login(node.author),
        "labels": [label.name for label in _nodes(node.labels)],
        "files": [file.path for file in _nodes(node.files)],
        "commits": commits,
        "other_commits": other,
        "events": events,
        "comments": list(_comments(node)),
        "cut": tuple(sorted(_cut_lists(node) | lost)),
        "fetched_at": fetched_at,
        "sources": _SOURCES,
    }


def _nodes(connection: Connection[Node] | None) -> list[Node]:
    return [node for node in connection.nodes if node is not None] if connection and connection.nodes else []


def _login(actor: Actor | None) -> str | None:
    return actor.login if actor else None


def _commit(node: Commit) -> dict[str, Any]:
    rollup = node.status_check_rollup
    return {
        "sha": node.oid,
        "committed_at": node.committed_date,
        "checks": None if rollup is None else _check_rows(rollup),
    }


def _closed_at(node: Pull, events: Iterable[dict[str, Any]]) -> str | None:
    """When a PR was closed whose own field is empty: at the last such event."""
    times = [event["at"] for event in events if event["kind"] in ("closed", "merged")]
    return times[-1] if times and node.state not in ("OPEN", "open") else None


def _check_rows(rollup: Rollup | None) -> list[CheckRow]:
    if rollup is None or rollup.contexts is None:
        return []
    return [row for node in rollup.contexts.nodes or () if node and (row := _check_row(node)) is not None]


def _check_row(node: Row) -> CheckRow | None:
    """A check row; None for a type of row that is not known, which can't be told."""
    kind = node.typename
    if node.id is None:
        return None
    if kind == "CheckRun" and node.name is not None:
        conclusion = node.conclusion.upper() if node.conclusion else None
        return CheckRow(
            id=node.id, kind="check_run", name=node.name, conclusion=conclusion, details_url=node.details_url,
            started_at=node.started_at, completed_at=node.completed_at, sources=_SOURCES,
        )  # fmt: skip
    if kind == "StatusContext" and node.context is not None:
        return CheckRow(
            id=node.id, kind="status", name=node.context, conclusion=node.state.upper() if node.state else None,
            details_url=node.target_url, completed_at=node.created_at, sources=_SOURCES,
        )  # fmt: skip
    return None


def _events(nodes: Iterable[Item]) -> Iterable[dict[str, Any]]:
    latest: str | None = None
    for node in nodes:
        at = node.created_at
        latest = max(latest, at) if latest and at else at or latest
        kind = EVENT_KINDS.get(node.typename)
        if kind:
            yield {
                "kind": kind,
                "at": at,
                "not_before": latest,
                "actor": _login(node.actor),
                "label": node.label.name if node.label else None,
                "before_sha": node.before_commit.oid if node.before_commit else None,
                "after_sha": node.after_commit.oid if node.after_commit else None,
                "previous": node.previous_title or node.previous_ref_name,
                "current": node.current_title or node.current_ref_name,
            }


def _comments(node: Pull) -> Iterable[dict[str, Any]]:
    timed = [(remark, remark.created_at) for remark in _nodes(node.comments)]
    timed += [(remark, remark.submitted_at) for remark in _nodes(node.reviews)]
    for remark, at in timed:
        if remark.body and at:
            yield {"id": remark.id, "author": _login(remark.author), "at": at, "body": remark.body}


def _cut_lists(node: Pull) -> set[str]:
    """The lists that are cut at the archive's own limits, null, or with a null in them: something is left out."""
    lists = {"commits": node.commits, "events": node.timeline_items, "files": node.files, "comments": node.comments}
    cut = {name for name, connection in lists.items() if _is_cut(connection)}
    rollups = [item.commit.status_check_rollup for item in _nodes(node.commits)]
    rollups.append(node.status_check_rollup)
    if any(rollup is not None and _is_cut(rollup.contexts) for rollup in rollups):
        cut.add("checks")
    return cut


def _is_cut(connection: Connection[Any] | None) -> bool:
    nodes = connection.nodes if connection else None
    return nodes is None or len(nodes) in LIST_CAPS or None in nodes
