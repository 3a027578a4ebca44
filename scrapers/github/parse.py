"""From the raw pages to records: offline, from the archive alone."""

from collections import OrderedDict
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from curate.schemas.mathlibpr.pulls import BodyEdit, CheckRow, Comment, Commit, Event, PullRequest
from curate.schemas.text import storable
from curate.scrapers.archive import Archive
from curate.scrapers.github.ledger import REPO_KEY, Ledger, ListName, PullEntry, Question, ShaEntry
from curate.scrapers.timeline import EVENT_KINDS

SOURCE = "github"
PAGES_IN_MEMORY = 8
CUT_NAMES: dict[ListName, str] = {"commits": "commits", "timelineItems": "events", "files": "files"}


def read_pulls(archive: Archive, repo: str = "") -> Iterator[PullRequest]:
    """Every pull request (of `repo`) of which the archive holds a whole bundle, by repository and number."""
    for key in archive.keys(REPO_KEY + repo):
        if repo and key != REPO_KEY + repo:
            continue
        pages = _Pages(Ledger(archive, key.removeprefix(REPO_KEY)))
        for name in pages.ledger.names("pull/"):
            entry = pages.ledger.read(f"pull/{name}", PullEntry)
            if entry is not None and entry.pages:
                yield parse_pull(pages, entry)


class _Pages:
    """The pages last used, each with its nodes by id."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._held: OrderedDict[int, tuple[Question, dict[str, Any], Any]] = OrderedDict()

    def node(self, page: int, node_id: str) -> Any:
        """The node `node_id` on page `page`."""
        return self._get(page)[1][node_id]

    def question(self, page: int) -> Question:
        """What page `page` answers."""
        return self._get(page)[0]

    def whole(self, page: int) -> Any:
        """All of page `page`."""
        return self._get(page)[2]

    def _get(self, page: int) -> tuple[Question, dict[str, Any], Any]:
        if page not in self._held:
            question, answer = self.ledger.read_page(page)
            if len(self._held) == PAGES_IN_MEMORY:
                self._held.popitem(last=False)
            self._held[page] = (question, {node["id"]: node for node in _nodes_of(question, answer)}, answer)
        self._held.move_to_end(page)
        return self._held[page]


def _nodes_of(question: Question, answer: Any) -> list[Any]:
    match question.query:
        case "walk":
            return list(answer["data"]["repository"]["pullRequests"]["nodes"])
        case "pulls" | "checks":
            return list(answer["data"]["nodes"])
        case "more" | "more_checks":
            return [answer["data"]["node"]]
        case _:
            return []


def parse_pull(pages: _Pages, entry: PullEntry) -> PullRequest:
    """The record of one pull request from the pages of its bundle and of its commits' checks."""
    parts = [pages.node(page, entry.node_id) for page in entry.pages]
    head = parts[0]
    lists: dict[ListName, list[Any]] = {
        name: [item for part in parts if part.get(name) for item in part[name]["nodes"]]
        for name in ("commits", "timelineItems", "files", "userContentEdits")
    }
    cut = {
        cut_name
        for name, cut_name in CUT_NAMES.items()
        if head[name] is None or len(lists[name]) < head[name]["totalCount"]
    }
    if "events" in cut:
        cut.add("comments")
    listed = [item["commit"] for item in lists["commits"]]
    commits = tuple(parse_commit(pages, commit, cut) for commit in listed)
    others = _other_commits(lists["timelineItems"], {commit["oid"] for commit in listed})
    parsed_others = tuple(parse_commit(pages, commit, cut) for commit in others)
    return PullRequest(
        repo=pages.ledger.repo,
        number=head["number"],
        title=storable(head["title"]),
        body=storable(head["body"]),
        state=head["state"],
        is_draft=head["isDraft"],
        created_at=head["createdAt"],
        updated_at=head["updatedAt"],
        closed_at=head["closedAt"],
        merged_at=head["mergedAt"],
        merge_commit_sha=head["mergeCommit"]["oid"] if head["mergeCommit"] else None,
        base_ref=head["baseRefName"],
        head_ref=storable(head["headRefName"]),
        head_sha=head["headRefOid"],
        head_repo=head["headRepository"]["nameWithOwner"] if head["headRepository"] else None,
        author=_login(head["author"]),
        labels=tuple(storable(label["name"]) for label in (head["labels"] or {"nodes": ()})["nodes"] if label),
        files=tuple(storable(item["path"]) for item in lists["files"]),
        commits=commits,
        other_commits=tuple(commit for commit in parsed_others if commit.checks is not None),
        events=tuple(parse_event(item) for item in lists["timelineItems"] if item["__typename"] in EVENT_KINDS),
        comments=tuple(parse_comments(lists["timelineItems"])),
        body_edits=parse_body_edits(head, lists["userContentEdits"]),
        cut=tuple(sorted(cut)),
        fetched_at=pages.question(entry.pages[0]).at,
        sources=(SOURCE,),
    )


