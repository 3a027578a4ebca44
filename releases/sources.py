"""A release or dataset by the name that a user gives: a folder, or REPO@VERSION on the Hub."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from curate.releases.hub import Hub, Published, open_hub
from curate.releases.retries import RetryPolicy
from curate.releases.versions import Version, find_version, parse_version
from curate.schemas.errors import Refused

Say = Callable[[str], None]


@contextmanager
def open_source(name: str, endpoint: str | None, say: Say, retries: RetryPolicy | None = None) -> Iterator[Path]:
    """The folder called `name`, or the published release `name` downloaded into a folder that goes with the block.

    Raises:
        Refused: it is neither.
    """
    if Path(name).is_dir():
        yield Path(name)
        return
    repo, _, version = name.partition("@")
    if repo.count("/") != 1 or name.startswith((".", "/")):
        raise Refused(f"{name} is neither a directory here nor REPO@VERSION")
    hub, retries = open_hub(repo, endpoint), retries or RetryPolicy(say)
    state = retries.try_until_done(hub.fetch_state)
    commit = find_commit(hub, state, version)
    say(f"reading {hub.repo} at {commit}")
    with hub.fetch_release(commit, retries.try_until_done) as folder:
        yield folder


def find_commit(hub: Hub, state: Published, version: str) -> str:
    """The commit of `version`, or of the newest one when it is empty.

    Raises:
        Refused: there is no such version.
    """
    known = published_versions(state)
    if not known:
        raise Refused(f"{hub.repo} on {hub.endpoint} holds no release that this login can see")
    wanted = parse_version(version) if version else max(known)
    if wanted not in known:
        raise Refused(f"{hub.repo} has no version {wanted}; it has {', '.join(map(str, sorted(known)))}")
    return known[wanted]


def published_versions(state: Published) -> dict[Version, str]:
    """The commits of all versions that have a tag."""
    found = ((find_version(tag), oid) for tag, oid in state.tags.items())
    return {version: oid for version, oid in found if version is not None}
