"""Asks for the check rows of every commit in `todo`, each sha once however many pull requests hold it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from curate.schemas.errors import Failed
from curate.scrapers.github.bundles import Incoherent, check_count, check_number, check_page_info, find_refused
from curate.scrapers.github.ledger import ShaTodo, split_todo_sha
from curate.scrapers.github.page import CursorExpired, NodesNotFound, Page, QueryTooExpensive
from curate.scrapers.github.pages import select_rows
from curate.scrapers.github.parse import parse_each
from curate.scrapers.github.session import Session
from curate.scrapers.github.shas import ShaAnswer, ShaTask, keep_rows, note_absent, note_error
from curate.scrapers.github.sizes import LIST_SIZES, SHA_SIZES, BatchSize

RESTARTS = 2
"""So often the rows of one commit are read from their start when its pages do not fit together; then by REST."""
REST_ROWS = 100


class Part(NamedTuple):
    """One answered page of a commit's rows: the query, its variables, the page, and the commit in it."""

    query: str
    asked: dict[str, Any]
    page: Page
    node: Any


def fetch_todo_checks(session: Session) -> None:
    """Asks for each commit in `todo` that was not asked for in this run, in the order of their pull requests."""
    earlier = frozenset(session.asked_shas)
    total = session.ledger.count("todo/sha/")
    names = session.ledger.names("todo/sha/")
    size = BatchSize(SHA_SIZES)
    duplicates: list[tuple[str, str]] = []
    waiting: list[ShaTask] = []
    done = 0
    while waiting or (waiting := _take(session, names, earlier, duplicates, size.nodes)):
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
        session.on_step("commits' checks", done, max(total, done))
    for key, sha in duplicates:
        if session.ledger.has(f"sha/{sha}"):
            session.ledger.delete(key)


def fetch_checks(session: Session, tasks: list[ShaTask], items: int) -> None:
    """Asks for the check rows of `tasks` in one query, then for the further pages of those with many rows."""
    asked = {"ids": [task.todo.node_id for task in tasks], "items": items}
    try:
        page = session.client.ask("checks", asked)
    except NodesNotFound as absent:
        note_absent(session, [tasks[place] for place in absent.places])
        left = [task for place, task in enumerate(tasks) if place not in absent.places]
        if left:
            fetch_checks(session, left, items)
        return
    longer: list[tuple[ShaTask, Any]] = []
    with session.reading("checks", page), session.ledger.transaction():
        check_count(page.data["nodes"], len(tasks))
        state = session.state()
        session.ledger.write("state", session.ledger.add_page(state, "checks", asked, page))
        for place, (task, node) in enumerate(zip(tasks, page.data["nodes"], strict=True)):
            if _is_refused(page, ("nodes", place)):
                note_error(session, task)
                continue
            _check_commit(task, node, find_refused(page.refused, ("nodes", place)))
            if _more_after(node) is not None:
                longer.append((task, node))
            else:
                keep_rows(session, task, _answer([node], (state.pages,), page))
    for task, node in longer:
        fetch_long_checks(session, task, Part("checks", asked, page, node), state.pages)


def fetch_long_checks(session: Session, task: ShaTask, first: Part, first_page: int) -> None:
    """Asks for the further pages of one commit's rows; they are kept together, so a sha is whole or still to do."""
    for attempt in range(RESTARTS + 1):
        try:
            if attempt == 0:
                rest = list(_read_more(session, task, first.node))
                keep_parts(session, task, first, rest, first_page)
            else:
                first = _read_first(session, task)
                keep_parts(session, task, first, list(_read_more(session, task, first.node)), None)
            return
        except NodesNotFound:
            note_absent(session, [task])
            return
        except (Incoherent, CursorExpired):
            continue
        except QueryTooExpensive:
            break
    fetch_checks_by_rest(session, task)


def keep_parts(session: Session, task: ShaTask, first: Part, rest: list[Part], first_page: int | None) -> None:
    """Keeps all pages of one commit's rows in one transaction. `first_page`: where the first one stands already."""
    with session.ledger.transaction():
        state = session.state()
        pages = [] if first_page is None else [first_page]
        for part in rest if first_page is not None else [first, *rest]:
            pages.append(state.pages)
            state = session.ledger.add_page(state, part.query, part.asked, part.page)
        session.ledger.write("state", state)
        parts = [first, *rest]
        keep_rows(session, task, _answer([part.node for part in parts], tuple(pages), parts[-1].page))


