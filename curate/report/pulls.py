"""The page of one pull request: what `curate explain` says, in its words, with patches, versions and findings."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from curate.explanation import Explanation, HeadLine, explain
from curate.report.blocks import Block, Dispute, Facts, Fold, Heading, Link, Patch, Table, Text, Timeline, Versions
from curate.report.rows import PullRows, Row

KIND = "pr"
"""First part of the route of a pull request's page."""
PATCH_CHARACTERS = 20_000
"""Of a longer patch the page shows the beginning; the dataset has the whole."""
_MOVED = re.compile("→ ")
"""Checks write a place as `path:line words`; of what was moved, the place that it came from stands before it."""


def build_pull_page(
    rows: PullRows, patch_characters: int, issues: str, reviewed: Mapping[str, str] | None = None
) -> list[Block]:
    """Blocks of the page of one pull request.

    Args:
        rows: all its rows.
        patch_characters: how much of a patch is shown.
        issues: address of the form for new issues, for disputed labels; empty where there is none.
        reviewed: for each snapshot that reviewers were asked about, the page of their answers.
    """
    explanation = explain(rows.number, rows.tables, rows.drops)
    snapshots = sorted(rows.tables["snapshots"], key=lambda row: row["seq"])
    title = snapshots[-1]["title"] if snapshots else ""
    blocks: list[Block] = [
        Heading(1, f"#{rows.number} {title}".rstrip()),
        Facts([(fact.name, fact.text) for fact in explanation.facts]),
        build_timeline(explanation),
    ]
    findings = rows.tables.get("evidence", [])
    for row in snapshots:
        blocks += _snapshot_blocks(row, [one for one in findings if one["snapshot_id"] == row["snapshot_id"]],
                                   patch_characters, issues)  # fmt: skip
        if reviewed and row["snapshot_id"] in reviewed:
            blocks.append(Facts([("reviewers", Link("prompts and answers", reviewed[row["snapshot_id"]]))]))
    by_id = {row["snapshot_id"]: row for row in snapshots}
    for pair in rows.tables["pairs"]:
        blocks += _pair_blocks(by_id.get(pair["earlier_id"]), by_id.get(pair["final_id"]), patch_characters)
    return blocks


def build_timeline(explanation: Explanation) -> Timeline:
    """The heads in order, with what was seen of each and what was decided."""
    return Timeline(
        "Heads",
        [
            (head.at, f"{head.seq}: {head.sha[:10]}", head.seen, head.decision, _tone(head), head.findings)
            for head in explanation.heads
        ],
    )


def _tone(head: HeadLine) -> str:
    if head.decision.startswith("merge_ready"):
        return "good"
    return "bad" if head.decision.startswith("not_merge_ready") else ""


def _snapshot_blocks(row: Row, findings: list[Row], patch_characters: int, issues: str) -> list[Block]:
    files = [
        (file["path"], file["status"], _count(file["additions"]), _count(file["deletions"]))
        for file in row["changed_files"]
    ]
    blocks: list[Block] = [
        Heading(2, f"{row['label']}: {row['kind'].replace('_', ' ')} head {row['head_sha'][:10]}"),
        Facts(
            [
                ("reason", row["reason"] + (f" ({row['unmerged_kind']})" if row["unmerged_kind"] else "")),
                ("evidence class", row["evidence_class"]),
                ("merge base", row["base_sha"] or "not known"),
                ("patch id", row["patch_id"] or "not known"),
                ("title", f"{row['title']} ({row['title_origin'].replace('_', ' ')})"),
                ("flags", ", ".join(row["flags"]) or "none"),
                ("changed by hand", row.get("override") or "no"),
            ]
        ),
        Fold("What was seen of its build", [_evidence_table(row)]),
    ]
    if files:
        blocks.append(
            Fold(
                f"Changed files: {len(files)}",
                [Table(f"Files of {row['head_sha'][:10]}", ("path", "status", "+", "−"), files)],
            )
        )
    if findings:
        blocks += _finding_blocks(row, findings)
    blocks.append(build_patch(row, patch_characters, place_findings(row, findings)))
    if row.get("body"):
        blocks.append(Fold("Description of the pull request", [Text(row["body"][:patch_characters])]))
    blocks.append(
        Fold(
            "Is this label right?",
            [Dispute({"snapshot_id": row["snapshot_id"], "label": row["label"], "reason": row["reason"]}, issues)],
        )
    )
    return blocks


