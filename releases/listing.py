"""The versions of a repository on the Hub."""

from curate.releases.chain import Link, find_withdrawn, read_chain, read_tombstones_of
from curate.releases.hub import Hub
from curate.releases.retries import RetryPolicy
from curate.releases.tombstones import Tombstone
from curate.releases.versions import Version, parse_version

Line = tuple[str, str, str, str, str, str]


def list_releases(hub: Hub, retries: RetryPolicy) -> list[Line]:
    """Version, commit, date, rows, the version from which rows of it are withdrawn, and content hash; newest first.

    Raises:
        Refused: the repository is not there.
    """
    chain = read_chain(hub, retries)
    if not chain:
        return []
    dates = {commit.oid: commit.date for commit in retries.try_until_done(lambda: hub.fetch_commits("main"))}
    withdrawn = read_tombstones_of(hub, retries, chain)
    return [
        _line(version, link, dates.get(link.commit, ""), withdrawn)
        for version, link in sorted(chain.items(), reverse=True)
    ]


def _line(version: Version, link: Link, date: str, withdrawn: tuple[Tombstone, ...]) -> Line:
    if link.manifest is None:
        return str(version), link.commit, date, "not a release", "", ""
    since = min((parse_version(row.version) for row in find_withdrawn(withdrawn, version)), default=None)
    rows = sum(count for splits in link.manifest.rows.values() for count in splits.values())
    return str(version), link.commit, date, str(rows), str(since or ""), link.manifest.content_sha256[:16]
