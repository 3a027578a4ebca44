"""Plays histories into git objects, and writes them as a bare repository.

Every sha is computed here, so a large upstream needs no git at all; `make_upstream` writes the repository
with one `git index-pack`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from curate.standins.upstream.objects import EMPTY, CommitObject, ObjectStore, Tree
from curate.standins.upstream.repository import write_bare
from curate.standins.upstream.state import Pull, Pushed
from curate.standins.upstream.steps import module_text
from curate.standins.upstream.story import (
    BORS_PREFIX,
    REPO,
    BodyEdited,
    Edit,
    History,
    Landed,
    Push,
    Renamed,
    at,
)

START = at("2024-06-30T00:00")
END = at("2026-04-20T00:00")
BACKGROUND_EVERY = timedelta(days=5)
BACKGROUND_FIRST = 14_001
"""PRs of the background, which no archive lists, are numbered from here in steps of one."""
_BASE_FILES = {
    "README.md": "# A small library\n\nMade by `curate demo`.\n",
    "lean-toolchain": "leanprover/lean4:v4.10.0\n",
    "lake-manifest.json": '{\n  "batteries": "0000001",\n  "aesop": "0000001"\n}\n',
    "docs/overview.md": "# Overview\n\nModules live in `Mathlib/`.\n",
    ".github/workflows/build.yml": "name: continuous integration\non: push\n",
    "Mathlib/Background.lean": module_text("Mathlib/Background.lean"),
}


@dataclass(frozen=True, slots=True)
class Upstream:
    """The whole small world: PRs by number, the branches of the repository, and every git object."""

    pulls: dict[int, Pull]
    branches: dict[str, tuple[CommitObject, ...]]
    """Commits of `master` and of other base branches, oldest first."""
    store: ObjectStore
    repo: str = REPO
    git: Path | None = None

    def refs(self) -> dict[str, str]:
        """Every ref and its commit. A lost commit has none, a replaced one that was kept has."""
        refs = {f"refs/heads/{name}": commits[-1].sha for name, commits in self.branches.items()}
        for pull in self.pulls.values():
            kept = [push for push in pull.pushed if not push.step.lost]
            if kept:
                refs[f"refs/pull/{pull.number}/head"] = kept[-1].sha
            replaced = {later.before for later in pull.pushed if later.step.kind == "force"}
            for push in kept:
                if push.sha in replaced:
                    refs[f"refs/curate/sha/{push.sha}"] = push.sha
        return refs


@dataclass(slots=True)
class _Branch:
    """A PR's branch while it is played."""

    base: CommitObject
    commits: list[CommitObject]
    edits: list[Edit]
    inherited: list[Edit]
    """Edits of the PR that it is stacked on, until that one lands."""

    @property
    def tip(self) -> CommitObject:
        return self.commits[-1] if self.commits else self.base


@dataclass(slots=True)
class _World:
    store: ObjectStore
    bases: dict[str, list[CommitObject]]
    branches: dict[int, _Branch] = field(default_factory=dict)
    pushed: dict[int, list[Pushed]] = field(default_factory=dict)
    landings: dict[int, list[CommitObject]] = field(default_factory=dict)

    def base(self, name: str) -> list[CommitObject]:
        """A base branch; one that is new starts at master."""
        if name not in self.bases:
            self.bases[name] = self.bases["master"][:]
        return self.bases[name]

    def apply(self, tree: Tree, edits: Iterable[Edit]) -> Tree:
        """`tree` after `edits`. An edit that does not fit is a mistake in a history."""
        for edit in edits:
            blob = tree.find(edit.path)
            if edit.old is None:
                if blob is not None:
                    raise ValueError(f"{edit.path} already exists")
                text = edit.new
            else:
                if blob is None:
                    raise ValueError(f"{edit.path} does not exist")
                before = self.store.text(blob)
                if edit.old not in before:
                    raise ValueError(f"{edit.path} does not hold {edit.old!r}")
                text = None if edit.new is None else before.replace(edit.old, edit.new, 1)
            tree = self.store.replace(tree, edit.path, text)
        return tree


