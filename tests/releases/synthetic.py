"""A synthetic dataset in the layout that `curate prs` writes: invented pull requests over lines of Python's library."""

import hashlib
import json
import random
import sysconfig
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from curate.schemas.base import Record
from curate.schemas.mathlibpr.rows import (
    DATASET_CONFIGS,
    SPLITS,
    Diagnostic,
    EvidenceRow,
    FileChange,
    Pair,
    PullRow,
    Snapshot,
    SplitName,
    pair_key,
    snapshot_key,
)
from curate.schemas.mathlibpr.rules import LABEL_RULES
from curate.schemas.mathlibpr.rules.facts import CODE_JOBS
from curate.schemas.store.parquet import write_parquet

REPO = "example/mathlib4"
START = datetime(2024, 1, 1, tzinfo=UTC)


@cache
def code_lines() -> list[str]:
    """Lines of Python's standard library: text with the redundancy of real code."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    lines: list[str] = []
    for path in sorted(folder.glob("*.py")) + sorted(folder.glob("[a-e]*/*.py")):
        if "site-packages" not in path.parts:
            text = path.read_text(encoding="utf-8", errors="replace")
            lines += [line for line in text.splitlines() if "@" not in line and 4 < len(line) < 120]
    return lines


def sha_of(*parts: object) -> str:
    """A made-up git object id."""
    return hashlib.sha1(repr(parts).encode(), usedforsecurity=False).hexdigest()


class Maker:
    """Invents pull requests from a seed; the same seed, the same pull requests."""

    def __init__(self, seed: int, patch_bytes: int) -> None:
        self.random = random.Random(seed)
        self.patch_bytes = patch_bytes

    def patch(self, number: int) -> list[str]:
        """Added and context lines, in blocks taken from the standard library."""
        lines = code_lines()
        size = min(500_000, max(300, int(self.random.lognormvariate(0, 1.2) * self.patch_bytes / 2.05)))
        made: list[str] = []
        length = 0
        while length < size:
            first = self.random.randrange(len(lines) - 20)
            for line in lines[first : first + self.random.randint(4, 14)]:
                sign = " " if self.random.random() < 0.3 else "+"
                made.append(f"{sign}{line}")
                length += len(line) + 2
        return [f"+theorem invented_{number}_{self.random.randrange(10**6)} : True := trivial", *made]

    def revise(self, lines: list[str]) -> list[str]:
        """The same patch after review: one line in eight is another, some are gone."""
        other = code_lines()
        kept = [line for line in lines if self.random.random() > 0.03]
        return [line if self.random.random() > 0.12 else f"+{self.random.choice(other)}" for line in kept]

    def pull(self, number: int, split: SplitName) -> tuple[PullRow, list[Snapshot], list[Pair]]:
        """One pull request with its snapshots and pairs."""
        kind = self.random.choices(("revised", "direct", "unmerged"), (6, 2, 2))[0]
        opened = START + timedelta(hours=3 * number, seconds=self.random.randrange(3600))
        closed = opened + timedelta(days=self.random.randint(1, 9))
        first = self.patch(number)
        texts = [first, self.revise(first)] if kind == "revised" else [first]
        heads = [sha_of(number, seq) for seq in range(1, len(texts) + 1)]
        landed = kind != "unmerged"
        pull = PullRow(
            repo=REPO, pr_number=number, landed=landed, landed_by=("title", "bors_comment") if landed else (),
            landed_shas=(sha_of(number, "landed"),) if landed else (), opened_at=opened, closed_at=closed,
            base_ref="master", head_sha=heads[-1], author_kind="human", heads=len(heads),
            build_passing_heads=len(heads), depends_on=(), migrated_to=None, flags=(), cut=(),
            sources=("queueboard",), group=number, split=split,
        )  # fmt: skip
        snapshots = [
            self._snapshot(pull, kind, heads, seq, "\n".join(lines) + "\n") for seq, lines in enumerate(texts, 1)
        ]
        pairs = [
            Pair(
                pair_id=pair_key(snapshots[0].snapshot_id, heads[1]), repo=REPO, pr_number=number,
                earlier_id=snapshots[0].snapshot_id, final_id=snapshots[1].snapshot_id,
                earlier_sha=heads[0], final_sha=heads[1], split=split,
            )
        ] if kind == "revised" else []  # fmt: skip
        return pull, snapshots, pairs

    def _snapshot(self, pull: PullRow, kind: str, heads: list[str], seq: int, diff: str) -> Snapshot:
        number, last = pull.pr_number, seq == len(heads)
        path = f"Mathlib/Invented/File{number}.lean"
        header = f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,9 +1,9 @@\n"
        at = pull.opened_at + timedelta(hours=seq)
        accepted = kind != "unmerged" and last
        check = EvidenceRow(
            source="queueboard", id=f"CR_{sha_of(number, seq, 'check')[:12]}", name="ci / Build",
            conclusion="SUCCESS", observed_at=at, run=10 * number + seq,
            details_url=f"https://github.com/{REPO}/actions/runs/{number}{seq}",
        )  # fmt: skip
        return Snapshot(
            snapshot_id=snapshot_key(REPO, number, heads[seq - 1]), repo=REPO, pr_number=number,
            head_sha=heads[seq - 1],
            base_sha=sha_of(number, "base"), patch_id=sha_of(number, seq, "patch"), seq=seq,
            kind="final" if last else "first_build_passing",
            label="merge_ready" if accepted else "not_merge_ready",
            reason="accepted" if accepted else "unmerged" if kind == "unmerged" else "revised",
            unmerged_kind="abandoned" if kind == "unmerged" else None, evidence_class="checks", evidence=(check,),
            landed_sha=pull.landed_shas[0] if pull.landed_shas else None,
            title=f"feat: add invented lemma {self.random.randrange(10**6)}", title_origin="as_of_head",
            body=f"This adds what {self.random.choice(('Euler', 'Noether', 'Ito'))} knew.", body_origin="as_of_head",
            opened_at=pull.opened_at, closed_at=pull.closed_at, head_at=at,
            changed_files=(FileChange(path=path, previous_path=None, status="M", additions=9, deletions=0),),
            diff=header + diff, diff_missing=None,
            diagnostics=tuple(Diagnostic(name=job, verdict="pass") for job in CODE_JOBS), flags=(), split=pull.split,
        )  # fmt: skip


def split_for(position: float) -> SplitName:
    """By time: the oldest eight tenths train."""
    return "train" if position < 0.8 else "validation" if position < 0.9 else "test"


def invent(pulls: int, seed: int = 0, patch_bytes: int = 1500, until: int | None = None) -> dict[str, list[Record]]:
    """The rows of all configs. With `until`, only the first so many pull requests: an earlier state of the same."""
    maker = Maker(seed, patch_bytes)
    rows: dict[str, list[Record]] = {config: [] for config in DATASET_CONFIGS}
    for index in range(pulls if until is None else until):
        pull, snapshots, pairs = maker.pull(100 + index, split_for(index / pulls))
        rows["pull_requests"].append(pull)
        rows["snapshots"] += snapshots
        rows["pairs"] += pairs
    return rows


def write_dataset(folder: Path, rows: dict[str, list[Record]]) -> Path:
    """Writes `rows` as `curate prs` does, manifest last; the folder."""
    counts: dict[str, dict[str, int]] = {}
    for config, record in DATASET_CONFIGS.items():
        for split in SPLITS:
            part = [row for row in rows[config] if row.split == split]  # type: ignore[attr-defined]
            if part:
                path = folder / config / f"{split}-00000-of-00001.parquet"
                path.parent.mkdir(parents=True, exist_ok=True)
                counts.setdefault(config, {})[split] = write_parquet(path, record, part)
    (folder / "splits").mkdir(parents=True)
    for split in SPLITS:
        ids = sorted(f"{row.repo}#{row.pr_number}" for row in rows["pull_requests"] if row.split == split)  # type: ignore[attr-defined]
        if ids:
            (folder / "splits" / f"{split}.ids.txt").write_text("".join(f"{unit}\n" for unit in ids))
    total = len(rows["snapshots"])
    stage = {"stage": "label", "unit": "head", "came_in": total + 3, "went_out": total, "dropped": {"same-version": 3}}
    (folder / "funnel.json").write_text(json.dumps({"steps": [stage], "landed": {}}))
    (folder / "README.md").write_text("---\nconfigs: []\n---\n")
    write_manifest(folder, counts)
    return folder


def write_manifest(folder: Path, counts: dict[str, dict[str, int]]) -> None:
    """(Re)writes MANIFEST.json over what lies in `folder`."""
    files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    files.pop("MANIFEST.json", None)
    rows = {f"{config}/{split}-00000-of-00001.parquet": n for config in counts for split, n in counts[config].items()}
    manifest = {
        "format": 1,
        "dataset": "mathlibpr",
        "tool": {"name": "curate", "version": "0.1.0"},
        "options": {"until": "2024-12-31", "select": "paper"},
        "inputs": [{"name": "queueboard", "kind": "archive", "sha256": "0" * 64}],
        "files": {name: describe(path, rows.get(name)) for name, path in files.items()},
        "rows": counts,
        "versions": {"pyarrow": "26.0.1"},
        "label_rules": LABEL_RULES,
    }
    (folder / "MANIFEST.json").write_text(json.dumps(manifest, indent=2))


def describe(path: Path, rows: int | None) -> dict[str, object]:
    """A file's entry in the manifest."""
    return {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "bytes": path.stat().st_size,
        "rows": rows,
    }


def counts_of(rows: dict[str, list[Record]]) -> dict[str, dict[str, int]]:
    """Rows by config and split."""
    counts: dict[str, dict[str, int]] = {}
    for config, records in rows.items():
        for row in records:
            splits = counts.setdefault(config, {})
            splits[row.split] = splits.get(row.split, 0) + 1  # type: ignore[attr-defined]
    return counts


def edit_rows(rows: dict[str, list[Record]], config: str, number: int, **changes: object) -> dict[str, list[Record]]:
    """`rows` with one row changed, unchecked, as a wrong builder would write it."""
    edited = {name: list(records) for name, records in rows.items()}
    edited[config][number] = edited[config][number].model_copy(update=changes)
    return edited


def iterate_texts(rows: dict[str, list[Record]]) -> Iterator[str]:
    """All patches."""
    for row in rows["snapshots"]:
        yield row.diff or ""  # type: ignore[attr-defined]
