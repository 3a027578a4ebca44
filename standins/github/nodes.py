"""Pull requests and commits in the shape of GitHub's GraphQL objects, connections as plain lists."""

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from curate.standins.upstream.checks import Row
from curate.standins.upstream.diffs import changed_files
from curate.standins.upstream.play import Upstream
from curate.standins.upstream.queueboard import node_id
from curate.standins.upstream.state import Item, PullState
from curate.standins.upstream.story import BOTS, BaseChanged, BodyEdited, Labeled, Landed, Renamed, Said, Turned

Node = dict[str, Any]
TURNS = {
    "closed": ("ClosedEvent", "CE"),
    "reopened": ("ReopenedEvent", "RE"),
    "ready_for_review": ("ReadyForReviewEvent", "RFRE"),
    "convert_to_draft": ("ConvertToDraftEvent", "CTDE"),
    "branch_deleted": ("HeadRefDeletedEvent", "HRDE"),
}


def time_text(moment: datetime) -> str:
    """A moment as GitHub writes it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _time_or_null(moment: datetime | None) -> str | None:
    return None if moment is None else time_text(moment)


def render_pull(upstream: Upstream, state: PullState) -> Node:
    """The pull request of the demo's upstream."""
    history, head, store = state.pull.history, state.head, upstream.store
    assert head is not None
    files = changed_files(store, store.commits[head.base].tree, head.commits[-1].tree)
    owner = history.fork or upstream.repo.split("/")[0]
    fork = {"__typename": "Repository", "nameWithOwner": f"{owner}/{upstream.repo.split('/')[1]}"}
    return {
        "__typename": "PullRequest",
        "id": f"PR_{history.number}",
        "number": history.number,
        "title": state.title,
        "body": state.body,
        "state": state.state,
        "isDraft": state.draft,
        "createdAt": time_text(history.opened),
        "updatedAt": time_text(state.updated_at),
        "closed": state.state != "OPEN",
        "closedAt": _time_or_null(state.closed_at),
        "mergedAt": _time_or_null(state.merged_at),
        "mergeCommit": {"__typename": "Commit", "oid": state.merge_commit} if state.merge_commit else None,
        "baseRefName": state.base,
        "headRefName": history.branch or f"pr-{history.number}",
        "headRefOid": head.sha,
        "headRepository": None if history.fork_deleted else fork,
        "isCrossRepository": history.fork is not None,
        "changedFiles": len(files),
        "author": _actor(history.author),
        "labels": [_label(name) for name in state.labels],
        "commits": [{"__typename": "PullRequestCommit", "commit": _commit(upstream, c.sha)} for c in head.commits],
        "timelineItems": list(_timeline(upstream, state)),
        "files": [{"path": file.path} for file in files],
        "userContentEdits": _edits(state),
    }


def render_checked(upstream: Upstream, sha: str, rows: tuple[Row, ...] | None, since: datetime | None) -> Node:
    """A commit with its check rows; a commit older than `since` has none any more."""
    commit = _commit(upstream, sha)
    kept = rows if since is None or upstream.store.commits[sha].at + timedelta(days=1) >= since else None
    rollup = None if kept is None else {"id": f"SCR_{sha}", "contexts": [_context(row) for row in kept]}
    return {**commit, "statusCheckRollup": rollup}


def convert_pull(pull: Node, repo: str) -> Node:
    """A queueboard entry as the live schema has it. What that archive does not hold is null, or absent from a list."""
    number = pull["number"]
    head = pull["headRepository"]
    fork = f"{head['owner']['login']}/{head['name']}" if head else None
    author = pull["author"]
    items = [_convert_item(number, place, item) for place, item in enumerate(pull["timelineItems"]["nodes"])]
    kept = {key: pull[key] for key in _KEPT}
    return kept | {
        "__typename": "PullRequest",
        "id": f"PR_{number}",
        "headRepository": {"__typename": "Repository", "nameWithOwner": fork} if fork else None,
        "author": {"__typename": "User", "login": author["login"]} if author else None,
        "labels": [_label(label["name"]) for label in pull["labels"]["nodes"]],
        "commits": [
            {"__typename": "PullRequestCommit", "commit": _convert_commit(item["commit"])}
            for item in pull["commits"]["nodes"]
        ],
        "timelineItems": [item for item in items if item is not None],
        "files": [{"path": file["path"]} for file in pull["files"]["nodes"]],
        "userContentEdits": [],
    }


