"""Lays a release out in a folder: tables, card, manifest and all that users need to cite, check and trust it."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from curate.releases.card import render_card
from curate.releases.citation import read_license, render_citation
from curate.releases.croissant import croissant
from curate.releases.definition import Definition
from curate.releases.diff import Diff, diff_tables, render_diff
from curate.releases.evaluation import render_evaluation
from curate.releases.statistics import Statistics
from curate.releases.tables import Tables, content_hash, open_tables
from curate.releases.tombstones import TOMBSTONES, Tombstone, read_tombstones
from curate.releases.versions import Version, parse_version
from curate.schemas.distribution import installed_version
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import SPLITS
from curate.schemas.published import CONFIGS, DOUBTFUL, unit_of
from curate.schemas.store.atomic import replacing
from curate.schemas.store.digest import digest_file, digest_text
from curate.schemas.store.jsonl import render_lines
from curate.schemas.store.jsontext import render_json
from curate.schemas.store.layout import (
    FUNNEL,
    MANIFEST,
    SPLIT_IDS,
    read_split_ids,
    render_ids,
    split_ids_path,
    table_path,
)
from curate.schemas.store.manifest import (
    FORMAT,
    SUMS,
    BuildManifest,
    FileEntry,
    Parent,
    ReleaseManifest,
    Tool,
    read_entries,
    read_manifest,
    write_manifest,
)
from curate.schemas.store.parquet import ParquetWriter

PROVENANCE = "PROVENANCE.json"
CHANGELOG = "CHANGELOG.md"
WITHDRAWN = "withdrawn"
"""The stage of the funnel that tells of withdrawn units."""
PROVENANCE_FIELDS = {
    "tool", "options", "inputs", "versions", "label_rules", "versions_told_apart_by", "newest_record",
}  # fmt: skip
"""What of a build manifest a release passes on."""
Tick = Callable[[int], None]


@dataclass(frozen=True)
class Edition:
    """What makes a release of a dataset, besides its rows."""

    definition: Definition
    template: str
    version: Version
    date: str | None
    previous: Path | None
    tombstones: Sequence[Tombstone]
    change: Diff | None


@dataclass
class _Layout:
    """What is known of the release while it is written."""

    folder: Path
    sizes: dict[str, dict[str, tuple[int, int, int]]] = field(default_factory=dict)
    content: dict[str, dict[str, str]] = field(default_factory=dict)
    units: dict[str, set[str]] = field(default_factory=dict)
    counts: Statistics = field(default_factory=Statistics)

    def write(self, name: str, text: str) -> None:
        """Writes one text file of the release."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")

    def entries(self) -> dict[str, FileEntry]:
        """Every file written so far, by its content."""
        return read_entries(self.folder)


def build_release(
    source: Path,
    definition: Definition,
    template: str,
    version: Version,
    out: Path,
    *,
    previous: Path | None,
    tombstones: Sequence[Tombstone] = (),
    date: str | None = None,
    tick: Tick = lambda _: None,
) -> ReleaseManifest:
    """Builds release `version` of `source` (a built dataset, or a release to withdraw rows from) in `out`.

    The folder appears whole or not at all. The same arguments give the same bytes.

    Raises:
        Refused: `out` already exists, or the change since `previous` asks for a larger version step.
    """
    withdrawn = tuple(tombstones) or (read_tombstones(previous) if previous else ())
    tables = open_tables(source, definition.configs, frozenset(row.id for row in withdrawn))
    change = check_step(tables, version, previous) if previous else None
    edition = Edition(definition, template, version, date, previous, withdrawn, change)
    with replacing(out) as fresh:
        layout = _Layout(fresh)
        _write_tables(layout, tables, tick)
        return _write_rest(layout, tables, edition)


