"""From the raw pages to records: offline, from the archive alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from curate.schemas.mathlibpr.pulls import BodyEdit, CheckRow, Comment, Commit, Event, PullRequest, make_check_row
from curate.schemas.text import storable
from curate.scrapers.archive import Archive
from curate.scrapers.github.ledger import LISTS, REPO_KEY, Ledger, ListName, PullEntry, ShaEntry
from curate.scrapers.github.pages import Pages, collect_items, find_short_lists, read_rows
from curate.scrapers.timeline import EVENT_KINDS
from curate.scrapers.union import merge_rows

SOURCE = "github"
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
CUT_NAMES: dict[ListName, str] = {"commits": "commits", "timelineItems": "events", "files": "files"}


def read_pulls(archive: Archive, repo: str = "") -> Iterator[PullRequest]:
    """Every pull request (of `repo`) of which the archive holds a whole bundle, by repository and number."""
    for key in archive.keys(REPO_KEY + repo):
        if repo and key != REPO_KEY + repo:
            continue
        pages = Pages(Ledger(archive, key.removeprefix(REPO_KEY)))
        for name in pages.ledger.names("pull/"):
            entry = pages.ledger.read(f"pull/{name}", PullEntry)
            if entry is not None and entry.pages:
                yield parse_pull(pages, entry)


def parse_pull(pages: Pages, entry: PullEntry) -> PullRequest:
    """The record of one pull request from the pages of its bundle and of its commits' checks."""
    parts = pages.bundle(entry.pages, entry.node_id)
    head = parts[0]
    items = collect_items(parts)
    earlier = [collect_items(pages.bundle(older, entry.node_id)) for older in entry.older]
    cut = {CUT_NAMES[name] for name in find_short_lists(head, items) if name in CUT_NAMES}
    cut |= {CUT_NAMES[name] for name in LISTS if head[name] is None and name in CUT_NAMES}
    if "events" in cut:
        cut.add("comments")
    timeline = merge_timelines(items["timelineItems"], [one["timelineItems"] for one in earlier])
    listed = [item["commit"] for item in items["commits"].values()]
    commits = tuple(parse_commit(pages, commit, cut) for commit in listed)
    pushed_away = [item["commit"] for one in earlier for item in one["commits"].values()]
    others = _other_commits(timeline, pushed_away, {commit["oid"] for commit in listed})
    parsed_others = tuple(parse_commit(pages, commit, cut) for commit in others)
    return PullRequest(
        **_parse_header(head),
        repo=pages.ledger.repo,
        files=tuple(storable(path) for path in items["files"]),
        commits=commits,
        other_commits=tuple(commit for commit in parsed_others if commit.checks is not None),
        events=tuple(parse_event(item) for item in timeline if item["__typename"] in EVENT_KINDS),
        comments=tuple(parse_comments(timeline)),
        body_edits=parse_body_edits(head, list(items["userContentEdits"].values())),
        cut=tuple(sorted(cut)),
        fetched_at=pages.question(entry.pages[0]).at,
        sources=(SOURCE,),
    )


def _parse_header(head: Any) -> dict[str, Any]:
    """The fields of a pull request that are not lists of its bundle."""
    return {
        "number": head["number"],
        "title": storable(head["title"]),
        "body": storable(head["body"]),
        "state": head["state"],
        "is_draft": head["isDraft"],
        "created_at": head["createdAt"],
        "updated_at": head["updatedAt"],
        "closed_at": head["closedAt"],
        "merged_at": head["mergedAt"],
        "merge_commit_sha": head["mergeCommit"]["oid"] if head["mergeCommit"] is not None else None,
        "base_ref": head["baseRefName"],
        "head_ref": storable(head["headRefName"]),
        "head_sha": head["headRefOid"],
        "head_repo": head["headRepository"]["nameWithOwner"] if head["headRepository"] is not None else None,
        "author": _login(head["author"]),
        "labels": tuple(storable(label["name"]) for label in (head["labels"] or {"nodes": ()})["nodes"] if label),
    }


