"""Writes an upstream as a queueboard archive: one folder per PR, in the shape that its GraphQL query gives.

The older shape (2024) stops every list at 100 items, and names neither the shas of a force push nor who set a
label; the newer one stops at 250 and names both.
"""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from curate.standins.upstream.checks import Row
from curate.standins.upstream.diffs import changed_files
from curate.standins.upstream.play import Upstream
from curate.standins.upstream.state import Item, PullState, Pushed, state_at
from curate.standins.upstream.story import BaseChanged, Labeled, Landed, Renamed, Said, Turned, at

SCRAPED = at("2026-04-20T12:00")
BROKEN: dict[str, bytes] = {
    "13609": b"",
    "13918": b'{\n  "message": "We couldn\'t respond to your request in time. Sorry about that."\n}\n',
    "14369": b'{\n  "data": null,\n  "errors": [\n    {\n      "message": "Something went wrong while '
    b'executing your query. Please include `AAAA:BBBB:CCCC` when reporting this issue."\n    }\n  ]\n}\n',
    "15099": b'{\n  "data": {\n    "repository": {\n      "pullRequest": {\n        "number": 15099,\n  ',
}
"""Folders as real archives have them: empty, two kinds of error payload, cut off in the middle."""
MISNAMED = "15140"
"""A folder whose JSON names itself with the number of the first PR."""
_TURNS = {
    "closed": ("ClosedEvent", "CE"),
    "reopened": ("ReopenedEvent", "RE"),
    "ready_for_review": ("ReadyForReviewEvent", "RFRE"),
    "convert_to_draft": ("ConvertToDraftEvent", "CTDE"),
    "branch_deleted": ("HeadRefDeletedEvent", "HRDE"),
}
_REACTIONS = ("THUMBS_UP", "THUMBS_DOWN", "LAUGH", "HOORAY", "CONFUSED", "HEART", "ROCKET", "EYES")
_SURROGATE = re.compile("[\ud800-\udfff]")


def write_queueboard(
    upstream: Upstream, directory: Path, as_of: datetime = SCRAPED, newer: bool = False, broken: bool = True
) -> None:
    """Writes `directory/data/<N>/{pr_info.json,timestamp.txt}` as a scrape at `as_of` would have."""
    stamp = f"{_time(as_of)}\n".encode()
    first: bytes | None = None
    for pull in upstream.pulls.values():
        state = state_at(pull, as_of)
        if state is None:
            continue
        text = dump(render_pull(upstream, state, as_of, newer))
        first = first or text
        _write(directory, str(pull.number), text, stamp)
    if broken and first is not None:
        for name, text in {**BROKEN, MISNAMED: first}.items():
            _write(directory, name, text, stamp)


def _write(directory: Path, name: str, text: bytes, stamp: bytes) -> None:
    folder = directory / "data" / name
    folder.mkdir(parents=True)
    (folder / "pr_info.json").write_bytes(text)
    (folder / "timestamp.txt").write_bytes(stamp)


def dump(value: object) -> bytes:
    """Pretty JSON in UTF-8; a lone surrogate, which UTF-8 has not, stays an escape."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return (_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n").encode()


def render_pull(upstream: Upstream, state: PullState, as_of: datetime, newer: bool = False) -> dict[str, Any]:
    """The answer to the archive's query for one PR."""
    history, head = state.pull.history, state.head
    assert head is not None
    cap = 250 if newer else 100
    store = upstream.store
    files = changed_files(store, store.commits[head.base].tree, head.commits[-1].tree)
    comments = [item for item in state.items if isinstance(item.step, Said)]
    reviews = [_review(state, item) for item in comments if isinstance(item.step, Said) and item.step.verdict]
    owner, name = upstream.repo.split("/")
    people = {history.author, *(item.step.author for item in comments if isinstance(item.step, Said))} - {None}
    head_repository = {"name": name, "owner": {"login": history.fork or owner}}
    is_open = state.state == "OPEN"
    pull: dict[str, Any] = {
        "additions": sum(file.additions for file in files),
        "assignees": {"nodes": []},
        "author": _login(history.author),
        "autoMergeRequest": None,
        "baseRefName": state.base,
        "body": state.body,
        "changedFiles": len(files),
        "closed": not is_open,
        "closedAt": _time(state.closed_at),
        "comments": {"nodes": [_comment(state, item) for item in comments if not _verdict(item)][:cap]},
        "commits": {"nodes": [_commit(upstream, state, sha, as_of) for sha in _shas(head)[:cap]]},
        "createdAt": _time(history.opened),
        "deletions": sum(file.deletions for file in files),
        "files": {"nodes": [{"path": f.path, "additions": f.additions, "deletions": f.deletions} for f in files][:cap]},
        "headRefName": history.branch or f"pr-{history.number}",
        "headRefOid": head.sha,
        "headRepository": None if history.fork_deleted else head_repository,
        "headRepositoryOwner": {"login": history.fork or owner},
        "id": node_id("PR", history.number),
        "isCrossRepository": history.fork is not None,
        "isDraft": state.draft,
        "labels": {"nodes": [_label(label) for label in state.labels]},
        "latestReviews": {"nodes": reviews[-1:]},
        "maintainerCanModify": history.fork is not None,
        "mergeCommit": {"oid": state.merge_commit} if state.merge_commit else None,
        "mergeStateStatus": "BLOCKED" if is_open else "UNKNOWN",
        "mergeable": "MERGEABLE" if is_open else "UNKNOWN",
        "mergedAt": _time(state.merged_at),
        "mergedBy": _login(state.merged_by),
        "milestone": None,
        "number": history.number,
        "potentialMergeCommit": None,
        "projectCards": {"nodes": []},
        "reactionGroups": [{"content": content, "users": {"nodes": []}} for content in _REACTIONS],
        "reviewDecision": reviews[-1]["state"] if reviews else None,
        "reviewRequests": {"nodes": []},
        "reviews": {"nodes": reviews[:cap]},
        "reviewThreads": {"nodes": []},
        "closingIssuesReferences": {"nodes": []},
        "participants": {"nodes": [{"id": f"U_{login}", "login": login} for login in sorted(filter(None, people))]},
        "state": state.state,
        "statusCheckRollup": _rollup(state.rows(head.sha, as_of)),
        "timelineItems": {"nodes": list(_timeline(state, newer))[:cap]},
        "title": state.title,
        "updatedAt": _time(state.updated_at),
        "url": f"https://github.com/{upstream.repo}/pull/{history.number}",
    }
    return {"data": {"repository": {"pullRequest": pull}}}


