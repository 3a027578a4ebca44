"""The client and the ledger of one repository, opened together."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from curate.schemas.errors import Refused
from curate.schemas.text import printable
from curate.scrapers.github.client import Client
from curate.scrapers.github.ledger import REPO_KEY, Ledger, State, Waits, parse_time


@dataclass
class Session:
    """The client and the ledger of one repository, and who is told of each step (`what`, done, of how many)."""

    client: Client
    ledger: Ledger
    tell: Callable[[str, int, int | None], None]

    @property
    def names(self) -> dict[str, Any]:
        """Owner and name, as variables of a query."""
        owner, _, name = self.ledger.repo.partition("/")
        return {"owner": owner, "name": name}

    def state(self) -> State:
        """The state, which `open_repository` has made sure of."""
        state = self.ledger.state()
        assert state is not None
        return state


def open_session(client: Client, ledger: Ledger, tell: Callable[[str, int, int | None], None]) -> Session:
    """An session whose client knows of the waits that an earlier run was told of, and tells later runs of its own."""
    known = ledger.read("waits", Waits)
    if known is not None and known.token == client.token.mark:
        waits = {True: known.graphql, False: known.rest}
        client.free_at.update({resource: wait for resource, wait in waits.items() if wait is not None})

    def keep_waits() -> None:
        free_at = client.free_at
        ledger.write("waits", Waits(token=client.token.mark, graphql=free_at.get(True), rest=free_at.get(False)))

    client.on_limit = keep_waits
    return Session(client, ledger, tell)


def check_access(client: Client, repo: str) -> None:
    """Asks REST for the repository: a wrong token, one that may not see it, or another name now is told at once."""
    check_name(repo, str(client.get(f"/repos/{repo}").data.get("full_name")))


def open_repository(session: Session) -> State:
    """Asks once for the repository, by REST for the token's sake and by GraphQL for its id, and opens its state.

    Raises:
        Refused: it has another name now, or the archive holds another repository of that name.
    """
    repo = session.ledger.repo
    check_access(session.client, repo)
    asked = session.names
    page = session.client.ask("repository", asked)
    found = page.data.get("repository")
    if found is None:
        raise Refused(f"GitHub shows no repository {repo} to this token")
    check_name(repo, found["nameWithOwner"])
    state = session.ledger.state()
    if state is None:
        newest = [parse_time(node["updatedAt"]) for node in found["pullRequests"]["nodes"]]
        state = State(repo_id=found["id"], seen_until=newest[0] if newest else None)
    if state.repo_id != found["id"]:
        raise Refused(f"the archive holds another repository that was called {repo}: name another workspace")
    with session.ledger.transaction():
        state = session.ledger.add_page(state, "repository", asked, page)
        session.ledger.write("state", state)
        session.ledger.archive.put(REPO_KEY + repo, state.repo_id.encode())
    return state


def check_name(asked: str, given: str) -> None:
    """Raises Refused when GitHub calls the repository otherwise than it was asked for."""
    if asked.lower() != given.lower():
        raise Refused(f"{asked} is called {printable(given, 200)} now: run again with that name")
