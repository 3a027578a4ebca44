"""Why one pull request got what it got, read from a built dataset alone."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from curate.schemas.errors import Refused
from curate.schemas.store.layout import DROPS
from curate.schemas.store.manifest import BuildManifest, check_files, read_manifest

COLUMNS: dict[str, list[str] | None] = {
    "snapshots": [
        "snapshot_id",
        "seq",
        "head_sha",
        "head_at",
        "label",
        "reason",
        "unmerged_kind",
        "elsewhere_sha",
        "flags",
        "evidence",
    ],
    "pairs": ["earlier_sha", "final_sha"],
    "pull_requests": None,
    "evidence": None,
}
"""What is read of each table; patches and texts, which are most of its bytes, are not. None: all."""
SHOWN_PLACES = 3


class HeadLine(NamedTuple):
    """One head: its place, what was seen of it and what became of it."""

    seq: int
    sha: str
    at: str
    seen: str
    decision: str
    findings: tuple[str, ...] = ()
    """What checks found in the change: those with a value above 0, and one line for all that are not known."""


class Fact(NamedTuple):
    """Something seen of a pull request as a whole."""

    name: str
    text: str


class Explanation(NamedTuple):
    """One pull request: what was seen of it, then its heads in order."""

    number: int
    facts: list[Fact]
    heads: list[HeadLine]


def read_explanation(folder: Path, number: int) -> Explanation:
    """What the dataset in `folder` knows of pull request `number`.

    Raises:
        Refused: `folder` is no dataset, or it never saw that pull request.
    """
    manifest = read_manifest(folder, BuildManifest, "mathlibpr")
    names = [name for name in manifest.files if name.endswith(".parquet")]
    check_files(folder, manifest.files, names)
    tables = {
        config: _read_rows([folder / name for name in names if name.startswith(f"{config}/")], number, columns)
        for config, columns in COLUMNS.items()
    }
    drops = _read_rows([folder / DROPS], number, None)
    if not tables["pull_requests"] and not drops:
        raise Refused(f"no source of {folder} holds #{number} (it was built with --until {manifest.options['until']})")
    return explain(number, tables, drops)


def explain(number: int, tables: Mapping[str, list[dict[str, Any]]], drops: list[dict[str, Any]]) -> Explanation:
    """What the rows of pull request `number` say. `tables`: config -> its rows of that pull request."""
    facts = [line for row in tables["pull_requests"] for line in _pull_facts(row)]
    facts += [Fact("dropped", _words(row)) for row in drops if row["head_sha"] is None]
    heads = [_snapshot_line(row, tables["evidence"]) for row in tables["snapshots"]]
    kept = {line.sha for line in heads}
    heads += [_drop_line(row) for row in drops if row["head_sha"] and row["head_sha"] not in kept]
    facts += [Fact("pair", f"{row['earlier_sha'][:10]} against {row['final_sha'][:10]}") for row in tables["pairs"]]
    return Explanation(number, facts, sorted(heads))


def _read_rows(files: Sequence[Path], number: int, columns: list[str] | None) -> list[dict[str, Any]]:
    """The rows of one pull request."""
    import pyarrow.parquet as pq

    rows: list[dict[str, Any]] = []
    for path in files:
        with pq.ParquetFile(path) as file:
            for group in range(file.num_row_groups):
                numbers = file.read_row_group(group, ["pr_number"])["pr_number"].to_pylist()
                places = [place for place, one in enumerate(numbers) if one == number]
                if places:
                    table = file.read_row_group(group, columns)
                    rows += [row for place in places for row in table.slice(place, 1).to_pylist()]
    return rows


def _pull_facts(row: dict[str, Any]) -> list[Fact]:
    facts = [
        ("landed", f"yes, by {', '.join(row['landed_by'])}" if row["landed"] else "no"),
        ("closed", f"{row['closed_at']:%Y-%m-%d %H:%M} UTC"),
        ("author", row["author_kind"]),
        ("heads", f"{row['heads']} commits, {row['build_passing_heads']} of them with build evidence"),
        ("split", row["split"] + (f", with the group of #{row['group']}" if row["group"] != row["pr_number"] else "")),
        ("sources", ", ".join(row["sources"])),
    ]
    if row["landed_shas"]:
        facts.insert(1, ("on master as", ", ".join(sha[:10] for sha in row["landed_shas"])))
    facts += [(name, ", ".join(row[name])) for name in ("flags", "cut") if row[name]]
    return [Fact(*fact) for fact in facts]


def _snapshot_line(row: dict[str, Any], evidence: list[dict[str, Any]]) -> HeadLine:
    where = f" in {row['elsewhere_sha'][:10]}" if row["elsewhere_sha"] else ""
    why = row["reason"] + (f" ({row['unmerged_kind']}{where})" if row["unmerged_kind"] else "")
    flags = f"; {', '.join(row['flags'])}" if row["flags"] else ""
    findings = _finding_lines([one for one in evidence if one["snapshot_id"] == row["snapshot_id"]])
    return HeadLine(row["seq"], row["head_sha"], _time(row), _seen(row), f"{row['label']}: {why}{flags}", findings)


def _finding_lines(rows: list[dict[str, Any]]) -> tuple[str, ...]:
    """The checks that found something, then those that could not tell."""
    lines = []
    for row in rows:
        if row["unit"] == "verdict" and row["value"] is not None:
            lines.append(f"{row['check']}: {'passed' if row['value'] else 'failed'}")
        elif row["value"]:
            where = "; ".join(row["where"][:SHOWN_PLACES]) + ("; …" if len(row["where"]) > SHOWN_PLACES else "")
            told = ", ".join(part for part in (row["detail"], where) if part)
            lines.append(f"{row['check']}: {row['value']:g}" + (f" ({told})" if told else ""))
    unknown: dict[str, list[str]] = {}
    for row in rows:
        if row["value"] is None:
            unknown.setdefault(row["detail"] or "", []).append(row["check"])
    return (*lines, *(f"not known: {', '.join(checks)} ({why})" for why, checks in unknown.items()))


def _drop_line(row: dict[str, Any]) -> HeadLine:
    return HeadLine(row["seq"], row["head_sha"], _time(row), _seen(row), f"dropped: {_words(row)}")


def _seen(row: dict[str, Any]) -> str:
    """What was seen of the head's build: for each check run its verdict, where it comes from and its id."""
    return "; ".join(
        f"{one['name']}: {one['conclusion'] or 'seen'} ({one['source']} {one['id'] or ''})".replace(" )", ")")
        for one in row.get("evidence") or ()
    )


def _words(row: dict[str, Any]) -> str:
    return f"{row['reason']} ({row['detail']})" if row["detail"] else str(row["reason"])


def _time(row: dict[str, Any]) -> str:
    return f"{row['head_at']:%Y-%m-%d %H:%M}" if row["head_at"] else "not known"