def check_step(tables: Tables, version: Version, previous: Path) -> Diff:
    """The change since `previous`.

    Raises:
        Refused: rows moved between splits, or `version` is a smaller step than the change asks for.
    """
    parent = read_manifest(previous, ReleaseManifest)
    if parent.dataset != tables.manifest.dataset:
        raise Refused(f"{previous} is a release of {parent.dataset}, not of {tables.manifest.dataset}")
    change = diff_tables(open_tables(previous, ()), tables)
    if change.split_moves:
        raise Refused(f"{len(change.split_moves)} ids moved to another split, first {change.split_moves[0]}")
    step = "patch" if change.step == "none" else change.step
    least = parse_version(parent.version).next(step)
    if version < least:
        raise Refused(f"the change since {parent.version} asks for a {step} step: {least} or later, not {version}")
    return change


def _write_tables(layout: _Layout, tables: Tables, tick: Tick) -> None:
    import pyarrow.parquet as pq

    for config, table in tables.configs.items():
        for split in (split for split in SPLITS if split in table.splits):
            path = layout.folder / table_path(config, split)
            path.parent.mkdir(parents=True, exist_ok=True)
            with ParquetWriter(path, CONFIGS[config].record) as writer:
                rows = _written(layout, writer, config, split, table.splits[split](), tick)
                digest, count = content_hash(rows)
            if count == 0:
                path.unlink()
                continue
            footer = pq.read_metadata(path)
            unpacked = sum(footer.row_group(group).total_byte_size for group in range(footer.num_row_groups))
            layout.sizes.setdefault(config, {})[split] = (count, unpacked, path.stat().st_size)
            layout.content.setdefault(config, {})[split] = digest
    if not layout.sizes:
        raise Refused("no row is left to release")


def _written(layout: _Layout, writer: ParquetWriter, config: str, split: str, rows: Any, tick: Tick) -> Any:
    record = CONFIGS[config].record
    for row in rows:
        writer.add(record.model_validate(row))
        layout.units.setdefault(split, set()).add(unit_of(row))
        layout.counts.add(config, split, row)
        tick(1)
        yield row


def _write_rest(layout: _Layout, tables: Tables, edition: Edition) -> ReleaseManifest:
    provenance, funnel = _provenance(tables), _funnel(layout, tables, edition)
    split_ids = {split: render_ids(sorted(units)) for split, units in layout.units.items()}
    for split, text in split_ids.items():
        layout.write(split_ids_path(split), text)
    for config in layout.sizes:
        layout.write(f"schema/{config}.schema.json", render_json(CONFIGS[config].record.model_json_schema()))
    layout.write(PROVENANCE, render_json(provenance))
    layout.write(FUNNEL, render_json(funnel))
    _write_terms(layout, edition)
    rows = {config: {split: size[0] for split, size in splits.items()} for config, splits in layout.sizes.items()}
    _write_descriptions(layout, edition, rows, provenance, funnel["steps"])
    definition = edition.definition
    manifest = ReleaseManifest(
        format=FORMAT,
        kind="release",
        dataset=tables.manifest.dataset,
        repo=definition.repo,
        version=str(edition.version),
        parent=_parent(edition.previous),
        label_rules=tables.manifest.label_rules,
        files=layout.entries(),
        rows=rows,
        content=layout.content,
        content_sha256=digest_text(render_json(layout.content)),
        split_ids={split: digest_text(text) for split, text in split_ids.items()},
        tool=Tool(name="curate", version=installed_version()),
        build_manifest_sha256=provenance["build_manifest_sha256"],
        definition_sha256=digest_text(definition.model_dump_json() + edition.template),
    )
    _seal(layout, manifest)
    return manifest


def _write_terms(layout: _Layout, edition: Edition) -> None:
    """Licence, notice, citation, tombstones and change log."""
    layout.write("LICENSE", read_license(edition.definition.spdx))
    layout.write("NOTICE", edition.definition.notice)
    layout.write("CITATION.cff", render_citation(edition.definition, edition.version, edition.date))
    layout.write(TOMBSTONES, render_lines(edition.tombstones))
    changes = render_changelog(edition.version, edition.date, edition.change, edition.tombstones, edition.previous)
    layout.write(CHANGELOG, changes)