def play(histories: Iterable[History]) -> Upstream:
    """Plays all histories together, in the order of time, on a master that also moves by itself."""
    told = {history.number: history for history in histories}
    world = _World(ObjectStore(), {})
    world.bases["master"] = [_root(world, told.values())]
    steps = [
        (history.moment(step), history.number, place)
        for history in told.values()
        for place, step in enumerate(history.steps)
        if isinstance(step, Push | Landed)
    ]
    steps += [(START + BACKGROUND_EVERY * n, 0, n) for n in range(1, (END - START) // BACKGROUND_EVERY)]
    for when, number, place in sorted(steps):
        if number == 0:
            _move_background(world, place, when)
            continue
        history = told[number]
        step = history.steps[place]
        if isinstance(step, Push):
            _push(world, history, step, when)
        else:
            _land(world, history, place, when)
    pulls: dict[int, Pull] = {}
    for number, history in sorted(told.items()):
        below = pulls.get(history.stacked_on or 0)
        pulls[number] = Pull(history, tuple(world.pushed[number]), tuple(world.landings.get(number, ())), below)
    return Upstream(pulls, {name: tuple(commits) for name, commits in world.bases.items()}, world.store)


def _root(world: _World, histories: Iterable[History]) -> CommitObject:
    """The first commit: a module for each file that some history edits before any made it."""
    made: set[str] = set()
    files = dict(_BASE_FILES)
    for history in histories:
        for push in history.pushes():
            for edit in (edit for commit in push.commits for edit in commit.edits):
                if edit.old is None:
                    made.add(edit.path)
                elif edit.path not in made and edit.path.endswith(".lean"):
                    files.setdefault(edit.path, module_text(edit.path))
    tree = EMPTY
    for path, text in sorted(files.items()):
        tree = world.store.replace(tree, path, text)
    return world.store.commit(tree, (), "feat: begin", "ada", START)


def _move_background(world: _World, place: int, when: datetime) -> None:
    master = world.bases["master"]
    end = "end Background\n"
    note = f"theorem note_{place} : {place} = {place} := rfl\n\n"
    tree = world.apply(master[-1].tree, (Edit("Mathlib/Background.lean", end, note + end),))
    subject = f"chore: add note {place} (#{BACKGROUND_FIRST + place})"
    master.append(world.store.commit(tree, (master[-1].sha,), subject, "noether", when))


def _push(world: _World, history: History, step: Push, when: datetime) -> None:
    base = world.base(history.base)[-1]
    branch = world.branches.get(history.number)
    before = branch.tip.sha if branch else None
    author = history.author or "ghost"
    if branch is None or step.kind == "force":
        branch = world.branches[history.number] = _start(world, history, base)
    elif step.kind == "merge":
        if history.stacked_on in world.landings:
            branch.inherited = []
        tree = world.apply(base.tree, branch.inherited + branch.edits)
        message = f"Merge branch '{history.base}' into {history.branch or f'pr-{history.number}'}"
        branch.commits.append(world.store.commit(tree, (branch.tip.sha, base.sha), message, author, when))
        branch.base = base
    for left, commit in zip(range(len(step.commits), 0, -1), step.commits, strict=True):
        tree = world.apply(branch.tip.tree, commit.edits)
        made_at = when - timedelta(minutes=left)
        branch.commits.append(world.store.commit(tree, (branch.tip.sha,), commit.message, author, made_at))
        branch.edits += commit.edits
    pushed = world.pushed.setdefault(history.number, [])
    pushed.append(Pushed(step, when, before, tuple(branch.commits), branch.base.sha))


def _start(world: _World, history: History, base: CommitObject) -> _Branch:
    below = world.branches.get(history.stacked_on) if history.stacked_on else None
    if below is None or history.stacked_on in world.landings:
        return _Branch(base, [], [], [])
    return _Branch(below.base, below.commits[:], [], below.inherited + below.edits)


def _land(world: _World, history: History, place: int, when: datetime) -> None:
    """Squashes the branch onto its base, as bors does: title, number, the body above `---`."""
    onto = world.base(history.base)
    branch = world.branches[history.number]
    tree = world.apply(onto[-1].tree, branch.edits)
    title, body = history.title, history.body
    for step in history.steps[:place]:
        if isinstance(step, Renamed):
            title = f"{BORS_PREFIX}{title}" if step.title is None else step.title
        elif isinstance(step, BodyEdited):
            body = step.body
    message = f"{title} (#{history.number})\n\n{body.split('---')[0].strip()}".strip()
    commit = world.store.commit(tree, (onto[-1].sha,), message, history.author or "ghost", when)
    onto.append(commit)
    world.landings.setdefault(history.number, []).append(commit)


def make_upstream(directory: Path, histories: Iterable[History]) -> Upstream:
    """Plays `histories` and writes the repository into `directory/mathlib4.git`.

    Raises:
        Missing: git is not installed.
    """
    upstream = play(histories)
    git = directory / "mathlib4.git"
    write_bare(upstream.store, upstream.refs(), git)
    return replace(upstream, git=git)
