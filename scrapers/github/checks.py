"""Asks for the check rows of every commit in `todo`, each sha once however many pull requests hold it."""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from curate.schemas.base import Record
from curate.schemas.errors import Failed
from curate.scrapers.github.bundles import Incoherent, check_count
from curate.scrapers.github.client import NodesNotFound, Page, QueryTooExpensive
from curate.scrapers.github.ledger import ShaEntry, ShaTodo
from curate.scrapers.github.session import Session
from curate.scrapers.github.sizes import LIST_SIZES, SHA_SIZES, BatchSize

SETTLED = timedelta(days=2)
"""So long after the last row, or after the push, nothing more is waited for."""
KEPT_FOR = timedelta(days=410)
"""GitHub deletes check rows 400 days after, in ten days (github/docs, retention-checks-data.md)."""
ATTEMPTS = 2
"""So often an id is asked for before "not found" is final."""

ShaStatus = Literal["ok", "empty", "expired", "not_found", "error"]


class ShaTask(Record):
    """A commit in `todo`: its key there, its sha and what is known of it."""

    key: str
    sha: str
    todo: ShaTodo


def fetch_todo_checks(session: Session) -> None:
    """Asks once for each commit in `todo`, in the order of the pull requests that hold them."""
    total = session.ledger.count("todo/sha/")
    names = session.ledger.names("todo/sha/")
    size = BatchSize(SHA_SIZES)
    asked: set[str] = set()
    duplicates: list[tuple[str, str]] = []
    waiting: list[ShaTask] = []
    done = 0
    while waiting or (waiting := _take(session, names, asked, duplicates, size.nodes)):
        batch, waiting = waiting[: size.nodes], waiting[size.nodes :]
        try:
            fetch_checks(session, batch, size.items)
        except (QueryTooExpensive, Incoherent):
            if size.shrink():
                waiting = batch + waiting
            else:
                fetch_checks_by_rest(session, batch[0])
                size.restore()
            continue
        size.note_good()
        done += len(batch)
        session.tell("commits' checks", done, max(total, done))
    for key, sha in duplicates:
        if session.ledger.has(f"sha/{sha}"):
            session.ledger.delete(key)


def fetch_checks(session: Session, tasks: list[ShaTask], items: int) -> None:
    """Asks for the check rows of `tasks` in one query, then for the further pages of those with many rows."""
    asked = {"ids": [task.todo.node_id for task in tasks], "items": items}
    try:
        page = session.client.ask("checks", asked)
    except NodesNotFound as absent:
        _note_absent(session, [tasks[place] for place in absent.places])
        left = [task for place, task in enumerate(tasks) if place not in absent.places]
        if left:
            fetch_checks(session, left, items)
        return
    check_count(page.data["nodes"], len(tasks))
    nodes = [_check_commit(task, node) for task, node in zip(tasks, page.data["nodes"], strict=True)]
    longer: list[tuple[ShaTask, Any]] = []
    with session.ledger.transaction():
        state = session.state()
        session.ledger.write("state", session.ledger.add_page(state, "checks", asked, page))
        for task, node in zip(tasks, nodes, strict=True):
            if _more_after(node) is not None:
                longer.append((task, node))
            else:
                keep_sha(session, task, _rows(node), (state.pages,), page.at)
    for task, node in longer:
        fetch_more_checks(session, task, node, state.pages)


def fetch_more_checks(session: Session, task: ShaTask, node: Any, first_page: int) -> None:
    """Asks for the further pages of one commit's rows; they are kept together, so a sha is whole or still to do."""
    size = BatchSize(LIST_SIZES)
    rows = list(_rows(node) or [])
    answers: list[tuple[dict[str, Any], Page]] = []
    after = _more_after(node)
    while after is not None:
        asked = {"id": task.todo.node_id, "items": size.items, "after": after}
        try:
            page = session.client.ask("more_checks", asked)
        except QueryTooExpensive:
            if not size.shrink():
                fetch_checks_by_rest(session, task)
                return
            continue
        except NodesNotFound:
            _note_absent(session, [task])
            return
        more = _check_commit(task, page.data["node"])
        answers.append((asked, page))
        rows += _rows(more) or []
        after = _more_after(more)
    with session.ledger.transaction():
        state = session.state()
        first_more = state.pages
        for asked, page in answers:
            state = session.ledger.add_page(state, "more_checks", asked, page)
        session.ledger.write("state", state)
        pages = (first_page, *range(first_more, state.pages))
        keep_sha(session, task, rows, pages, answers[-1][1].at)


