"""README.md of a release: the Hub's YAML header and the datasheet."""

from collections.abc import Iterator, Mapping, Sequence
from string import Template
from typing import Any

from curate.releases.citation import render_bibtex
from curate.releases.columns import COLUMNS, ROLES
from curate.releases.definition import Definition
from curate.releases.inputs import list_inputs
from curate.releases.markup import render_table, render_yaml
from curate.releases.statistics import Statistics
from curate.releases.tombstones import Tombstone
from curate.releases.versions import Version
from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import SPLITS
from curate.schemas.published import CONFIGS
from curate.schemas.store.arrow import arrow_schema
from curate.schemas.store.layout import table_path

Sizes = Mapping[str, Mapping[str, tuple[int, int, int]]]
"""By config and split: rows, bytes uncompressed, bytes of the file."""
_SIZE_CATEGORIES = ((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"))


def render_card(
    definition: Definition,
    template: str,
    version: Version,
    sizes: Sizes,
    counts: Statistics,
    funnel: Sequence[Mapping[str, Any]],
    provenance: Mapping[str, Any],
    tombstones: Sequence[Tombstone],
    withheld: Sequence[str],
    date: str | None = None,
) -> str:
    """The whole file. `template` is the datasheet, with `$slots` for what only the build knows.

    Raises:
        Refused: the template asks for a slot that does not exist.
    """
    slots = {
        "pretty_name": definition.pretty_name,
        "repo": definition.repo,
        "version": str(version),
        "tag": version.tag,
        "license": definition.spdx,
        "load": "\n".join(_load_line(definition.repo, config, version) for config in sizes),
        "rows": render_table(("config", *SPLITS), _rows(sizes)),
        "labels": render_table(("label", *SPLITS), _by_split(counts.labels)),
        "reasons": render_table(("reason", *SPLITS), _by_split(counts.reasons)),
        "coverage": render_table(("rows", "in all", "with patch", "share"), counts.coverage()),
        "period": _period(counts, provenance),
        "versions_by": str(provenance.get("versions_told_apart_by") or "not known"),
        "samples": "\n\n".join(f"`{config}`:\n\n```json\n{counts.sample(config)}\n```" for config in sizes),
        "roles": render_table(("role", "meaning"), ROLES.items()),
        "hidden": _hidden(sizes),
        "bibtex": render_bibtex(definition, version, date),
        "maintainers": ", ".join(definition.maintainers),
        "updates": definition.updates,
        "evidence": render_table(("evidence class", *SPLITS), _by_split(counts.evidence)),
        "missing": _missing(counts),
        "overridden": _overridden(counts),
        "agreement": _agreement(provenance.get("agreement")),
        "baselines": render_table(("baseline", "split", "accuracy"), counts.baselines()),
        "funnel": render_table(("stage", "unit", "in", "out", "dropped"), _funnel(funnel)),
        "columns": "\n\n".join(_columns(config) for config in sizes),
        "inputs": render_table(("input", "kind", "URL", "commit", "sha256"), _inputs(provenance)),
        "tool": f"{provenance['tool']['name']} {provenance['tool']['version']}",
        "withheld": ", ".join(f"`{column}`" for column in withheld) or "none",
        "withdrawn": str(len(tombstones)),
        "contacts": "\n".join(f"- {contact}" for contact in definition.contacts),
        "citation": definition.citation.title,
    }
    try:
        body = Template(template).substitute(slots)
    except (KeyError, ValueError) as error:
        raise Refused(f"the card template {definition.card} has an unknown or broken slot: {error}") from error
    return f"---\n{render_yaml(card_header(definition, sizes))}---\n\n{body}"


def card_header(definition: Definition, sizes: Sizes) -> dict[str, Any]:
    """The YAML header: how the Hub lists the dataset and how `datasets` loads it."""
    total = sum(rows for splits in sizes.values() for rows, _, _ in splits.values())
    return {
        "license": definition.license,
        "pretty_name": definition.pretty_name,
        "language": list(definition.languages),
        "task_categories": list(definition.task_categories),
        "annotations_creators": list(definition.annotations_creators),
        "source_datasets": list(definition.source_datasets),
        "size_categories": [next((name for bound, name in _SIZE_CATEGORIES if total < bound), "n>1M")],
        "tags": list(definition.tags),
        "configs": [_config(config, splits, number == 0) for number, (config, splits) in enumerate(sizes.items())],
        "dataset_info": [_info(config, splits) for config, splits in sizes.items()],
    }


def _overridden(counts: Statistics) -> str:
    changed = sum(counts.overridden.values())
    if not changed:
        return "No label was changed by hand."
    table = render_table(("label now", *SPLITS), _by_split(counts.overridden))
    return f"{changed} labels were changed by hand after an agreed dispute; `override` says by whom and why:\n\n{table}"


def _agreement(found: Mapping[str, Any] | None) -> str:
    """Check runs against local builds of the same heads, or that there is nothing to compare."""
    if found is None or not found["decided"]:
        return "How local builds agree with check runs was not measured: no head has both."
    rows = [(row["checks"], row["built"], row["heads"]) for row in found["table"]]
    share = f"{found['agreed']} of {found['decided']} heads, 95 % interval {found['low']:.1%} to {found['high']:.1%}"
    return f"Local builds and check runs of the same heads agree on {share}:\n\n" + render_table(
        ("check runs", "local build", "heads"), rows
    )


def _config(config: str, splits: Mapping[str, object], default: bool) -> dict[str, Any]:
    files = [{"split": split, "path": table_path(config, split)} for split in splits]
    return {"config_name": config, **({"default": True} if default else {}), "data_files": files}


def _info(config: str, splits: Mapping[str, tuple[int, int, int]]) -> dict[str, Any]:
    return {
        "config_name": config,
        "features": [_feature(field.name, field.type) for field in arrow_schema(CONFIGS[config].record)],
        "splits": [
            {"name": split, "num_bytes": unpacked, "num_examples": rows}
            for split, (rows, unpacked, _) in splits.items()
        ],
        "download_size": sum(packed for _, _, packed in splits.values()),
        "dataset_size": sum(unpacked for _, unpacked, _ in splits.values()),
    }


def _feature(name: str, kind: Any) -> dict[str, Any]:
    import pyarrow.types as pt

    if pt.is_list(kind) and pt.is_struct(kind.value_type):
        return {"name": name, "list": [_feature(field.name, field.type) for field in kind.value_type]}
    if pt.is_list(kind):
        return {"name": name, "list": _dtype(kind.value_type)}
    if pt.is_struct(kind):
        return {"name": name, "struct": [_feature(field.name, field.type) for field in kind]}
    return {"name": name, "dtype": _dtype(kind)}


def _dtype(kind: Any) -> str:
    return {"double": "float64"}.get(str(kind), str(kind))


def _load_line(repo: str, config: str, version: Version) -> str:
    return f'{config} = load_dataset("{repo}", "{config}", revision="{version.tag}")'


def _rows(sizes: Sizes) -> Iterator[tuple[object, ...]]:
    for config, splits in sizes.items():
        yield (f"`{config}`", *(splits[split][0] if split in splits else 0 for split in SPLITS))


def _by_split(counts: Mapping[tuple[str, str], int]) -> Iterator[tuple[object, ...]]:
    for name in sorted({name for name, _ in counts}):
        yield (f"`{name}`", *(counts.get((name, split), 0) for split in SPLITS))


def _funnel(stages: Sequence[Mapping[str, Any]]) -> Iterator[tuple[object, ...]]:
    for stage in stages:
        dropped = ", ".join(f"{reason} {count}" for reason, count in sorted(stage["dropped"].items()))
        yield stage["stage"], stage["unit"], stage["came_in"], stage["went_out"], dropped


def _missing(counts: Statistics) -> str:
    if not counts.missing:
        return "Every snapshot has its patch."
    return render_table(("why the patch is missing", "snapshots"), sorted(counts.missing.items()))


def _inputs(provenance: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    for one in list_inputs(provenance):
        yield one.name, one.kind, one.url or "not known", one.commit or "", f"`{one.sha256}`"


def _columns(config: str) -> str:
    record: type[Record] = CONFIGS[config].record
    rows = (
        (f"`{field.name}`", COLUMNS[config][field.name].role, COLUMNS[config][field.name].meaning,
         COLUMNS[config][field.name].origin, field.type, "yes" if field.nullable else "no")
        for field in arrow_schema(record)
    )  # fmt: skip
    table = render_table(("column", "role", "meaning", "origin", "type", "may be null"), rows)
    return f"`{config}`: {record.__doc__}\n\n{table}"


def _hidden(sizes: Sizes) -> str:
    """The outcome columns, by config."""
    lines = []
    for config in sizes:
        names = [f"`{name}`" for name, column in COLUMNS[config].items() if column.role == "outcome"]
        if names:
            lines.append(f"- `{config}`: {', '.join(names)}")
    return "\n".join(lines)


def _period(counts: Statistics, provenance: Mapping[str, Any]) -> str:
    newest = provenance.get("newest_record")
    asked = provenance.get("options", {}).get("until")
    lines = []
    if counts.first_closed and counts.last_closed:
        first, last = counts.first_closed, counts.last_closed
        lines.append(f"Closed between {first:%Y-%m-%d} and {last:%Y-%m-%d} (UTC; first and last row).")
    if newest:
        lines.append(f"The newest record was fetched on {newest[:10]}; what happened later is not in it.")
    if asked:
        lines.append(f"Pull requests closed up to {asked} were asked for.")
    return " ".join(lines) or "Not known."
