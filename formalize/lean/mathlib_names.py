"""Where Mathlib declares a name, found in its sources in one pass over a clone; and the locks of the signatures."""

import hashlib
import json
import re
import subprocess
import tarfile
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Literal

from curate.formalize.lean.signatures import find_shim, read_lemmas
from curate.schemas.base import Record
from curate.schemas.errors import Failed, Refused
from curate.schemas.store.atomic import write_file

SIGNATURE_LINES = 40
"""How many lines of a declaration are read at most to find the end of its signature."""
GIT_TIMEOUT_S = 120.0
INSTANCE = "an instance: its name here is ours, and Mathlib's is generated or stands on another class"
KINDS = "def|theorem|lemma|structure|class|inductive|abbrev|instance|opaque|irreducible_def"
_DECLARES = re.compile(
    r"^\s*(?:@\[[^\]]*\]\s*)*(?:(?:public|protected|noncomputable|private|scoped|nonrec|local)\s+)*"
    rf"(?P<kind>{KINDS})\s+(?:class\s+|inductive\s+)?"
    r"(?P<name>[^\s:({\[⦃]+)"
)
_SECTION = re.compile(r"^(?:@\[expose\] |public |noncomputable |private |meta )*(?P<kind>section|mutual)\b")
_NAMESPACE = re.compile(r"^namespace\s+(?P<name>\S+)")
_END = re.compile(r"^end\b")
_SIGNATURE_END = re.compile(r":=|\bwhere\b|^\s*\|")
_OWN = re.compile(
    r"^\s*(?:@\[(?:instance|class)\] |noncomputable )*(?:axiom|def|class|structure|instance) (?P<name>[\w.'∞≥]+)",
    re.MULTILINE,
)
_SCOPE = re.compile(r"^(?:namespace (?P<open>\S+)|end (?P<close>\S+))$", re.MULTILINE)


class Place(Record):
    """Where a revision of Mathlib declares a name."""

    file: str
    kind: str
    signature_sha256: str
    """Of the signature's text, white space apart."""


class Locked(Record):
    """One name of a shim: its place, or why it has none."""

    place: Place | None = None
    reason: str | None = None
    """Why it can't be found as text; None where it has a place."""
    written_as: str | None = None
    """The multiplicative lemma whose text stands there, where Mathlib makes the additive one of it."""


class Lock(Record):
    """The names of one shim and where its revision of Mathlib declares them."""

    revision: str
    compared: bool
    """Whether the names were looked up in the sources of that revision."""
    names: dict[str, Locked]


class Compared(Record):
    """What became of one name when a shim was compared with Mathlib."""

    name: str
    finding: Literal["as locked", "moved", "changed", "lost", "not found as text", "not locked"]
    words: str


def read_names(revision: str) -> tuple[str, ...]:
    """The names that a revision's shim and its lemmas declare."""
    return shim_names(f"{find_shim(revision).read_text(encoding='utf-8')}\n{read_lemmas(revision)}")


def search_names(clone: Path, lock: Lock, names: Sequence[str]) -> dict[str, list[Place]]:
    """Every place where a clone at the lock's revision declares one of `names`, or what the lock says it is made of.

    Raises:
        Refused: `clone` is no git repository, or holds no such revision.
        Failed: git broke off.
    """
    written = {name: lock.names[name].written_as or name if name in lock.names else name for name in names}
    found = find_names(clone, lock.revision, set(written.values()))
    return {name: found[source] for name, source in written.items() if source in found}


def shim_names(text: str) -> tuple[str, ...]:
    """The names that a shim declares, with their namespaces, in order."""
    events = sorted(
        [(match.start(), "scope", match) for match in _SCOPE.finditer(text)]
        + [(match.start(), "name", match) for match in _OWN.finditer(text)],
        key=lambda event: event[0],
    )
    stack: list[str] = []
    names: list[str] = []
    for _, kind, match in events:
        if kind == "name":
            names.append(".".join([*stack, match["name"]]))
        elif match["open"]:
            stack.append(match["open"])
        elif stack:
            stack.pop()
    return tuple(dict.fromkeys(names))