def fetch_checks_by_rest(session: Session, task: ShaTask) -> None:
    """Asks REST for the rows of a commit on which GraphQL gives up; if that fails too, the sha is an error."""
    base = f"/repos/{session.ledger.repo}/commits/{task.sha}"
    answers: list[tuple[str, str, Page]] = []
    rows: list[Any] = []
    try:
        for query, path, more in (
            ("rest:check-runs", f"{base}/check-runs", {"filter": "all"}),
            ("rest:statuses", f"{base}/statuses", {}),
        ):
            url: str | None = path
            parameters: dict[str, Any] = {"per_page": REST_ROWS, **more}
            while url is not None:
                page = session.client.get(url, parameters)
                with session.reading(path, page):
                    found = page.data["check_runs"] if query == "rest:check-runs" else [*page.data]
                    list(parse_each(query, found))
                    rows += found
                answers.append((query, url, page))
                url, parameters = page.next_url, {}
    except (Failed, Incoherent):
        note_error(session, task)
        return
    with session.ledger.transaction():
        state = session.state()
        first = state.pages
        for query, url, page in answers:
            state = session.ledger.add_page(state, query, {"sha": task.sha, "url": url}, page)
        session.ledger.write("state", state)
        at = answers[-1][2].moment
        keep_rows(session, task, ShaAnswer(rows or None, None, tuple(range(first, state.pages)), at))


def _read_first(session: Session, task: ShaTask) -> Part:
    asked = {"ids": [task.todo.node_id], "items": LIST_SIZES[0][1]}
    page = session.client.ask("checks", asked)
    with session.reading("checks", page):
        check_count(page.data["nodes"], 1)
        _check_commit(task, page.data["nodes"][0], find_refused(page.refused, ("nodes", 0)))
    return Part("checks", asked, page, page.data["nodes"][0])


def _read_more(session: Session, task: ShaTask, node: Any) -> Iterator[Part]:
    """The pages behind the one that `node` is of.

    Raises:
        Incoherent: the roll-up is gone, or the list does not move on.
    """
    size = BatchSize(LIST_SIZES)
    after = _more_after(node)
    while after is not None:
        asked = {"id": task.todo.node_id, "items": size.items, "after": after}
        try:
            page = session.client.ask("more_checks", asked)
        except QueryTooExpensive:
            if not size.shrink():
                raise
            continue
        with session.reading("more_checks", page):
            more = page.data["node"]
            _check_commit(task, more, find_refused(page.refused, ("node",)))
            if more["statusCheckRollup"] is None:
                raise Incoherent(f"the check rows of {task.sha} went away between two pages")
            before, after = after, _more_after(more)
            if after == before:
                raise Incoherent(f"the list of check rows of {task.sha} does not move on")
        yield Part("more_checks", asked, page, more)


def _take(
    session: Session,
    names: Iterator[str],
    earlier: frozenset[str],
    duplicates: list[tuple[str, str]],
    size: int,
) -> list[ShaTask]:
    """The next commits to ask for; keys of commits that are asked for now under another key go to `duplicates`."""
    tasks: list[ShaTask] = []
    for name in names:
        _, sha = split_todo_sha(name)
        key = f"todo/sha/{name}"
        if sha in earlier:
            continue
        if sha in session.asked_shas:
            duplicates.append((key, sha))
            continue
        session.asked_shas.add(sha)
        todo = session.ledger.read(key, ShaTodo)
        if todo is not None:
            tasks.append(ShaTask(key=key, sha=sha, todo=todo))
        if len(tasks) == size:
            break
    return tasks


def _answer(nodes: list[Any], pages: tuple[int, ...], last: Page) -> ShaAnswer:
    rollups = [node["statusCheckRollup"] for node in nodes]
    if rollups[0] is None:
        return ShaAnswer(None, None, pages, last.moment)
    rows = [row for rollup in rollups for row in select_rows(rollup)]
    others = sum(row is not None for rollup in rollups for row in rollup["contexts"]["nodes"]) - len(rows)
    return ShaAnswer(rows, rollups[0]["contexts"]["totalCount"] - others, pages, last.moment)


def _is_refused(page: Page, prefix: tuple[str | int, ...]) -> bool:
    """Whether the commit or its roll-up is one that this token may not see."""
    return bool({"", "statusCheckRollup", "statusCheckRollup.contexts"} & set(find_refused(page.refused, prefix)))


def _check_commit(task: ShaTask, node: Any, refused: tuple[str, ...]) -> None:
    if not node or node.get("id") != task.todo.node_id or node.get("oid") != task.sha:
        raise Incoherent(f"asked for commit {task.sha}, got {(node or {}).get('oid')}")
    rollup = node["statusCheckRollup"]
    if rollup is None:
        return
    rows = rollup["contexts"]["nodes"]
    if rows is None or any(
        row is None and f"statusCheckRollup.contexts.nodes.{place}" not in refused for place, row in enumerate(rows)
    ):
        raise Incoherent(f"the check rows of {task.sha} have holes")
    check_page_info(rollup["contexts"]["pageInfo"])
    check_number(rollup["contexts"]["totalCount"])
    list(parse_each("checks", select_rows(rollup)))


def _more_after(node: Any) -> str | None:
    rollup = node["statusCheckRollup"]
    info = rollup["contexts"]["pageInfo"] if rollup is not None else {"hasNextPage": False}
    return str(info["endCursor"]) if info["hasNextPage"] else None
