"""The stored pages, read back: the nodes of a page by their ids, and the items of a bundle's lists, each once."""

import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from curate.scrapers.github.ledger import LISTS, Ledger, ListName, Question

PAGES_IN_MEMORY = 8
ROW_TYPES = ("CheckRun", "StatusContext")


class Pages:
    """The pages last used, each with its nodes by id."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._held: OrderedDict[int, tuple[Question, dict[str, Any], Any]] = OrderedDict()

    def node(self, page: int, node_id: str) -> Any:
        """The node `node_id` on page `page`."""
        return self._get(page)[1][node_id]

    def bundle(self, pages: Iterable[int], node_id: str) -> list[Any]:
        """The parts of one pull request on `pages`, the header first."""
        return [self.node(page, node_id) for page in pages]

    def question(self, page: int) -> Question:
        """What page `page` answers."""
        return self._get(page)[0]

    def whole(self, page: int) -> Any:
        """All of page `page`."""
        return self._get(page)[2]

    def forget(self) -> None:
        """Drops what is held in memory: a page of that number may have been rolled back."""
        self._held.clear()

    def _get(self, page: int) -> tuple[Question, dict[str, Any], Any]:
        if page not in self._held:
            question, answer = self.ledger.read_page(page)
            if len(self._held) == PAGES_IN_MEMORY:
                self._held.popitem(last=False)
            nodes = {node["id"]: node for node in _nodes_of(question, answer) if node is not None}
            self._held[page] = (question, nodes, answer)
        self._held.move_to_end(page)
        return self._held[page]


def _nodes_of(question: Question, answer: Any) -> list[Any]:
    match question.query:
        case "walk":
            return list(answer["data"]["repository"]["pullRequests"]["nodes"])
        case "pull":
            return [answer["data"]["repository"]["pullRequest"]]
        case "pulls" | "checks":
            return list(answer["data"]["nodes"])
        case "more" | "more_checks":
            return [answer["data"]["node"]]
        case _:
            return []


def read_rows(pages: Pages, page: int, commit_id: str) -> list[Any]:
    """The check rows that page `page` has of a commit, as GraphQL or REST gave them; none where the roll-up is null."""
    query = pages.question(page).query
    if query == "rest:check-runs":
        return list(pages.whole(page)["check_runs"])
    if query == "rest:statuses":
        return list(pages.whole(page))
    rollup = pages.node(page, commit_id)["statusCheckRollup"]
    return [] if rollup is None else select_rows(rollup)


def select_rows(rollup: Mapping[str, Any]) -> list[Any]:
    """The rows of a roll-up of GraphQL, without those of a type that is not known: what they say can't be told."""
    return [row for row in rollup["contexts"]["nodes"] if row is not None and row["__typename"] in ROW_TYPES]


def collect_items(parts: Iterable[Mapping[str, Any]]) -> dict[ListName, dict[str, Any]]:
    """The items of each list of a bundle by their identity, in order: pages may overlap, and an item counts once."""
    found: dict[ListName, dict[str, Any]] = {name: {} for name in LISTS}
    for part in parts:
        for name in LISTS:
            for item in (part.get(name) or {"nodes": ()})["nodes"]:
                if item is not None:
                    found[name].setdefault(identify_item(name, item), item)
    return found


def identify_item(name: ListName, item: Mapping[str, Any]) -> str:
    """What tells an item of a list from the others: its id, a file's path, a commit's sha."""
    if name == "commits":
        return str(item["commit"]["oid"])
    if name == "files":
        return str(item["path"])
    return str(item.get("id") or json.dumps(item, sort_keys=True))  # not every timeline item is a Node


def find_short_lists(header: Mapping[str, Any], items: Mapping[ListName, Mapping[str, Any]]) -> tuple[ListName, ...]:
    """The lists that hold fewer items than GitHub's own count of them in `header`."""
    return tuple(name for name in LISTS if header.get(name) and len(items[name]) < header[name]["totalCount"])
