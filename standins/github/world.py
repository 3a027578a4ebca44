"""What the stand-in GitHub knows: pull requests and commits as GraphQL objects, from the demo's upstream or an archive.

An object is a dict with the fields of the schema slice; a connection is a plain list, which the server pages.
"""

import json
from bisect import insort
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from curate.standins.github import nodes
from curate.standins.upstream.play import Upstream
from curate.standins.upstream.state import state_at
from curate.standins.upstream.story import REPO

Node = dict[str, Any]
RENDERED_IN_MEMORY = 400


@dataclass(frozen=True)
class Stub:
    """What can be said of a pull request without rendering it."""

    number: int
    created_at: str
    updated_at: str
    shas: tuple[str, ...]
    """The commits that check rows may be asked for."""


@dataclass
class World:
    """The pull requests of `repo`. `render` gives one as a GraphQL object, `commit` a commit of one of them."""

    stubs: dict[int, Stub]
    render: Callable[[int], Node]
    commit: Callable[[int, str], Node]
    repo: str = REPO
    repo_id: str = "R_demo"
    absent: set[str] = field(default_factory=set)
    """Node ids that GitHub no longer knows."""
    heavy: dict[int, int] = field(default_factory=dict)
    """Pull requests that GitHub only manages alone, and with at most so many items in each list."""

    def __post_init__(self) -> None:
        self._by_creation = sorted((stub.created_at, stub.number) for stub in self.stubs.values())
        self._by_change = sorted((stub.updated_at, stub.number) for stub in self.stubs.values())
        self._pull_of = {sha: stub.number for stub in self.stubs.values() for sha in stub.shas}
        self._patches: dict[int, Node] = {}
        self._added: dict[str, Node] = {}
        self._rendered: OrderedDict[int, Node] = OrderedDict()

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of all pull requests."""
        return frozenset(self.stubs)

    def listed(self, by_change: bool) -> list[tuple[str, int]]:
        """Times and numbers, ascending."""
        return self._by_change if by_change else self._by_creation

    def pull(self, number: int) -> Node:
        """A pull request as it is now."""
        if number not in self._rendered:
            node = self.render(number)
            patch = self._patches.get(number, {})
            timeline = [*node["timelineItems"], *patch.get("timelineItems", ())]
            self._rendered[number] = {**node, **patch, "timelineItems": timeline}
            if len(self._rendered) > RENDERED_IN_MEMORY:
                self._rendered.popitem(last=False)
        return self._rendered[number]

    def find(self, node_id: str) -> Node | None:
        """The object with that id."""
        if node_id in self.absent:
            return None
        kind, _, name = node_id.partition("_")
        if kind == "PR" and name.isdigit() and int(name) in self.stubs:
            return self.pull(int(name))
        if kind == "C" and name in self._added:
            return self._added[name]
        if kind == "C" and name in self._pull_of:
            return self.commit(self._pull_of[name], name)
        return None

    def find_commit(self, sha: str) -> Node | None:
        """The commit `sha`."""
        return self.find(f"C_{sha}")

    def change(self, number: int, at: datetime, **fields: Any) -> None:
        """Sets fields of a pull request at `at`; items given as `timelineItems` are added to those it has."""
        when = nodes.time_text(at)
        old = self.stubs[number]
        patch = self._patches.setdefault(number, {})
        added = [*patch.get("timelineItems", ()), *fields.pop("timelineItems", ())]
        patch.update(fields, updatedAt=when, timelineItems=added)
        self._rendered.pop(number, None)
        self._by_change.remove((old.updated_at, number))
        insort(self._by_change, (when, number))
        self.stubs[number] = Stub(number, old.created_at, when, old.shas)

    def add_commit(self, number: int, sha: str, committed_at: datetime, rows: list[Node] | None) -> Node:
        """A further commit, with these check rows; returns it as a commit list or a force push shows it."""
        shown = nodes.render_commit(sha, committed_at)
        rollup = None if rows is None else {"id": f"SCR_{sha}", "contexts": rows}
        self._added[sha] = {**shown, "statusCheckRollup": rollup}
        self._pull_of[sha] = number
        return shown

    def remove(self, number: int) -> None:
        """Deletes a pull request, as GitHub's staff can."""
        stub = self.stubs.pop(number)
        self._by_creation.remove((stub.created_at, number))
        self._by_change.remove((stub.updated_at, number))
        self.absent.add(f"PR_{number}")


def world_of_upstream(upstream: Upstream, as_of: datetime, rows_since: datetime | None = None) -> World:
    """The demo's upstream as GitHub shows it at `as_of`, with check rows no older than `rows_since`."""
    stubs = {}
    for pull in upstream.pulls.values():
        state = state_at(pull, as_of)
        if state is not None and state.head is not None:
            shas = {commit.sha for push in pull.pushed for commit in push.commits}
            opened, changed = nodes.time_text(pull.history.opened), nodes.time_text(state.updated_at)
            stubs[pull.number] = Stub(pull.number, opened, changed, tuple(sorted(shas)))

    def render(number: int) -> Node:
        state = state_at(upstream.pulls[number], as_of)
        assert state is not None
        return nodes.render_pull(upstream, state)

    pushed_in: dict[str, int] = {}
    for pull in upstream.pulls.values():
        pushed_in |= dict.fromkeys((push.sha for push in pull.pushed if push.step.checks is not None), pull.number)

    def commit(number: int, sha: str) -> Node:
        # a stacked pull request lists commits whose checks ran for another
        state = state_at(upstream.pulls[pushed_in.get(sha, number)], as_of)
        rows = None if state is None else state.rows(sha, as_of)
        return nodes.render_checked(upstream, sha, rows, rows_since)

    return World(stubs, render, commit, repo=upstream.repo)


def world_of_queueboard(directory: Path, repo: str = REPO) -> World:
    """A queueboard archive (`directory` holds `data/<N>/pr_info.json`) as GitHub; broken entries are left out."""
    pulls = dict(_read_entries(directory))
    commits: dict[str, Node] = {}
    for pull in pulls.values():
        for sha, node in nodes.convert_commits(pull):
            commits.setdefault(sha, node)
    rendered = {number: nodes.convert_pull(pull, repo) for number, pull in pulls.items()}
    stubs = {
        number: Stub(
            number,
            node["createdAt"],
            node["updatedAt"],
            tuple(sha for sha, _ in nodes.convert_commits(pulls[number])),
        )
        for number, node in rendered.items()
    }
    return World(stubs, lambda number: rendered[number], lambda _, sha: commits[sha], repo=repo)


def _read_entries(directory: Path) -> Iterator[tuple[int, Node]]:
    for path in sorted(directory.glob("data/*/pr_info.json")):
        try:
            pull = json.loads(path.read_bytes())["data"]["repository"]["pullRequest"]
        except (ValueError, KeyError, TypeError):
            continue
        if str(pull["number"]) == path.parent.name:
            yield pull["number"], pull