def _write_descriptions(
    layout: _Layout,
    edition: Edition,
    rows: Mapping[str, Mapping[str, int]],
    provenance: Mapping[str, Any],
    steps: Sequence[Mapping[str, Any]],
) -> None:
    """What people and programs read first: the card, croissant.json and, where models are measured, eval.yaml."""
    definition, version, date = edition.definition, edition.version, edition.date
    document = croissant(definition, version, date, rows, layout.entries(), provenance)
    layout.write("croissant.json", render_json(document))
    evaluation = render_evaluation(definition.evaluation, rows) if definition.evaluation else None
    if evaluation:
        layout.write("eval.yaml", evaluation)
    withheld = () if "texts" in layout.sizes or "snapshots" not in layout.sizes else DOUBTFUL
    card = render_card(
        definition, edition.template, version, layout.sizes, layout.counts, steps, provenance, edition.tombstones,
        withheld, date,
    )  # fmt: skip
    layout.write("README.md", card)


def _funnel(layout: _Layout, tables: Tables, edition: Edition) -> dict[str, Any]:
    """The funnel of the dataset, and last what was withdrawn from the release."""
    funnel: dict[str, Any] = json.loads((tables.folder / FUNNEL).read_bytes())
    held = {unit for units in read_split_ids(tables.folder / SPLIT_IDS).values() for unit in units}
    built = isinstance(tables.manifest, BuildManifest)
    gone = Counter(row.reason for row in edition.tombstones if row.id in held or not built)
    steps = [step for step in funnel["steps"] if step["stage"] != WITHDRAWN]
    if gone:
        left = sum(len(units) for units in layout.units.values())
        unit = "record" if "problems" in layout.sizes else "pull_request"
        steps.append(
            {"stage": WITHDRAWN, "unit": unit, "came_in": left + gone.total(), "went_out": left, "dropped": dict(gone)}
        )
    return {**funnel, "steps": steps}


def _seal(layout: _Layout, manifest: ReleaseManifest) -> None:
    """Writes the manifest and, in the form of `sha256sum`, the digest of every file, the manifest's own too."""
    write_manifest(layout.folder, manifest)
    sums = {name: entry.sha256 for name, entry in manifest.files.items()}
    sums[MANIFEST] = digest_file(layout.folder / MANIFEST)
    layout.write(SUMS, "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items())))


def _parent(previous: Path | None) -> Parent | None:
    if previous is None:
        return None
    version = read_manifest(previous, ReleaseManifest).version
    return Parent(version=version, manifest_sha256=digest_file(previous / MANIFEST))


def _provenance(tables: Tables) -> Mapping[str, Any]:
    manifest = tables.manifest
    if isinstance(manifest, BuildManifest):
        kept = {name: value for name, value in to_builtins(manifest).items() if name in PROVENANCE_FIELDS}
        return {**kept, "build_manifest_sha256": digest_file(tables.folder / MANIFEST)}
    provenance: dict[str, Any] = json.loads((tables.folder / PROVENANCE).read_bytes())
    return provenance


def render_changelog(
    version: Version,
    date: str | None,
    change: Diff | None,
    withdrawn: Sequence[Tombstone],
    previous: Path | None,
) -> str:
    """CHANGELOG.md: this version's entry above those of the release before it."""
    lines = [f"## {version}" + (f" ({date})" if date else ""), ""]
    lines += [f"- {line.strip()}" for line in render_diff(change)] if change else ["- first release"]
    gone = [row for row in withdrawn if row.version == str(version)]
    if gone:
        lines.append(
            f"- {len(gone)} withdrawn, see {TOMBSTONES}; please move to this version and delete earlier copies"
        )
    earlier = (previous / CHANGELOG).read_text(encoding="utf-8").split("\n", 2)[2] if previous else ""
    return "\n".join(["# Changelog", "", *lines, ""]) + (f"\n{earlier}" if earlier else "")