def _evidence_table(row: Row) -> Table:
    seen = [
        (one["name"], one["conclusion"] or "seen", one["source"], one["id"] or "", _time(one["observed_at"]))
        for one in row["evidence"]
    ]
    return Table(
        f"Build evidence of {row['head_sha'][:10]}", ("check", "conclusion", "source", "id", "when (UTC)"), seen
    )


def _finding_blocks(row: Row, findings: list[Row]) -> list[Block]:
    """What the checks found or could not tell, and below it those that looked and found nothing."""
    short = row["head_sha"][:10]
    clean = [one for one in findings if one["value"] == 0 and one["unit"] != "verdict"]
    told = [one for one in findings if one not in clean]
    names = ", ".join(one["check"] for one in clean)
    return [
        _findings_table(f"Findings of {short}", told) if told else Text("No check found anything."),
        *([Fold(f"{len(clean)} checks that found nothing", [Text(names)])] if clean else []),
    ]


def _findings_table(title: str, findings: list[Row]) -> Table:
    rows = [
        (one["check"], _value(one), ", ".join(one["where"]), one["detail"] or "", one["origin"]) for one in findings
    ]
    return Table(title, ("check", "value", "where", "detail", "origin"), rows)


def _value(finding: Row) -> str:
    """A finding's value with its unit; one without a value is not known, and its detail says why."""
    if finding["value"] is None:
        return "not known"
    if finding["unit"] == "verdict":
        return "pass" if finding["value"] else "fail"
    return f"{finding['value']:g} {finding['unit']}"


def place_findings(row: Row, findings: list[Row]) -> list[tuple[str, int, str]]:
    """(path, line, what was found) of each place that is a line of a file that the snapshot changes."""
    paths = {file["path"] for file in row["changed_files"]}
    placed = []
    for one in findings:
        for place in one["where"]:
            for start in (0, *(match.end() for match in _MOVED.finditer(place))):
                path, _, rest = place[start:].partition(":")
                line, _, told = rest.partition(" ")
                if path in paths and line.isdecimal():
                    placed.append((path, int(line), f"{one['check']}: {place[:start]}{told}".rstrip(": ")))
    return placed


def build_patch(row: Row, characters: int, findings: Sequence[tuple[str, int, str]] = ()) -> Patch:
    """A snapshot's patch with findings at their lines, cut at a line end where it is longer than `characters`."""
    title = f"Patch of {row['head_sha'][:10]}"
    text = row["diff"]
    if text is None:
        return Patch(title, "", f"No patch: {row['diff_missing'] or 'not known why'}")
    if len(text) <= characters:
        return Patch(title, text, "", findings)
    shown = text[:characters].rpartition("\n")[0]
    note = f"The first {len(shown):,} of {len(text):,} characters; the dataset has the whole patch."
    return Patch(title, shown, note, findings)


def _pair_blocks(earlier: Row | None, final: Row | None, characters: int) -> list[Block]:
    if earlier is None or final is None:
        return []
    title = f"What changed from {earlier['head_sha'][:10]} to {final['head_sha'][:10]}"
    if earlier["diff"] is None or final["diff"] is None:
        return [Heading(2, "Pair"), Text(f"{title}: not known, since a patch is missing.")]
    texts = [build_patch(row, characters).text for row in (earlier, final)]
    return [Heading(2, "Pair"), Versions(title, texts[0], texts[1])]


def _count(number: int | None) -> Any:
    return "binary" if number is None else number


def _time(at: Any) -> str:
    return f"{at:%Y-%m-%d %H:%M}" if at else "not known"
