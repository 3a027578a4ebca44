"""Publishes a release: look at the Hub, take the one step that is next, look again, until nothing is left to do.

Every step is safe to repeat, and what happened is read from the Hub, never remembered. So a lost answer, a kill or a
second run need no special case.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, assert_never

from curate.releases.hub import HUB_FILE, Hub, Stored
from curate.releases.ledger import Entry, append_entry, find_entry, read_ledger
from curate.releases.retries import RetryPolicy
from curate.releases.verify import find_altered_files
from curate.releases.versions import Version, find_version, parse_version
from curate.schemas.errors import Failed, Refused, Stopped
from curate.schemas.store.digest import digest_file
from curate.schemas.store.layout import MANIFEST
from curate.schemas.store.manifest import SUMS, ReleaseManifest, read_manifest

ROUNDS = 40
"""Looks at the Hub in one push; a push that needs more is going in circles."""
Say = Callable[[str], None]


class Seen(NamedTuple):
    """What the Hub and the ledger hold, as far as this release is concerned."""

    head: str | None
    """The head of main; None: there is no repository."""
    latest: Version | None
    """The newest version with a tag."""
    tagged: str | None
    """The commit that this version's tag stands on."""
    committed: str | None
    """The commit on main with this version's title."""
    same: bool | None
    """Whether that commit's manifest is ours; None: there is no such commit."""
    recorded: str | None
    """The commit that the ledger names for this version."""
    latest_manifest: str | None
    """The sha256 of the newest version's manifest."""


class Step(NamedTuple):
    """What to do next. `at` is the commit that it concerns."""

    do: Literal["create", "commit", "verify", "tag", "record", "done"]
    at: str | None = None


@dataclass(frozen=True)
class Release:
    """The folder to publish, as it was read once."""

    folder: Path
    manifest: ReleaseManifest
    manifest_sha256: str

    @property
    def version(self) -> Version:
        """Its version."""
        return parse_version(self.manifest.version)

    @property
    def title(self) -> str:
        """The title of its commit, by which it is found again."""
        return f"Release {self.manifest.version}"

    def files(self) -> list[str]:
        """Every file of the release."""
        return sorted([*self.manifest.files, MANIFEST, SUMS])


def read_release(folder: Path) -> Release:
    """The release in `folder`, whole and unaltered.

    Raises:
        Refused: it is not a release, or a file is not what its manifest says.
    """
    manifest = read_manifest(folder, ReleaseManifest)
    wrong = find_altered_files(folder, manifest)
    if wrong:
        raise Refused(f"{folder} is not as its manifest says: {wrong[0]}; build it again")
    return Release(folder, manifest, digest_file(folder / MANIFEST))


def check_target(release: Release, repo: str | None) -> str:
    """The repository to push to: the one that the release's card names.

    Raises:
        Refused: `repo` is another one; the message says how to build for it.
    """
    named = release.manifest.repo
    if repo is not None and repo != named:
        raise Refused(
            f"card, citation and Croissant of {release.folder} name {named}, not {repo}; "
            f"build it for {repo}: curate release build DATASET --version {release.version} --to {repo}"
        )
    return named


def next_step(release: Release, seen: Seen, verified: str | None) -> Step:
    """The step that follows from what was seen. `verified` is the commit whose files were read back and matched.

    Raises:
        Refused: publishing would change or contradict what is published.
    """
    version = release.manifest.version
    if seen.head is None:
        return Step("create")
    if seen.recorded and seen.tagged and seen.recorded != seen.tagged:
        raise Refused(f"the tag of {version} stands on {seen.tagged}, the ledger says {seen.recorded}: a tag was moved")
    if seen.committed is not None and not seen.same:
        raise Refused(f"{version} is on the Hub with other content; build this one under a higher version")
    if seen.committed is None:
        if seen.tagged is not None:
            raise Refused(f"the tag {release.version.tag} is on the Hub, on a commit that is no release of {version}")
        _refuse_wrong_parent(release, seen)
        return Step("commit", seen.head)
    if seen.tagged is not None and seen.tagged != seen.committed:
        raise Refused(f"the tag {release.version.tag} stands on {seen.tagged}, not on the release {seen.committed}")
    if seen.tagged and seen.recorded:
        return Step("done", seen.tagged)
    if verified != seen.committed:
        return Step("verify", seen.committed)
    return Step("record", seen.tagged) if seen.tagged else Step("tag", seen.committed)