_KEPT = (
    "number", "title", "body", "state", "isDraft", "createdAt", "updatedAt", "closed", "closedAt", "mergedAt",
    "mergeCommit", "baseRefName", "headRefName", "headRefOid", "isCrossRepository", "changedFiles",
)  # fmt: skip


def convert_commits(pull: Node) -> Iterator[tuple[str, Node]]:
    """The commits of a queueboard entry with their check rows."""
    for item in pull["commits"]["nodes"]:
        commit = item["commit"]
        rollup = commit["statusCheckRollup"]
        contexts = [] if rollup is None else [_convert_context(row, commit) for row in rollup["contexts"]["nodes"]]
        shown = None if rollup is None else {"id": f"SCR_{commit['oid']}", "contexts": contexts}
        yield commit["oid"], {**_convert_commit(commit), "statusCheckRollup": shown}
    for item in convert_pull(pull, "")["timelineItems"]:
        for end in ("beforeCommit", "afterCommit"):
            if item.get(end):
                yield item[end]["oid"], {**item[end], "statusCheckRollup": None}


def _convert_commit(commit: Node) -> Node:
    oid = commit["oid"]
    return {"__typename": "Commit", "id": f"C_{oid}", "oid": oid, "committedDate": commit["committedDate"]}


def _convert_context(row: Node, commit: Node) -> Node:
    if row["__typename"] == "StatusContext":
        return {**row, "createdAt": commit["committedDate"]}
    times = {"startedAt": None, "completedAt": None, "databaseId": None}
    return {
        **row,
        **times,
        "checkSuite": {"__typename": "CheckSuite", "id": f"CS_{row['id']}", "workflowRun": None},
    }


def _convert_item(number: int, place: int, item: Node) -> Node | None:
    """None: an item of which the archive holds too little to show it."""
    kind = item["__typename"]
    made = {"closer": None, "id": f"TI_{number}_{place}"} | {
        role: {"__typename": "User", **item[role]} if item.get(role) else None for role in ("actor", "author")
    }
    if kind in ("IssueComment", "LabeledEvent", "UnlabeledEvent"):
        return {**item, **made, "id": item.get("id", made["id"])}
    if kind in ("ClosedEvent", "ReopenedEvent", "ReadyForReviewEvent", "ConvertToDraftEvent"):
        return {**item, **made} if "createdAt" in item else None
    if kind == "HeadRefForcePushedEvent":
        ends = {end: _replaced(item.get(end), item["createdAt"]) for end in ("beforeCommit", "afterCommit")}
        return {**item, **made, **ends}
    if kind in (
        "MentionedEvent",
        "SubscribedEvent",
        "ReferencedEvent",
        "CrossReferencedEvent",
        "AssignedEvent",
    ):
        return {"__typename": kind, "id": item.get("id", made["id"])}
    return None


def _replaced(commit: Node | None, at: str) -> Node | None:
    """An end of a force push, of which the archive has no date but that of the push."""
    return None if commit is None else _convert_commit({"oid": commit["oid"], "committedDate": at})


def _actor(login: str | None) -> Node | None:
    return None if login is None else {"__typename": "Bot" if login in BOTS else "User", "login": login}


def _label(name: str) -> Node:
    return {"__typename": "Label", "id": f"LA_{name}", "name": name}


def render_commit(sha: str, committed_at: datetime) -> Node:
    """A commit as a list of commits shows it."""
    return {"__typename": "Commit", "id": f"C_{sha}", "oid": sha, "committedDate": time_text(committed_at)}


def _commit(upstream: Upstream, sha: str) -> Node:
    return render_commit(sha, upstream.store.commits[sha].at)


