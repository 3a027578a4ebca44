"""The parts of a `pr_info.json` that are read, as typed structs, into which msgspec decodes straight from the bytes.

Most bytes of an archive are check rows. What a pull request's own fields may be is said once, by its record.
"""

from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from curate.schemas.mathlibpr.pulls import Time

Node = TypeVar("Node")


class Shape(Struct, frozen=True, rename="camel", gc=False):
    """What all parts have: GitHub's names of fields. They hold no cycles."""


class Connection(Shape, Generic[Node], frozen=True):
    """A list of GitHub's."""

    nodes: list[Node | None] | None = None


class Actor(Shape, frozen=True):
    """Somebody, or a bot."""

    login: str | None = None


class Oid(Shape, frozen=True):
    """A commit that something refers to."""

    oid: str | None = None


class Row(Shape, frozen=True):
    """A check run or a commit status."""

    typename: str | None = field(name="__typename", default=None)
    id: str | None = None
    name: str | None = None
    context: str | None = None
    conclusion: str | None = None
    state: str | None = None
    details_url: str | None = None
    target_url: str | None = None
    started_at: Time | None = None
    completed_at: Time | None = None
    created_at: Time | None = None


class Rollup(Shape, frozen=True):
    """All check rows of a commit."""

    contexts: Connection[Row] | None = None


class Commit(Shape, frozen=True):
    """A commit of the branch."""

    oid: str
    committed_date: str | None = None
    status_check_rollup: Rollup | None = None


class CommitItem(Shape, frozen=True):
    """A place in the list of commits."""

    commit: Commit


class Label(Shape, frozen=True):
    """A label."""

    name: str


class File(Shape, frozen=True):
    """A changed file."""

    path: str


class Remark(Shape, frozen=True):
    """A comment, or a review with its words."""

    id: str | None = None
    author: Actor | None = None
    body: str | None = None
    created_at: str | None = None
    submitted_at: str | None = None


class Item(Shape, frozen=True):
    """An item of the timeline."""

    typename: str = field(name="__typename", default="")
    created_at: str | None = None
    actor: Actor | None = None
    label: Label | None = None
    before_commit: Oid | None = None
    after_commit: Oid | None = None
    previous_title: str | None = None
    previous_ref_name: str | None = None
    current_title: str | None = None
    current_ref_name: str | None = None


class HeadRepository(Shape, frozen=True):
    """Where the branch lies."""

    name: str
    owner: Actor


class Pull(Shape, frozen=True):
    """A pull request. Its own fields are checked by the record that they become."""

    number: Any
    title: Any
    body: Any
    state: Any
    is_draft: Any
    created_at: Any
    updated_at: Any
    closed_at: Any
    merged_at: Any
    base_ref_name: Any
    head_ref_name: Any
    head_ref_oid: Any
    merge_commit: Oid | None = None
    head_repository: HeadRepository | None = None
    author: Actor | None = None
    labels: Connection[Label] | None = None
    files: Connection[File] | None = None
    commits: Connection[CommitItem] | None = None
    timeline_items: Connection[Item] | None = None
    comments: Connection[Remark] | None = None
    reviews: Connection[Remark] | None = None
    status_check_rollup: Rollup | None = None


class Repository(Shape, frozen=True):
    """The repository of a pull request."""

    pull_request: Pull | None = None


class Data(Shape, frozen=True):
    """What GitHub was asked for."""

    repository: Repository | None = None


class Answer(Shape, frozen=True):
    """GitHub's answer."""

    data: Data | None = None
    errors: Any = None

    @property
    def pull(self) -> Pull | None:
        """The pull request; None where there is none."""
        return self.data.repository.pull_request if self.data and self.data.repository else None