def _refuse_wrong_parent(release: Release, seen: Seen) -> None:
    parent = release.manifest.parent
    if seen.latest is None:
        if parent is not None:
            raise Refused(
                f"this release follows {parent.version}, which is not on this repository: push that one first"
            )
        return
    if release.version <= seen.latest:
        raise Refused(f"{seen.latest} is on the Hub; {release.version} must be built as a later version")
    if parent is None or parent.manifest_sha256 != seen.latest_manifest:
        raise Refused(f"{seen.latest} is the newest version on the Hub; build this release with --previous of that one")


def look(hub: Hub, release: Release, ledger: Path) -> Seen:
    """Reads what stands on the Hub and in the ledger."""
    state = hub.fetch_state()
    recorded = find_entry(read_ledger(ledger), hub.repo, release.manifest.version)
    if state.head is None:
        return Seen(None, None, None, None, None, recorded.commit if recorded else None, None)
    versions = {found: oid for tag, oid in state.tags.items() if (found := find_version(tag)) is not None}
    latest = max(versions, default=None)
    tagged = versions.get(release.version)
    titled = (commit.oid for commit in hub.fetch_commits("main") if commit.title == release.title)
    committed = tagged if tagged is not None else next(titled, None)
    manifest = _manifest_sha256(hub, committed) if committed else None
    if committed is not None and manifest is None:
        committed = None
    return Seen(
        head=state.head,
        latest=latest,
        tagged=tagged,
        committed=committed,
        same=None if committed is None else manifest == release.manifest_sha256,
        recorded=recorded.commit if recorded else None,
        latest_manifest=_manifest_sha256(hub, versions[latest]) if latest is not None else None,
    )


def _manifest_sha256(hub: Hub, oid: str) -> str | None:
    raw = hub.fetch_file(oid, MANIFEST)
    return hashlib.sha256(raw).hexdigest() if raw is not None else None


def find_gone(release: Release, there: dict[str, Stored]) -> list[str]:
    """Files on the Hub that the release does not have; the Hub's own file stays."""
    return sorted(set(there) - set(release.files()) - {HUB_FILE})


def push_release(
    hub: Hub, release: Release, ledger: Path, planned_head: str | None, retries: RetryPolicy, say: Say
) -> str:
    """Publishes `release`, on top of `planned_head` if its commit is not there yet; the commit that it became.

    `planned_head` is None when the repository was not there when the plan was made.

    Raises:
        Refused: publishing would change or contradict what is published.
        Stopped: main moved since the plan, or the Hub did not answer for too long. The same command goes on.
        Failed: what was read back is not what was sent. It was not tagged.
    """
    verified: str | None = None

    def advance() -> Step:
        nonlocal verified
        seen = look(hub, release, ledger)
        step = next_step(release, seen, verified)
        if step.do == "commit" and planned_head not in (None, seen.head):
            raise Stopped(f"main moved from {planned_head} to {seen.head} since the plan; run again for a new plan")
        _take(step, hub, release, ledger, retries, say)
        if step.do == "verify":
            verified = step.at
        return step

    for _ in range(ROUNDS):
        step = retries.try_until_done(advance)
        if step.do == "done" and step.at:
            return step.at
    raise Stopped(f"not done after {ROUNDS} steps; run the same command again to resume")


def _take(step: Step, hub: Hub, release: Release, ledger: Path, retries: RetryPolicy, say: Say) -> None:
    version, at = release.manifest.version, step.at or ""
    match step.do:
        case "create":
            say(f"making {hub.repo}")
            hub.create()
        case "commit":
            say(f"sending {version} in one commit")
            hub.commit(release.folder, release.files(), find_gone(release, hub.fetch_tree(at)), release.title, at)
        case "verify":
            say(f"reading {at} back")
            _verify(hub, release, at, retries)
        case "tag":
            say(f"tagging {at} as {release.version.tag}")
            hub.tag(
                release.version.tag,
                at,
                f"{release.manifest.dataset} {version}\n\n{release.manifest.content_sha256}",
            )
        case "record":
            dataset, digest = release.manifest.dataset, release.manifest_sha256
            entry = Entry(dataset=dataset, repo=hub.repo, version=version, commit=at, manifest_sha256=digest)
            append_entry(ledger, entry)
        case "done":
            say(f"{version} is published as {at}")
        case other:
            assert_never(other)


def _verify(hub: Hub, release: Release, oid: str, retries: RetryPolicy) -> None:
    with hub.fetch_release(oid, retries.try_until_done) as copy:
        same = digest_file(copy / MANIFEST) == release.manifest_sha256
        wrong = find_altered_files(copy, release.manifest) if same else [f"{MANIFEST} differs"]
    if wrong:
        what = f"commit {oid} differs from what was uploaded ({wrong[0]})"
        raise Failed(f"{what}; it was not tagged. Run the same command again")