def node_id(kind: str, number: int) -> str:
    """A node id in GitHub's manner."""
    return f"{kind}_demo{number:012x}"


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _login(login: str | None) -> dict[str, str] | None:
    return None if login is None else {"login": login}


def _label(name: str) -> dict[str, str]:
    return {"id": f"LA_demo{name.encode().hex()}", "name": name}


def _shas(head: Pushed) -> list[str]:
    return [commit.sha for commit in head.commits]


def _verdict(item: Item) -> str | None:
    return item.step.verdict if isinstance(item.step, Said) else None


def _comment(state: PullState, item: Item) -> dict[str, Any]:
    assert isinstance(item.step, Said)
    kind = "PRR" if item.step.verdict else "IC"
    author = _login(item.step.author)
    return {
        "id": node_id(kind, item.id),
        "body": state.said(item),
        "createdAt": _time(item.at),
        "author": author,
    }


def _review(state: PullState, item: Item) -> dict[str, Any]:
    shown = _comment(state, item)
    shown["submittedAt"] = shown.pop("createdAt")
    return {**shown, "state": _verdict(item)}


def _commit(upstream: Upstream, state: PullState, sha: str, as_of: datetime) -> dict[str, Any]:
    commit = upstream.store.commits[sha]
    files = changed_files(upstream.store, upstream.store.commits[commit.parents[0]].tree, commit.tree)
    return {
        "commit": {
            "oid": sha,
            "additions": sum(file.additions for file in files),
            "deletions": sum(file.deletions for file in files),
            "committedDate": _time(commit.at),
            "author": {"name": commit.author, "email": f"{commit.author}@example.invalid"},
            "statusCheckRollup": _rollup(state.rows(sha, as_of)),
        }
    }


def _rollup(rows: tuple[Row, ...] | None) -> dict[str, Any] | None:
    return None if rows is None else {"contexts": {"nodes": [_context(row) for row in rows][:100]}}


def _context(row: Row) -> dict[str, Any]:
    if row.kind == "status":
        return {
            "__typename": "StatusContext",
            "id": node_id("SC", row.id),
            "context": row.name,
            "state": row.conclusion or "PENDING",
            "targetUrl": row.url,
            "description": row.description,
        }
    return {
        "__typename": "CheckRun",
        "id": node_id("CR", row.id),
        "name": row.name,
        "conclusion": row.conclusion,
        "status": "IN_PROGRESS" if row.conclusion is None else "COMPLETED",
        "detailsUrl": row.url,
    }


def _timeline(state: PullState, newer: bool) -> Iterator[dict[str, Any]]:
    head = state.head
    listed = set(_shas(head)) if head else set()
    for item in state.items:
        if item.push is not None:
            if item.push.step.kind == "force" and item.push.before is not None:
                yield _force_push(item, item.push, newer)
            for sha in _shas(item.push):
                if sha in listed:
                    listed.remove(sha)
                    yield {"__typename": "PullRequestCommit"}
        elif not isinstance(item.step, Landed):
            yield _event(state, item, newer)
        elif item.step.by == "github":
            merged = {"__typename": "MergedEvent", "id": node_id("ME", item.id), "createdAt": _time(item.at)}
            yield {**merged, "mergeRefName": state.base}
        else:
            yield {"__typename": "ReferencedEvent"}


def _force_push(item: Item, push: Pushed, newer: bool) -> dict[str, Any]:
    event = {
        "__typename": "HeadRefForcePushedEvent",
        "id": node_id("HRFPE", item.id),
        "createdAt": _time(item.at),
    }
    if not newer:
        return event
    return {**event, "beforeCommit": {"oid": push.before}, "afterCommit": {"oid": push.sha}}


def _event(state: PullState, item: Item, newer: bool) -> dict[str, Any]:
    when = _time(item.at)
    match item.step:
        case Said() as said:
            kind = "PullRequestReview" if said.verdict else "IssueComment"
            return {"__typename": kind, **_comment(state, item)}
        case Labeled() as step:
            kind, prefix = ("UnlabeledEvent", "UNLE") if step.removed else ("LabeledEvent", "LE")
            event = {
                "__typename": kind,
                "id": node_id(prefix, item.id),
                "createdAt": when,
                "label": _label(step.label),
            }
            return {**event, "actor": _login(step.actor)} if newer else event
        case Turned() as step:
            kind, prefix = _TURNS[step.what]
            return {"__typename": kind, "id": node_id(prefix, item.id), "createdAt": when}
        case Renamed():
            titles = {"createdAt": when, "previousTitle": item.before, "currentTitle": item.after}
            return {"__typename": "RenamedTitleEvent", **(titles if newer else {})}
        case BaseChanged():
            bases = {"createdAt": when, "previousRefName": item.before, "currentRefName": item.after}
            return {"__typename": "BaseRefChangedEvent", **(bases if newer else {})}
        case _:
            return {"__typename": "SubscribedEvent"}
