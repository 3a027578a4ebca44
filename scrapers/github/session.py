"""The client and the ledger of one repository, opened together."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from curate.schemas.errors import Refused
from curate.schemas.text import printable
from curate.scrapers.github.bundles import Incoherent
from curate.scrapers.github.client import Client
from curate.scrapers.github.ledger import REPO_KEY, Ledger, State, Waits, parse_time
from curate.scrapers.github.page import Page
from curate.scrapers.github.pages import Pages
from curate.scrapers.github.samples import take_sample
from curate.scrapers.github.verdicts import Answer


@dataclass
class Session:
    """The client and the ledger of one repository.

    `on_step(what, done, of how many)` is told of each step, `on_note` gets a sentence for the user.
    """

    client: Client
    ledger: Ledger
    on_step: Callable[[str, int, int | None], None] = lambda _what, _done, _total: None
    on_note: Callable[[str], None] = lambda _text: None

    def __post_init__(self) -> None:
        self.pages = Pages(self.ledger)
        self.asked_shas: set[str] = set()
        """Commits whose checks were asked for in this run: once is enough."""
        self.failed_pulls: set[int] = set()
        """Pull requests that could not be had in this run: the next one tries again."""

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

    @contextmanager
    def reading(self, query: str, page: Page) -> Iterator[None]:
        """What is read of `page` inside is as the schema says, or `Incoherent` is raised and a sample kept.

        A transaction inside is rolled back then.
        """
        try:
            yield
        except Incoherent as error:
            self.pages.forget()
            self.client.on_unknown(take_sample(query, Answer(200, {}, page.body), str(error)))
            raise
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            self.pages.forget()
            why = f"not in the shape that the schema promises ({type(error).__name__}: {printable(str(error), 80)})"
            self.client.on_unknown(take_sample(query, Answer(200, {}, page.body), why))
            raise Incoherent(why) from error


def open_session(
    client: Client,
    ledger: Ledger,
    on_step: Callable[[str, int, int | None], None] = lambda _what, _done, _total: None,
    on_note: Callable[[str], None] = lambda _text: None,
) -> Session:
    """A session whose client knows of the waits that an earlier run was told of, and tells later runs of its own."""
    known = ledger.read("waits", Waits)
    if known is not None and known.token == client.token.mark:
        client.free_at.update({"graphql": known.graphql} if known.graphql is not None else {})
        client.free_at.update({"rest": known.rest} if known.rest is not None else {})
    client.on_limit = lambda: ledger.write("waits", Waits(token=client.token.mark, **client.free_at))
    return Session(client, ledger, on_step, on_note)


def check_access(client: Client, repo: str) -> None:
    """Asks REST for the repository: a wrong token, one that may not see it, or another name now is told at once."""
    client.check_reachable()
    data = client.get(f"/repos/{repo}").data
    name = data.get("full_name") if isinstance(data, dict) else None
    if not isinstance(name, str):
        raise Refused(
            f"{printable(client.url, 200)} does not answer like GitHub when asked for {repo}: is it the address?"
        )
    check_name(repo, name)


def open_repository(session: Session, checked: bool = False) -> State:
    """Asks once for the repository, by REST for the token's sake and by GraphQL for its id, and opens its state.

    The GraphQL query holds every fragment of the later ones, skipped, so that a server which does not know one of
    their fields says so here, of all of them at once. `checked`: `check_access` was called just now.

    Raises:
        Refused: the repository has another name now, the archive holds another one of that name, or the server lacks
            fields that are needed.
    """
    repo = session.ledger.repo
    if not checked:
        check_access(session.client, repo)
    asked = session.names
    page = session.client.ask("repository", asked)
    with session.reading("repository", page):
        found = page.data["repository"]
        if found is None:
            raise Refused(f"GitHub shows no repository {repo} to this token")
        repo_id, name = str(found["id"]), str(found["nameWithOwner"])
        if not found["id"] or not isinstance(found["id"], str) or not isinstance(found["nameWithOwner"], str):
            raise Incoherent("the repository has no id or no name")
        newest = [parse_time(node["updatedAt"]) for node in found["pullRequests"]["nodes"] if node]
    check_name(repo, name)
    state = session.ledger.state() or State(repo_id=repo_id, seen_until=newest[0] if newest else None)
    if state.repo_id != repo_id:
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
