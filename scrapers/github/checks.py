"""Asks for the check rows of every commit in `todo`, each sha once however many pull requests hold it."""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from curate.schemas.base import Record
from curate.schemas.errors import Failed
from curate.scrapers.github.bundles import Incoherent, check_count
from curate.scrapers.github.client import NodesAbsent, Page, TooHeavy
from curate.scrapers.github.edge import Edge
from curate.scrapers.github.ledger import ShaEntry, ShaTodo
from curate.scrapers.github.sizes import LIST_SIZES, SHA_SIZES, Ladder

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


def fetch_todo_checks(edge: Edge) -> None:
    """Asks once for each commit in `todo`, in the order of the pull requests that hold them."""
    total = edge.ledger.count("todo/sha/")
    names = edge.ledger.names("todo/sha/")
    ladder = Ladder(SHA_SIZES)
    asked: set[str] = set()
    twins: list[tuple[str, str]] = []
    waiting: list[ShaTask] = []
    done = 0
    while waiting or (waiting := _take(edge, names, asked, twins, ladder.nodes)):
        batch, waiting = waiting[: ladder.nodes], waiting[ladder.nodes :]
        try:
            fetch_checks(edge, batch, ladder.items)
        except (TooHeavy, Incoherent):
            if ladder.shrink():
                waiting = batch + waiting
            else:
                fetch_checks_by_rest(edge, batch[0])
                ladder.restore()
            continue
        ladder.note_good()
        done += len(batch)
        edge.tell("commits' checks", done, max(total, done))
    for key, sha in twins:
        if edge.ledger.has(f"sha/{sha}"):
            edge.ledger.delete(key)


def fetch_checks(edge: Edge, tasks: list[ShaTask], items: int) -> None:
    """Asks for the check rows of `tasks` in one query, then for the further pages of those with many rows."""
    asked = {"ids": [task.todo.node_id for task in tasks], "items": items}
    try:
        page = edge.client.ask("checks", asked)
    except NodesAbsent as absent:
        _note_absent(edge, [tasks[place] for place in absent.places])
        left = [task for place, task in enumerate(tasks) if place not in absent.places]
        if left:
            fetch_checks(edge, left, items)
        return
    check_count(page.data["nodes"], len(tasks))
    nodes = [_check_commit(task, node) for task, node in zip(tasks, page.data["nodes"], strict=True)]
    longer: list[tuple[ShaTask, Any]] = []
    with edge.ledger.transaction():
        state = edge.state()
        edge.ledger.write("state", edge.ledger.add_page(state, "checks", asked, page))
        for task, node in zip(tasks, nodes, strict=True):
            if _more_after(node) is not None:
                longer.append((task, node))
            else:
                keep_sha(edge, task, _rows(node), (state.pages,), page.at)
    for task, node in longer:
        fetch_more_checks(edge, task, node, state.pages)


def fetch_more_checks(edge: Edge, task: ShaTask, node: Any, first_page: int) -> None:
    """Asks for the further pages of one commit's rows; they are kept together, so a sha is whole or still to do."""
    ladder = Ladder(LIST_SIZES)
    rows = list(_rows(node) or [])
    answers: list[tuple[dict[str, Any], Page]] = []
    after = _more_after(node)
    while after is not None:
        asked = {"id": task.todo.node_id, "items": ladder.items, "after": after}
        try:
            page = edge.client.ask("more_checks", asked)
        except TooHeavy:
            if not ladder.shrink():
                fetch_checks_by_rest(edge, task)
                return
            continue
        except NodesAbsent:
            _note_absent(edge, [task])
            return
        more = _check_commit(task, page.data["node"])
        answers.append((asked, page))
        rows += _rows(more) or []
        after = _more_after(more)
    with edge.ledger.transaction():
        state = edge.state()
        first_more = state.pages
        for asked, page in answers:
            state = edge.ledger.add_page(state, "more_checks", asked, page)
        edge.ledger.write("state", state)
        pages = (first_page, *range(first_more, state.pages))
        keep_sha(edge, task, rows, pages, answers[-1][1].at)


def fetch_checks_by_rest(edge: Edge, task: ShaTask) -> None:
    """Asks REST for the rows of a commit on which GraphQL gives up; if that fails too, the sha is an error."""
    base = f"/repos/{edge.ledger.repo}/commits/{task.sha}"
    answers: list[tuple[str, str, Page]] = []
    rows: list[Any] = []
    try:
        for query, path in (("rest:check-runs", f"{base}/check-runs"), ("rest:statuses", f"{base}/statuses")):
            url: str | None = path
            parameters: dict[str, Any] = {"per_page": 100} | ({"filter": "all"} if query == "rest:check-runs" else {})
            while url is not None:
                page = edge.client.get(url, parameters)
                answers.append((query, url, page))
                rows += page.data["check_runs"] if query == "rest:check-runs" else page.data
                url, parameters = page.next_url, {}
    except Failed:
        _note_sha(edge, task, "error", (), final=False)
        return
    with edge.ledger.transaction():
        state = edge.state()
        first = state.pages
        for query, url, page in answers:
            state = edge.ledger.add_page(state, query, {"sha": task.sha, "url": url}, page)
        edge.ledger.write("state", state)
        keep_sha(edge, task, rows or None, tuple(range(first, state.pages)), answers[-1][2].at)


def keep_sha(edge: Edge, task: ShaTask, rows: list[Any] | None, pages: tuple[int, ...], at: float) -> None:
    """Enters what was answered for one commit: `rows` is None where it has no roll-up."""
    now = datetime.fromtimestamp(at, UTC)
    known = edge.ledger.read(f"sha/{task.sha}", ShaEntry)
    if rows is None and known is not None and known.status == "ok":
        # GitHub has deleted what we hold: rows once seen stay
        _note_sha(edge, task, "ok", known.pages, final=True)
        return
    if rows is None:
        born = task.todo.committed_at
        status: ShaStatus = "expired" if born is not None and now - born > KEPT_FOR else "empty"
        _note_sha(edge, task, status, pages, final=now - task.todo.pushed_by > SETTLED)
        return
    _note_sha(edge, task, "ok", pages, final=all(is_settled(row, now) for row in rows))


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


def _take(edge: Edge, names: Any, asked: set[str], twins: list[tuple[str, str]], size: int) -> list[ShaTask]:
    tasks: list[ShaTask] = []
    for name in names:
        sha = name[8:]
        key = f"todo/sha/{name}"
        if sha in asked:
            twins.append((key, sha))
            continue
        asked.add(sha)
        todo = edge.ledger.read(key, ShaTodo)
        if todo is not None:
            tasks.append(ShaTask(key=key, sha=sha, todo=todo))
        if len(tasks) == size:
            break
    return tasks


def _note_absent(edge: Edge, tasks: list[ShaTask]) -> None:
    for task in tasks:
        known = edge.ledger.read(f"sha/{task.sha}", ShaEntry)
        attempts = known.attempts + 1 if known else 1
        with edge.ledger.transaction():
            _note_sha(edge, task, "not_found", (), final=attempts >= ATTEMPTS)


def _note_sha(edge: Edge, task: ShaTask, status: ShaStatus, pages: tuple[int, ...], *, final: bool) -> None:
    key = f"sha/{task.sha}"
    known = edge.ledger.read(key, ShaEntry)
    attempts = known.attempts + 1 if known else 1
    edge.ledger.write(key, ShaEntry(sha=task.sha, status=status, attempts=attempts, pages=pages, final=final))
    if final:
        edge.ledger.delete(task.key)


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