def _edits(state: PullState) -> list[Node]:
    """Newest first, as GitHub lists them; `diff` is the whole text, and the body as first written is one of them."""
    edited = [item for item in state.items if isinstance(item.step, BodyEdited)]
    if not edited:
        return []
    history = state.pull.history
    versions = [(history.opened, edited[0].before), *((item.at, item.after) for item in edited)]
    shown = [
        {
            "__typename": "UserContentEdit",
            "id": f"UCE_{history.number}_{place}",
            "editedAt": time_text(at),
            "deletedAt": None,
            "diff": text,
        }
        for place, (at, text) in enumerate(versions)
    ]
    return shown[::-1]


def _timeline(upstream: Upstream, state: PullState) -> Iterator[Node]:
    listed = {commit.sha for commit in state.head.commits} if state.head else set()
    for item in state.items:
        push = item.push
        if push is not None:
            if push.step.kind == "force" and push.before is not None:
                ends = {
                    "beforeCommit": _commit(upstream, push.before),
                    "afterCommit": _commit(upstream, push.sha),
                }
                actor = _actor(state.pull.history.author)
                yield {**_item("HeadRefForcePushedEvent", "HRFPE", item), "actor": actor, **ends}
            for commit in push.commits:
                if commit.sha in listed:
                    listed.remove(commit.sha)
                    shown = {"commit": _commit(upstream, commit.sha), "id": f"PRC_{commit.sha}"}
                    yield {"__typename": "PullRequestCommit", **shown}
        else:
            yield _event(state, item)


def _event(state: PullState, item: Item) -> Node:
    match item.step:
        case Said() as said:
            kind, prefix = ("PullRequestReview", "PRR") if said.verdict else ("IssueComment", "IC")
            extra = {
                "author": _actor(said.author),
                "body": state.said(item),
                "submittedAt": time_text(item.at),
            }
        case Labeled() as step:
            kind, prefix = ("UnlabeledEvent", "UNLE") if step.removed else ("LabeledEvent", "LE")
            extra = {"actor": _actor(step.actor), "label": _label(step.label)}
        case Turned() as step:
            kind, prefix = TURNS[step.what]
            extra = {"actor": _actor(step.actor), "closer": None}
        case Renamed() as step:
            kind, prefix = "RenamedTitleEvent", "RTE"
            extra = {"actor": _actor(step.actor), "previousTitle": item.before, "currentTitle": item.after}
        case BaseChanged() as step:
            kind, prefix = "BaseRefChangedEvent", "BRCE"
            extra = {
                "actor": _actor(step.actor),
                "previousRefName": item.before,
                "currentRefName": item.after,
            }
        case Landed(by="github") as step:
            kind, prefix = "MergedEvent", "ME"
            oid = {"__typename": "Commit", "oid": state.merge_commit}
            extra = {"actor": _actor(step.actor), "commit": oid if state.merge_commit else None}
        case _:
            kind, prefix, extra = "SubscribedEvent", "SUE", {}
    return {**_item(kind, prefix, item), **extra}


def _item(kind: str, prefix: str, item: Item) -> Node:
    return {"__typename": kind, "id": node_id(prefix, item.id), "createdAt": time_text(item.at)}


def _context(row: Row) -> Node:
    if row.kind == "status":
        return {
            "__typename": "StatusContext",
            "id": node_id("SC", row.id),
            "context": row.name,
            "state": row.conclusion or "PENDING",
            "description": row.description,
            "targetUrl": row.url,
            "createdAt": time_text(row.completed_at or row.started_at),
        }
    run = int(hashlib.sha256(f"{row.workflow}{row.url.split('/job/')[0]}".encode()).hexdigest()[:6], 16)
    workflow = {"databaseId": run, "event": "push", "workflow": {"name": row.workflow}} if row.workflow else None
    return {
        "__typename": "CheckRun",
        "id": node_id("CR", row.id),
        "databaseId": row.id % 2**31,
        "name": row.name,
        "status": "COMPLETED" if row.completed_at else "IN_PROGRESS",
        "conclusion": row.conclusion,
        "detailsUrl": row.url,
        "startedAt": time_text(row.started_at),
        "completedAt": _time_or_null(row.completed_at),
        "checkSuite": {"__typename": "CheckSuite", "id": f"CS_{run}", "workflowRun": workflow},
    }
