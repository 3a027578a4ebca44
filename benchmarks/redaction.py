"""What redaction takes out of the patch of every commit of a clone, and whether what is left still applies.

Run: python -m benchmarks.redaction CLONE JOURNAL [--minutes N]
     python -m benchmarks.redaction CLONE JOURNAL --report

Every commit but merges, each against its first parent, as `curate prs` reads patches. JOURNAL is added to after each
batch, so that the same command goes on. A patch that redaction changes is applied to its base, with the files of the
base redacted in the same way where a line that it shows as context or takes away was redacted; each file that comes
out must be the redacted file of the commit. The report lists every distinct match with a line that it stands in.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from curate.schemas.personal import find_addresses, redact_code
from curate.schemas.secrets import find_secrets, redact_secrets
from curate.schemas.text import printable
from curate.scrapers.diffing import Pair
from curate.scrapers.patches import parse_patch
from curate.scrapers.plumbing import SETTINGS, git_environment, run_git
from curate.scrapers.presence import answer_pairs
from curate.scrapers.repository import find_repository, make_view

BATCH = 500


class Match(NamedTuple):
    """What was taken out, and the line around it."""

    kind: str
    text: str
    line: str


def find_matches(diff: str) -> Iterator[Match]:
    """All that `redact_code` takes out of `diff`."""
    for secret in find_secrets(diff):
        yield Match(secret.name, diff[secret.start : secret.end], _line_at(diff, secret.start))
    rest = redact_secrets(diff)
    for span in find_addresses(rest, code=True):
        yield Match("address", rest[span.start : span.end], _line_at(rest, span.start))


def _line_at(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 :].partition("\n")[0][:200]


def applies(view: Path, pair: Pair, diff: str, paths: Iterable[tuple[str | None, str | None]]) -> str | None:
    """None when the redacted `diff` leads from the base to the commit; else what went wrong.

    Args:
        view: a git directory that may be written to.
        pair: the commit and its base.
        diff: the patch before redaction.
        paths: of each file before and after the change; None where there is none.
    """
    with tempfile.TemporaryDirectory() as folder:
        index = Path(folder) / "index"
        _git(view, index, "read-tree", pair.base)
        for before, _ in paths:
            if before is not None and (text := _read(view, pair.base, before)) is not None:
                mode = _git(view, index, "ls-files", "-s", "--", before).split()[0].decode()
                blob = _git(view, index, "hash-object", "-w", "--stdin", stdin=_redact_file(text)).decode().strip()
                _git(view, index, "update-index", "--cacheinfo", f"{mode},{blob},{before}")
        try:
            _git(view, index, "apply", "--cached", "--whitespace=nowarn", stdin=redact_code(diff).encode())
        except subprocess.CalledProcessError as error:
            return error.stderr.decode("utf-8", "replace").strip().splitlines()[0]
        for after in (after for _, after in paths if after is not None):
            text = _read(view, pair.head, after)
            if text is not None and _git(view, index, "show", f":{after}") != _redact_file(text):
                return f"{after} is not the redacted file"
    return None


def _redact_file(text: bytes) -> bytes:
    """A file as its lines would be redacted in a patch."""
    shown = "".join(f" {line}" for line in text.decode().splitlines(keepends=True))
    return "".join(line[1:] for line in redact_code(shown).splitlines(keepends=True)).encode()


def _read(view: Path, commit: str, path: str) -> bytes | None:
    """The file as UTF-8 bytes; None for what is no file of text."""
    try:
        text = run_git(view, "cat-file", "blob", f"{commit}:{path}")
        text.decode()
    except ValueError:
        return None
    return text


def _git(view: Path, index: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    environment = {**git_environment(), "GIT_INDEX_FILE": str(index)}
    command = ["git", f"--git-dir={view}", *SETTINGS, *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=True, env=environment).stdout


def examine(view: Path, pairs: list[Pair]) -> dict[str, object]:
    """One line of the journal: what redaction did to the patches of `pairs`."""
    counts: Counter[str] = Counter()
    matches: Counter[Match] = Counter()
    wrong: list[str] = []
    for pair, answer in answer_pairs(view, pairs):
        counts["commits"] += 1
        patch = parse_patch(pair, answer, None) if isinstance(answer, bytes) else None
        if patch is None or patch.diff is None:
            counts["objects lacking" if patch is None else "over 4 MB"] += 1
            continue
        counts["patches"] += 1
        counts["bytes"] += len(patch.diff)
        if redact_code(patch.diff) == patch.diff:
            continue
        counts["redacted patches"] += 1
        matches.update(find_matches(patch.diff))
        if not patch.exact:
            counts["redacted, but not UTF-8"] += 1
            continue
        sides = [
            (None if one.status == "A" else one.previous_path or one.path, None if one.status == "D" else one.path)
            for one in patch.files
        ]
        said = applies(view, pair, patch.diff, sides)
        counts["applied" if said is None else "not applied"] += 1
        wrong += [f"{pair.head}: {said}"] if said else []
    return {"counts": counts, "matches": [[*match, count] for match, count in matches.items()], "wrong": wrong}


def list_pairs(repository: Path) -> list[Pair]:
    """Every commit but merges, with its parent."""
    listed = run_git(repository, "rev-list", "--all", "--no-merges", "--parents", "--topo-order").decode().splitlines()
    return [Pair(head, parents[0]) for line in listed for head, *parents in [line.split()] if parents]


def report(journal: Path, total: int) -> None:
    """Adds up the journal and lists every distinct match."""
    counts: Counter[str] = Counter()
    matches: Counter[tuple[str, str]] = Counter()
    lines: dict[tuple[str, str], str] = {}
    for row in map(json.loads, journal.read_text(encoding="utf-8").splitlines()):
        counts.update(row["counts"])
        for kind, text, line, count in row["matches"]:
            matches[kind, text] += count
            lines.setdefault((kind, text), line)
        for said in row["wrong"]:
            print(f"WRONG {printable(said)}")
    print(f"{total} commits without merges; {dict(counts)}")
    print(f"{len(matches)} distinct matches")
    for (kind, text), count in sorted(matches.items()):
        print(f"{kind}\t{count}\t{printable(text)}\t{printable(lines[kind, text])}")


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser()
    parser.add_argument("clone", type=Path)
    parser.add_argument("journal", type=Path)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    repository = find_repository(options.clone)
    if repository is None:
        raise SystemExit(f"{options.clone} is no repository")
    pairs = list_pairs(repository)
    if options.report:
        report(options.journal, len(pairs))
        return
    done = len(options.journal.read_bytes().splitlines()) if options.journal.exists() else 0
    until = time.monotonic() + 60 * options.minutes
    batches = iter([pairs[start : start + BATCH] for start in range(0, len(pairs), BATCH)])
    with tempfile.TemporaryDirectory() as folder, options.journal.open("a", encoding="utf-8") as journal:
        view = make_view(repository, Path(folder) / "view")
        for batch in islice(batches, done, None):
            if time.monotonic() > until:
                break
            journal.write(json.dumps(examine(view, batch)) + "\n")
            journal.flush()
            os.fsync(journal.fileno())
            done += 1
    print(f"{min(done * BATCH, len(pairs))} of {len(pairs)} commits")


if __name__ == "__main__":
    main()