def parse_commit(pages: _Pages, commit: Any, cut: set[str]) -> Commit:
    """A commit with its check rows. Those that could not be had are added to `cut`."""
    sha = commit["oid"]
    entry = pages.ledger.read(f"sha/{sha}", ShaEntry)
    if entry is None or entry.status == "error":
        cut.add("checks")
    checks = None
    if entry is not None and entry.status == "ok":
        checks = tuple(_unique(row for page in entry.pages for row in parse_rows(pages, page, commit["id"])))
    return Commit(sha=sha, committed_at=commit["committedDate"], checks=checks)


def parse_rows(pages: _Pages, page: int, commit_id: str) -> Iterator[CheckRow]:
    """The check rows that page `page` has of a commit, whether GraphQL or REST gave it."""
    query = pages.question(page).query
    if query == "rest:check-runs":
        yield from (_parse_rest_run(row) for row in pages.whole(page)["check_runs"])
    elif query == "rest:statuses":
        yield from (_parse_rest_status(row) for row in pages.whole(page))
    else:
        rollup = pages.node(page, commit_id)["statusCheckRollup"]
        yield from (parse_context(row) for row in rollup["contexts"]["nodes"])


def parse_context(row: Any) -> CheckRow:
    """A check run or a commit status of GraphQL."""
    if row["__typename"] == "StatusContext":
        return CheckRow(
            id=row["id"],
            kind="status",
            name=storable(row["context"]),
            conclusion=row["state"],
            details_url=row["targetUrl"],
            completed_at=row["createdAt"] if row["state"] not in ("PENDING", "EXPECTED") else None,
            started_at=row["createdAt"] if row["state"] in ("PENDING", "EXPECTED") else None,
            sources=(SOURCE,),
        )
    run = (row["checkSuite"] or {}).get("workflowRun")
    return CheckRow(
        id=row["id"],
        kind="check_run",
        name=storable(row["name"]),
        conclusion=row["conclusion"],
        details_url=row["detailsUrl"],
        workflow=run["workflow"]["name"] if run else None,
        started_at=row["startedAt"],
        completed_at=row["completedAt"],
        sources=(SOURCE,),
    )


def _parse_rest_run(row: Any) -> CheckRow:
    return CheckRow(
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
    return CheckRow(
        id=row["node_id"],
        kind="status",
        name=row["context"],
        conclusion=state,
        details_url=row["target_url"],
        completed_at=row["created_at"] if state != "PENDING" else None,
        started_at=row["created_at"] if state == "PENDING" else None,
        sources=(SOURCE,),
    )


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
    ordered = sorted(edits, key=lambda edit: datetime.fromisoformat(edit["editedAt"]))
    if ordered[-1]["diff"].splitlines() != head["body"].splitlines():
        return None
    return tuple(BodyEdit(at=edit["editedAt"], body=storable(edit["diff"])) for edit in ordered)


def _other_commits(items: list[Any], listed: set[str]) -> list[Any]:
    found: dict[str, Any] = {}
    for item in items:
        for commit in (item.get("beforeCommit"), item.get("afterCommit")):
            if commit and commit["oid"] not in listed:
                found.setdefault(commit["oid"], commit)
    return list(found.values())


def _unique(rows: Iterator[CheckRow]) -> Iterator[CheckRow]:
    seen: set[str] = set()
    for row in rows:
        if row.id not in seen:
            seen.add(row.id)
            yield row


def _login(actor: Any) -> str | None:
    login: str | None = actor.get("login") if actor else None
    return login