def fetch_checks_by_rest(session: Session, task: ShaTask) -> None:
    """Asks REST for the rows of a commit on which GraphQL gives up; if that fails too, the sha is an error."""
    base = f"/repos/{session.ledger.repo}/commits/{task.sha}"
    answers: list[tuple[str, str, Page]] = []
    rows: list[Any] = []
    try:
        for query, path in (("rest:check-runs", f"{base}/check-runs"), ("rest:statuses", f"{base}/statuses")):
            url: str | None = path
            parameters: dict[str, Any] = {"per_page": 100} | ({"filter": "all"} if query == "rest:check-runs" else {})
            while url is not None:
                page = session.client.get(url, parameters)
                answers.append((query, url, page))
                rows += page.data["check_runs"] if query == "rest:check-runs" else page.data
                url, parameters = page.next_url, {}
    except Failed:
        _note_sha(session, task, "error", (), final=False)
        return
    with session.ledger.transaction():
        state = session.state()
        first = state.pages
        for query, url, page in answers:
            state = session.ledger.add_page(state, query, {"sha": task.sha, "url": url}, page)
        session.ledger.write("state", state)
        keep_sha(session, task, rows or None, tuple(range(first, state.pages)), answers[-1][2].at)


def keep_sha(session: Session, task: ShaTask, rows: list[Any] | None, pages: tuple[int, ...], at: float) -> None:
    """Enters what was answered for one commit: `rows` is None where it has no roll-up."""
    now = datetime.fromtimestamp(at, UTC)
    known = session.ledger.read(f"sha/{task.sha}", ShaEntry)
    if rows is None and known is not None and known.status == "ok":
        # GitHub has deleted what we hold: rows once seen stay
        _note_sha(session, task, "ok", known.pages, final=True)
        return
    if rows is None:
        born = task.todo.committed_at
        status: ShaStatus = "expired" if born is not None and now - born > KEPT_FOR else "empty"
        _note_sha(session, task, status, pages, final=now - task.todo.pushed_by > SETTLED)
        return
    _note_sha(session, task, "ok", pages, final=all(is_settled(row, now) for row in rows))


def is_settled(row: dict[str, Any], now: datetime) -> bool:
    """Whether a check row (of GraphQL or REST) has ended so long ago that it will not change."""
    ended = row.get("completedAt") or row.get("completed_at") or row.get("createdAt") or row.get("created_at")
    running = str(row.get("state", row.get("status", ""))).upper() not in (
        "COMPLETED",
        "SUCCESS",
        "FAILURE",
        "ERROR",
    )
    age = now - datetime.fromisoformat(ended) if ended else timedelta(0)
    return age > KEPT_FOR or (not running and (not ended or age > SETTLED))


def _take(session: Session, names: Any, asked: set[str], duplicates: list[tuple[str, str]], size: int) -> list[ShaTask]:
    tasks: list[ShaTask] = []
    for name in names:
        sha = name[8:]
        key = f"todo/sha/{name}"
        if sha in asked:
            duplicates.append((key, sha))
            continue
        asked.add(sha)
        todo = session.ledger.read(key, ShaTodo)
        if todo is not None:
            tasks.append(ShaTask(key=key, sha=sha, todo=todo))
        if len(tasks) == size:
            break
    return tasks


def _note_absent(session: Session, tasks: list[ShaTask]) -> None:
    for task in tasks:
        known = session.ledger.read(f"sha/{task.sha}", ShaEntry)
        attempts = known.attempts + 1 if known else 1
        with session.ledger.transaction():
            _note_sha(session, task, "not_found", (), final=attempts >= ATTEMPTS)


def _note_sha(session: Session, task: ShaTask, status: ShaStatus, pages: tuple[int, ...], *, final: bool) -> None:
    key = f"sha/{task.sha}"
    known = session.ledger.read(key, ShaEntry)
    attempts = known.attempts + 1 if known else 1
    session.ledger.write(key, ShaEntry(sha=task.sha, status=status, attempts=attempts, pages=pages, final=final))
    if final:
        session.ledger.delete(task.key)


def _check_commit(task: ShaTask, node: Any) -> Any:
    if not node or node.get("id") != task.todo.node_id or node.get("oid") != task.sha:
        raise Incoherent(f"asked for commit {task.sha}, got {(node or {}).get('oid')}")
    rollup = node["statusCheckRollup"]
    rows = [] if rollup is None else rollup["contexts"]["nodes"]
    if rows is None or None in rows:
        raise Incoherent(f"the check rows of {task.sha} have holes")
    return node


def _rows(node: Any) -> list[Any] | None:
    rollup = node["statusCheckRollup"]
    return None if rollup is None else list(rollup["contexts"]["nodes"])


def _more_after(node: Any) -> str | None:
    rollup = node["statusCheckRollup"]
    info = rollup["contexts"]["pageInfo"] if rollup is not None else {"hasNextPage": False}
    return str(info["endCursor"]) if info["hasNextPage"] else None
