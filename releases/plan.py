"""What a push would do, before it does it."""

import hashlib
from pathlib import Path
from typing import NamedTuple

from curate.releases.chunks import chunk_sizes
from curate.releases.hub import Hub, Stored
from curate.releases.push import Release, Seen, Step, find_gone
from curate.releases.versions import find_version
from curate.schemas.text import printable


class Plan(NamedTuple):
    """One planned commit."""

    step: Step
    parent: str | None
    uploads: dict[str, int]
    """Files to send, with their bytes."""
    kept: tuple[str, ...]
    """Files that the Hub holds already with the same content."""
    gone: tuple[str, ...]
    """Files of the parent commit that the release does not have."""
    new_bytes: int
    """Bytes to upload after dedupe by content-defined chunks."""
    foreign: tuple[str, ...]
    """Commits on main since the newest release that are none: their changes end."""


def plan_push(hub: Hub, release: Release, seen: Seen, step: Step) -> Plan:
    """What `step` and those after it will send. The parent's changed tables are read to find chunks in common."""
    if step.do not in ("create", "commit") or seen.head is None:
        sizes = _sizes(release) if step.do == "create" else {}
        return Plan(step, seen.head, sizes, (), (), _new_bytes(release.folder, sizes, {}), ())
    there = hub.fetch_tree(seen.head)
    sizes = _sizes(release)
    kept = [name for name in sizes if _same(release, name, there.get(name))]
    uploads = {name: size for name, size in sizes.items() if name not in kept}
    before = {name: hub.fetch_file(seen.head, name) or b"" for name in uploads if name in there}
    return Plan(
        step=step,
        parent=seen.head,
        uploads=uploads,
        kept=tuple(kept),
        gone=tuple(find_gone(release, there)),
        new_bytes=_new_bytes(release.folder, uploads, before),
        foreign=tuple(_foreign(hub, seen)),
    )


def _sizes(release: Release) -> dict[str, int]:
    return {name: (release.folder / name).stat().st_size for name in release.files()}


def _same(release: Release, name: str, stored: Stored | None) -> bool:
    if stored is None:
        return False
    if stored.sha256 is not None:
        return name in release.manifest.files and stored.sha256 == release.manifest.files[name].sha256
    content = (release.folder / name).read_bytes()
    return stored.blob == hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _new_bytes(folder: Path, uploads: dict[str, int], before: dict[str, bytes]) -> int:
    known = {chunk for data in before.values() for chunk in chunk_sizes(data)}
    fresh: dict[bytes, int] = {}
    for name in uploads:
        fresh |= chunk_sizes((folder / name).read_bytes())
    return sum(size for chunk, size in fresh.items() if chunk not in known)


def _foreign(hub: Hub, seen: Seen) -> list[str]:
    if seen.head is None or seen.latest is None:
        return []
    released = {oid for tag, oid in hub.fetch_state().tags.items() if find_version(tag) is not None}
    found: list[str] = []
    for commit in hub.fetch_commits(seen.head):
        if commit.oid in released:
            break
        found.append(f"{commit.oid[:12]} {printable(commit.title, 120)}")
    return found


def render_plan(hub: Hub, release: Release, plan: Plan) -> list[str]:
    """Lines for a person."""
    name = f"{release.manifest.dataset} {release.manifest.version}"
    lines = [f"plan: {name} to {hub.repo} on {hub.endpoint}"]
    match plan.step.do:
        case "done":
            return [*lines, f"  nothing: it is published as {plan.step.at}"]
        case "create":
            lines.append("  make the repository")
        case "commit":
            lines.append(f"  one commit on top of {plan.parent}")
        case "verify" | "tag" | "record":
            lines.append(f"  the commit is there ({plan.step.at}); what is left is to read it back, tag and record it")
            return lines
    lines += [f"  send   {path} ({size:,} bytes)" for path, size in plan.uploads.items()]
    lines += [f"  keep   {path}" for path in plan.kept]
    lines += [f"  remove {path}" for path in plan.gone]
    lines += [
        f"  note: main contains {commit}, which is not a release; its changes will be overwritten"
        for commit in plan.foreign
    ]
    total = sum(plan.uploads.values())
    lines.append(f"  {len(plan.uploads)} files, {total:,} bytes; about {plan.new_bytes:,} to upload after dedupe")
    lines.append(f"  then read back, compare, tag {release.version.tag} and add a line to the ledger")
    return lines