def check_header(head: Any) -> None:
    """Parses the header of a pull request as it will be parsed in every later run, so that none fails at it.

    Raises:
        KeyError, TypeError, ValueError, AttributeError: it is not in the shape that GitHub's schema promises.
    """
    PullRequest(
        **_parse_header(head),
        repo="o/r",
        files=(),
        commits=(),
        other_commits=(),
        events=(),
        comments=(),
        cut=(),
        fetched_at=None,
        sources=(SOURCE,),
    )


def check_items(name: ListName, items: Iterable[Any]) -> None:
    """Parses the items of a list of a pull request as `check_header` does the rest; raises the same."""
    for item in items:
        match name:
            case "commits":
                commit = item["commit"]
                Commit(sha=commit["oid"], committed_at=commit["committedDate"], checks=None)
                _check_text(commit["id"])
            case "files":
                _check_text(item["path"])
            case "userContentEdits":
                BodyEdit(at=item["editedAt"], body=item["diff"] or "")
            case "timelineItems":
                _item_time(item)
                if item["__typename"] in EVENT_KINDS:
                    parse_event(item)
                if item["__typename"] == "HeadRefForcePushedEvent":
                    check_items(
                        "commits", ({"commit": item[end]} for end in ("beforeCommit", "afterCommit") if item[end])
                    )
                list(parse_comments([item]))


def _check_text(value: Any) -> None:
    if not isinstance(value, str):
        raise TypeError("no text where one was promised")


def parse_commit(pages: Pages, commit: Any, cut: set[str]) -> Commit:
    """A commit with its check rows. Those that could not be had are added to `cut`."""
    sha = commit["oid"]
    entry = pages.ledger.read(f"sha/{sha}", ShaEntry)
    if entry is None or entry.status == "error" or entry.short:
        cut.add("checks")
    checks = None
    if entry is not None and entry.status == "ok":
        rows = [row for page in entry.pages for row in parse_rows(pages, page, commit["id"])]
        merged = {row.id: row for row in merge_rows(rows)}
        checks = tuple(merged[key] for key in dict.fromkeys(row.id for row in rows))
    return Commit(sha=sha, committed_at=commit["committedDate"], checks=checks)


def parse_rows(pages: Pages, page: int, commit_id: str) -> Iterator[CheckRow]:
    """The check rows that page `page` has of a commit, whether GraphQL or REST gave it."""
    yield from parse_each(pages.question(page).query, read_rows(pages, page, commit_id))


def parse_each(query: str, rows: Iterable[Any]) -> Iterator[CheckRow]:
    """The check rows in an answer to `query`."""
    yield from map(PARSE_ROW.get(query, parse_context), rows)


def parse_context(row: Any) -> CheckRow:
    """A check run or a commit status of GraphQL."""
    if row["__typename"] == "StatusContext":
        return make_check_row(
            id=row["id"],
            kind="status",
            name=storable(row["context"]),
            conclusion=row["state"],
            details_url=row["targetUrl"],
            completed_at=row["createdAt"] if row["state"] not in ("PENDING", "EXPECTED") else None,
            started_at=row["createdAt"] if row["state"] in ("PENDING", "EXPECTED") else None,
            sources=(SOURCE,),
        )
    run = row["checkSuite"]["workflowRun"] if row["checkSuite"] is not None else None
    return make_check_row(
        id=row["id"],
        kind="check_run",
        name=storable(row["name"]),
        conclusion=row["conclusion"],
        details_url=row["detailsUrl"],
        workflow=run["workflow"]["name"] if run is not None else None,
        started_at=row["startedAt"],
        completed_at=row["completedAt"],
        sources=(SOURCE,),
    )


def _parse_rest_run(row: Any) -> CheckRow:
    return make_check_row(
        id=row["node_id"],
        kind="check_run",
        name=row["name"],
        conclusion=row["conclusion"].upper() if row["conclusion"] else None,
        details_url=row["details_url"],
        started_at=row["started_at"],
        completed_at=row["completed_at"],
        sources=(SOURCE,),
    )


