"""Pull requests by their numbers: those that git lists and GitHub has not shown are asked for one by one.

GitHub hides the pull requests of a suspended author, while git keeps their refs, and shows them again, unchanged, when
the suspension ends: neither the walk nor a listing by change would ever meet them again.
"""

from collections.abc import Set
from typing import Any, Literal

from curate.schemas.base import Record
from curate.schemas.errors import Missing, Refused, Stopped
from curate.scrapers.github import refs
from curate.scrapers.github.bundles import Incoherent, check_bundle, find_refused
from curate.scrapers.github.entries import keep_bundle, note_absent, note_pull_error
from curate.scrapers.github.ledger import PullEntry, pull_key, todo_pull_key
from curate.scrapers.github.page import NodesNotFound, Page, QueryTooExpensive
from curate.scrapers.github.session import Session
from curate.scrapers.github.sizes import SINGLE_PULL_SIZES, BatchSize
from curate.scrapers.github.walk import BY_CREATION, ask_listing, check_repository

PULL_PATH = ("repository", "pullRequest")
Shown = Literal["shown", "absent", "unanswered", "failed"]


class GitNumbers(Record):
    """What git says of the pull requests: the numbers that the ledger lacks, or that GitHub does not show."""

    compared: bool = False
    unlisted: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()


def compare_with_git(session: Session, remote: str | None) -> GitNumbers:
    """What git's list of pull requests says, or that it could not be compared."""
    if remote is None:
        return GitNumbers()
    try:
        numbers = refs.list_pull_numbers(remote)
    except (Refused, Missing, Stopped):
        return GitNumbers()
    known, absent = set[int](), set[int]()
    for name in session.ledger.names("pull/"):
        known.add(int(name))
        entry = session.ledger.read(f"pull/{name}", PullEntry)
        if entry is not None and entry.status in ("gone", "hidden"):
            absent.add(int(name))
    return GitNumbers(compared=True, unlisted=numbers - known, absent=numbers & absent)


def fetch_by_number(session: Session, numbers: GitNumbers) -> None:
    """Asks for each pull request that only git lists by itself: it may be hidden, or visible again."""
    wanted = sorted(numbers.unlisted | numbers.absent)
    unanswered = set[int]()
    for done, number in enumerate(wanted, 1):
        if fetch_pull(session, number) == "unanswered":
            unanswered.add(number)
        session.on_step("pull requests that only git lists", done, len(wanted))
    if unanswered:
        find_in_listing(session, unanswered)


def fetch_pull(session: Session, number: int) -> Shown:
    """Asks for pull request `number` by itself. What GitHub does not show is noted as absent.

    `unanswered`: the server gave neither a pull request nor an error, as one that can't look up numbers does.
    """
    size = BatchSize(SINGLE_PULL_SIZES)
    while True:
        asked = {**session.names, "number": number, "items": size.items}
        try:
            page = session.client.ask("pull", asked)
            with session.reading("pull", page), session.ledger.transaction():
                check_repository(session, page.data["repository"])
                node, refused = page.data["repository"]["pullRequest"], find_refused(page.refused, PULL_PATH)
                if node is not None:
                    _keep(session, number, asked, page, check_bundle(node, refused), refused)
        except NodesNotFound:
            with session.ledger.transaction():
                note_absent(session.ledger, number)
            return "absent"
        except (QueryTooExpensive, Incoherent):
            if size.shrink():
                continue
            _note_failure(session, number)
            return "failed"
        if node is not None:
            return "shown"
        if refused:
            _note_failure(session, number)
            return "failed"
        with session.ledger.transaction():
            note_absent(session.ledger, number)
        return "unanswered"


def find_in_listing(session: Session, wanted: Set[int]) -> None:
    """Notes those of `wanted` in `todo` that a listing of all pull requests by creation shows."""
    after, going_on = None, True
    while going_on:
        page, listed = ask_listing(session, {**session.names, "page": 100, "after": after, "order": BY_CREATION})
        with session.reading("listing", page), session.ledger.transaction():
            for node in listed["nodes"]:
                if node is not None and node["number"] in wanted:
                    entry = session.ledger.read(pull_key(node["number"]), PullEntry)
                    assert entry is not None  # it was noted as absent
                    fresh = entry.model_copy(update={"status": "partial", "node_id": node["id"], "draft": None})
                    session.ledger.write(pull_key(entry.number), fresh)
                    session.ledger.write(todo_pull_key(entry.number), fresh)
            info = listed["pageInfo"]
        going_on = info["hasNextPage"] and info["endCursor"] != after
        after = info["endCursor"]


def _keep(
    session: Session, number: int, asked: dict[str, Any], page: Page, node: Any, refused: tuple[str, ...]
) -> None:
    if node["number"] != number:
        raise Incoherent(f"asked for pull request {number}, got {node['number']}")
    state = session.state()
    session.ledger.write("state", session.ledger.add_page(state, "pull", asked, page))
    keep_bundle(session.pages, node, state.pages, page.moment, refused)


def _note_failure(session: Session, number: int) -> None:
    with session.ledger.transaction():
        known = session.ledger.read(pull_key(number), PullEntry)
        note_pull_error(session.ledger, number, known.node_id if known else "")
    session.failed_pulls.add(number)