def find_names(clone: Path, revision: str, wanted: Collection[str]) -> dict[str, list[Place]]:
    """Every place where the sources of `revision` declare one of `wanted`; one pass over them.

    Raises:
        Refused: `clone` is no git repository, or holds no such revision.
        Failed: git broke off.
    """
    _require_commit(clone, revision)
    last = {name.rpartition(".")[2] for name in wanted}
    may_declare = re.compile(rf"(?:{KINDS})\s+(?:\S+\s+)?\S*(?:{'|'.join(map(re.escape, sorted(last)))})\b".encode())
    found: dict[str, list[Place]] = {}
    command = ["git", "-C", str(clone), "archive", "--format=tar", revision, "Mathlib"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as git:
        try:
            with tarfile.open(fileobj=git.stdout, mode="r|") as tar:
                for member in tar:
                    stream = tar.extractfile(member) if member.isfile() and member.name.endswith(".lean") else None
                    data = stream.read() if stream is not None else b""
                    if may_declare.search(data):
                        lines = data.decode("utf-8", errors="replace").splitlines()
                        for name, place in _scan(member.name, lines, last):
                            if name in wanted:
                                found.setdefault(name, []).append(place)
        except tarfile.TarError as error:
            raise Failed(f"git archive of {clone} at {revision} broke off: {error}") from error
        finally:
            git.kill()
    return found


def _require_commit(clone: Path, revision: str) -> None:
    if not re.fullmatch(r"[0-9A-Za-z][\w./-]*", revision):
        raise Refused(f"{revision!r} is no revision")
    command = ["git", "-C", str(clone), "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"]
    asked = subprocess.run(command, capture_output=True, timeout=GIT_TIMEOUT_S, check=False)
    if asked.returncode != 0:
        raise Refused(
            f"{clone} is no clone of Mathlib that holds {revision}, so nothing was compared; name another one"
        )


def _scan(file: str, lines: Sequence[str], last: Collection[str]) -> Iterator[tuple[str, Place]]:
    """The declarations of one file whose last name part is in `last`, with their full names."""
    stack: list[str | None] = []
    for index, line in enumerate(lines):
        if opened := _NAMESPACE.match(line):
            stack.append(opened["name"])
        elif _SECTION.match(line):
            stack.append(None)
        elif _END.match(line):
            stack[-1:] = []
        elif (declared := _DECLARES.match(line)) and declared["name"].rpartition(".")[2] in last:
            written = declared["name"]
            prefix = [] if written.startswith("_root_.") else [name for name in stack if name]
            full = ".".join([*prefix, written.removeprefix("_root_.")])
            signature = _signature(lines[index : index + SIGNATURE_LINES])
            digest = hashlib.sha256(signature.encode()).hexdigest()
            yield full, Place(file=file, kind=declared["kind"], signature_sha256=digest)


def _signature(lines: Sequence[str]) -> str:
    taken = []
    for line in lines:
        code = line.split("--")[0]
        taken.append(code)
        if _SIGNATURE_END.search(code):
            break
    return re.split(r" :=| where\b| \| ", " ".join(" ".join(taken).split()))[0]


def read_lock(revision: str) -> Lock:
    """The lock of a revision's shim.

    Raises:
        Refused: there is no such shim.
    """
    path = find_shim(revision).with_suffix(".lock.json")
    return Lock.model_validate_json(path.read_text(encoding="utf-8"))


def compare_names(lock: Lock, names: Sequence[str], found: dict[str, list[Place]]) -> tuple[Compared, ...]:
    """Each name of the shim beside what the clone holds now."""
    return tuple(_compare(name, lock.names.get(name), found.get(name, [])) for name in names)


def _compare(name: str, locked: Locked | None, places: Sequence[Place]) -> Compared:
    if locked is None:
        return Compared(name=name, finding="not locked", words="the lock does not name it; make the lock again")
    if locked.place is None:
        return Compared(name=name, finding="not found as text", words=locked.reason or "")
    if locked.place in places:
        return Compared(name=name, finding="as locked", words=locked.place.file)
    same = [one for one in places if one.signature_sha256 == locked.place.signature_sha256]
    if same:
        return Compared(name=name, finding="moved", words=f"{locked.place.file} -> {same[0].file}")
    if places:
        return Compared(name=name, finding="changed", words=f"another signature in {places[0].file}")
    return Compared(name=name, finding="lost", words=f"no longer declared; it was in {locked.place.file}")


def make_lock(earlier: Lock, names: Sequence[str], found: dict[str, list[Place]]) -> Lock:
    """The lock of a shim: each name with the one place that declares it, or with the reason why none can be named.

    Raises:
        Refused: a name is found nowhere, or in several places, and `earlier` neither names one of them nor says why.
    """
    made = {name: _lock_name(name, earlier.names.get(name), found.get(name, [])) for name in names}
    return Lock(revision=earlier.revision, compared=True, names=made)


def _lock_name(name: str, earlier: Locked | None, places: Sequence[Place]) -> Locked:
    if name.rpartition(".")[2].startswith("inst"):
        return Locked(reason=INSTANCE)
    if earlier is not None and earlier.place is None and not places:
        return earlier
    written_as = earlier.written_as if earlier else None
    if len(places) == 1:
        return Locked(place=places[0], written_as=written_as)
    chosen = [
        one for one in places if earlier is not None and earlier.place is not None and one.file == earlier.place.file
    ]
    if len(chosen) != 1:
        raise Refused(
            f"{name} is declared in {len(places)} places as far as the sources tell; write its reason into the lock"
        )
    return Locked(place=chosen[0], written_as=written_as)


def write_lock(lock: Lock) -> None:
    """Puts a lock beside its shim."""
    text = json.dumps(lock.model_dump(exclude_none=True), indent=1, ensure_ascii=False)
    write_file(find_shim(lock.revision).with_suffix(".lock.json"), f"{text}\n".encode())
