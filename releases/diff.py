"""What changed between two releases, and which version step that asks for."""

from collections import Counter
from collections.abc import Iterator, Mapping

from curate.releases.tables import Tables
from curate.releases.versions import Step
from curate.schemas.base import Record
from curate.schemas.published import key_of, unit_of
from curate.schemas.store.manifest import ReleaseManifest
from curate.schemas.text import printable

FACTS: dict[str, tuple[str, ...]] = {
    "snapshots": (
        "label",
        "reason",
        "unmerged_kind",
        "kind",
        "evidence_class",
        "evidence",
        "landed_sha",
        "elsewhere_sha",
    ),
    "pull_requests": ("landed", "landed_by", "head_sha", "closed_at"),
}
"""The columns that explain a flipped label; the label itself comes first."""


class LabelFlip(Record):
    """A snapshot whose label changed, and what else changed with it."""

    key: str
    before: str
    after: str
    why: tuple[str, ...]


class ConfigChange(Record):
    """What changed in one config."""

    config: str
    added: int
    removed: int
    changed: int
    columns: dict[str, int]
    """Rows that changed, by column."""


class Diff(Record):
    """Everything that changed between two releases."""

    schema_changes: tuple[str, ...]
    configs: tuple[ConfigChange, ...]
    flips: tuple[LabelFlip, ...]
    split_moves: tuple[str, ...]
    label_rules: tuple[int, int]
    files: tuple[str, ...]
    """Other files that differ, when both sides are releases."""

    @property
    def step(self) -> Step:
        """The smallest version step for this change."""
        if self.schema_changes or self.split_moves or self.label_rules[0] != self.label_rules[1]:
            return "major"
        if any(change.added or change.removed or change.changed for change in self.configs):
            return "minor"
        return "patch" if self.files else "none"


def diff_tables(before: Tables, after: Tables) -> Diff:
    """What changed from `before` to `after`, row by row and column by column."""
    shared = sorted(before.configs.keys() & after.configs.keys())
    old = {config: _Rows(before, config) for config in shared}
    new = {config: _Rows(after, config) for config in shared}
    homes = [{unit: home for rows in side.values() for unit, home in rows.homes.items()} for side in (old, new)]
    return Diff(
        schema_changes=tuple(_schema_changes(before, after)),
        configs=tuple(_compare(config, old[config], new[config]) for config in shared),
        flips=tuple(_flips(old, new)),
        split_moves=tuple(
            f"{unit}: {homes[0][unit]} -> {homes[1][unit]}"
            for unit in sorted(homes[0].keys() & homes[1].keys())
            if homes[0][unit] != homes[1][unit]
        ),
        label_rules=(before.manifest.label_rules, after.manifest.label_rules),
        files=tuple(_file_changes(before, after)),
    )


class _Rows:
    """The rows of one config as hashes, so that a large text costs eight bytes. They hold within one process only."""

    def __init__(self, tables: Tables, config: str) -> None:
        table = tables.configs[config]
        self.columns = list(table.columns)
        self.homes: dict[str, str] = {}
        self.cells: dict[str, tuple[int, ...]] = {}
        self.units: dict[str, str] = {}
        self.facts: dict[str, dict[str, str]] = {}
        for split, read in table.splits.items():
            for row in read():
                key = key_of(config, row)
                self.units[key] = unit_of(row)
                self.homes[unit_of(row)] = split
                self.cells[key] = tuple(hash(repr(row[name])) for name in self.columns)
                self.facts[key] = {name: _fact(row[name]) for name in FACTS.get(config, ()) if name in row}


def _fact(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_fact(inner) for inner in value)}]"
    return f"{value['name']} {value['conclusion']}" if isinstance(value, dict) else str(value)


def _compare(config: str, old: _Rows, new: _Rows) -> ConfigChange:
    places = [(name, old.columns.index(name), new.columns.index(name)) for name in old.columns if name in new.columns]
    columns: Counter[str] = Counter()
    changed = 0
    for key in old.cells.keys() & new.cells.keys():
        differing = [name for name, here, there in places if old.cells[key][here] != new.cells[key][there]]
        columns.update(differing)
        changed += bool(differing)
    return ConfigChange(
        config=config,
        added=len(new.cells.keys() - old.cells.keys()),
        removed=len(old.cells.keys() - new.cells.keys()),
        changed=changed,
        columns=dict(sorted(columns.items())),
    )


def _flips(old: Mapping[str, _Rows], new: Mapping[str, _Rows]) -> Iterator[LabelFlip]:
    if "snapshots" not in old:
        return
    was, now = old["snapshots"].facts, new["snapshots"].facts
    for key in sorted(was.keys() & now.keys()):
        if was[key]["label"] == now[key]["label"]:
            continue
        why = [f"{name} {was[key][name]} -> {now[key][name]}" for name in was[key] if was[key][name] != now[key][name]]
        if "pull_requests" in old:
            unit = old["snapshots"].units[key]
            pulls = [side["pull_requests"].facts.get(unit, {}) for side in (old, new)]
            why += [
                f"pull request {name} {pulls[0][name]} -> {pulls[1][name]}"
                for name in pulls[0]
                if pulls[0][name] != pulls[1].get(name)
            ]
        yield LabelFlip(key=key, before=was[key]["label"], after=now[key]["label"], why=tuple(why[1:]))


def _file_changes(before: Tables, after: Tables) -> Iterator[str]:
    if not (isinstance(before.manifest, ReleaseManifest) and isinstance(after.manifest, ReleaseManifest)):
        return
    old, new = before.manifest.files, after.manifest.files
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name) and not name.endswith(".parquet"):
            yield name


def _schema_changes(before: Tables, after: Tables) -> Iterator[str]:
    for config in sorted(before.configs.keys() ^ after.configs.keys()):
        yield f"config {config} was {'removed' if config in before.configs else 'added'}"
    for config in sorted(before.configs.keys() & after.configs.keys()):
        old, new = before.configs[config].columns, after.configs[config].columns
        for name in sorted(old.keys() | new.keys()):
            if old.get(name) != new.get(name):
                yield f"{config}.{name}: {old.get(name, 'absent')} -> {new.get(name, 'absent')}"
        if list(old) != list(new) and old == new:
            yield f"{config}: the order of its columns changed"


def render_diff(diff: Diff) -> list[str]:
    """Lines for a person, ending in the step."""
    lines = [f"schema: {change}" for change in diff.schema_changes]
    for change in diff.configs:
        lines.append(f"{change.config}: {change.added} rows added, {change.removed} removed, {change.changed} changed")
        lines += [f"  {name}: {count} rows" for name, count in change.columns.items()]
    if diff.flips:
        lines.append(f"{len(diff.flips)} labels flipped:")
        for flip in diff.flips:
            why = "; ".join(flip.why) or "nothing that explains it changed"
            lines.append(f"  {flip.key}: {flip.before} -> {flip.after} ({why})")
    lines += [f"split move, which must not be: {move}" for move in diff.split_moves]
    if diff.label_rules[0] != diff.label_rules[1]:
        lines.append(f"label rules: version {diff.label_rules[0]} -> {diff.label_rules[1]}")
    lines += [f"file: {name}" for name in diff.files]
    return [printable(line) for line in lines]