def _parse_rest_status(row: Any) -> CheckRow:
    state = row["state"].upper()
    return make_check_row(
        id=row["node_id"],
        kind="status",
        name=row["context"],
        conclusion=state,
        details_url=row["target_url"],
        completed_at=row["created_at"] if state != "PENDING" else None,
        started_at=row["created_at"] if state == "PENDING" else None,
        sources=(SOURCE,),
    )


PARSE_ROW = {"rest:check-runs": _parse_rest_run, "rest:statuses": _parse_rest_status}
"""How a row of REST is read, by its query; every other query gives rows of GraphQL."""


def merge_timelines(newest: Mapping[str, Any], earlier: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The items of the newest answer and those that only earlier ones had, in the order of their times."""
    lost = {key: item for one in earlier for key, item in one.items() if key not in newest}
    if not lost:
        return list(newest.values())
    return sorted([*newest.values(), *lost.values()], key=_item_time)


def parse_event(item: Any) -> Event:
    """A timeline item of a kind that a decision rests on."""
    return Event(
        kind=EVENT_KINDS[item["__typename"]],  # type: ignore[arg-type]  # the table holds literals of the field
        at=item["createdAt"],
        actor=_login(item["actor"]),
        label=storable(item["label"]["name"]) if item.get("label") else None,
        before_sha=item["beforeCommit"]["oid"] if item.get("beforeCommit") else None,
        after_sha=item["afterCommit"]["oid"] if item.get("afterCommit") else None,
        previous=storable(item.get("previousTitle", item.get("previousRefName")) or "") or None,
        current=storable(item.get("currentTitle", item.get("currentRefName")) or "") or None,
    )


def parse_comments(items: list[Any]) -> Iterator[Comment]:
    """The issue comments, and the reviews that say something, in the timeline's order."""
    for item in items:
        if item["__typename"] == "IssueComment" or (item["__typename"] == "PullRequestReview" and item["body"]):
            at = item.get("submittedAt") or item["createdAt"]
            yield Comment(id=item["id"], author=_login(item["author"]), at=at, body=storable(item["body"]))


def parse_body_edits(head: Any, edits: list[Any]) -> tuple[BodyEdit, ...] | None:
    """The bodies in time. None where the history can't be trusted: a version was deleted, or is missing, or the last
    one is not the body, which would mean that GitHub's `diff` is not the whole text it has been.
    """
    connection = head["userContentEdits"]
    if connection is None or connection["totalCount"] == 0:
        return ()
    if len(edits) < connection["totalCount"] or any(edit["diff"] is None for edit in edits):
        return None
    ordered = order_edits(edits)
    if ordered[-1]["diff"].splitlines() != head["body"].splitlines():
        return None
    return tuple(BodyEdit(at=edit["editedAt"], body=storable(edit["diff"])) for edit in ordered)


def order_edits(edits: Sequence[Any]) -> list[Any]:
    """The edits, oldest first. GitHub lists the newest first, and that order decides between two of one second."""
    times = [datetime.fromisoformat(edit["editedAt"]) for edit in edits]
    ascending = times == sorted(times) and times[0] != times[-1]
    return sorted(edits if ascending else reversed(edits), key=lambda edit: datetime.fromisoformat(edit["editedAt"]))


def _other_commits(timeline: list[Any], pushed_away: list[Any], listed: set[str]) -> list[Any]:
    """The commits of force pushes and of earlier commit lists that the newest list lacks, each once."""
    named = [commit for item in timeline for commit in (item.get("beforeCommit"), item.get("afterCommit"))]
    found: dict[str, Any] = {}
    for commit in (*named, *pushed_away):
        if commit and commit["oid"] not in listed:
            found.setdefault(commit["oid"], commit)
    return list(found.values())


def _item_time(item: Any) -> datetime:
    """When a timeline item was; GitHub gives some kinds no time, and those stay in front."""
    at = item.get("submittedAt") or item.get("createdAt")
    return datetime.fromisoformat(at) if at else _LONG_AGO


def _login(actor: Any) -> str | None:
    login: str | None = actor.get("login") if actor else None
    return login
