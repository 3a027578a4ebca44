"""Heads that a clone lacks, fetched by sha from where the clone came from; what can't be had is remembered."""

from collections.abc import Callable, Iterable
from hashlib import sha256

from curate.prs.patch_share import Fetched
from curate.prs.patches import Clone
from curate.schemas.errors import Refused
from curate.scrapers.archive import Archive
from curate.scrapers.github.refs import BATCH, fetch_shas
from curate.scrapers.repository import find_remote, is_url, read_present


def fetch_missing(
    clone: Clone, where: str, repo: str, shas: Iterable[str], memory: Archive, tick: Callable[[int], None]
) -> Fetched | None:
    """Brings heads that the clone lacks below `refs/curate/sha/`; None when nothing says where it came from.

    Args:
        clone: the clone.
        where: as the user named it, a path or a URL.
        repo: `owner/name` on GitHub.
        shas: the heads in question.
        memory: keeps which heads the remote lacks.
        tick: told how many more were asked for.
    """
    remote = where if is_url(where) else find_remote(clone.repository, repo)
    if remote is None:
        return None
    wanted = set(shas)
    lacking = sorted(wanted - read_present(clone.repository, wanted))
    prefix = f"gone/{sha256(remote.encode()).hexdigest()[:16]}/"
    asked = [sha for sha in lacking if prefix + sha not in memory]
    gone = len(lacking) - len(asked)
    fetched = 0
    for start in range(0, len(asked), BATCH):
        batch = asked[start : start + BATCH]
        try:
            lost = fetch_shas(clone.repository, remote, batch)
        except Refused as error:
            return Fetched(len(lacking), fetched, gone, str(error))
        with memory.transaction():
            for sha in lost:
                memory.put(prefix + sha, b"")
        gone += len(lost)
        fetched += len(batch) - len(lost)
        tick(len(batch))
    return Fetched(len(lacking), fetched, gone)
