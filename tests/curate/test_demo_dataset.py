"""The demo's pull requests come out of the real pipeline as the rules, applied by hand, say they must."""

import json
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from curate.console import Screen
from curate.demo.mathlibpr import OPTIONS, make_sources
from curate.prs.build import build_dataset
from curate.prs.options import BuildOptions, BuildRequest
from curate.schemas.mathlibpr.rows import DATASET_CONFIGS
from curate.schemas.store.manifest import BuildManifest, read_manifest
from curate.standins.upstream.play import Upstream
from curate.standins.upstream.queueboard import write_queueboard
from curate.standins.upstream.scenarios.catalogue import make_histories
from curate.standins.upstream.story import LABEL_OF, History

HISTORIES = make_histories()
SEEN_ONLY_BY_CHECKS = "no-verdict"


class Built:
    """A built dataset, its rows by config and its drops."""

    def __init__(self, out: Path, upstream: Upstream) -> None:
        self.out = out
        self.upstream = upstream
        self.rows: dict[str, list[dict[str, Any]]] = {
            config: [
                row for path in sorted((out / config).glob("*.parquet")) for row in pq.read_table(path).to_pylist()
            ]
            for config in DATASET_CONFIGS
        }
        self.drops: list[dict[str, Any]] = pq.read_table(out / "drops.parquet").to_pylist()

    def outcome(self, number: int, sha: str) -> str | None:
        """The reason of the snapshot of `sha`, or of its drop; None when the dataset never saw it."""
        for row in self.rows["snapshots"]:
            if (row["pr_number"], row["head_sha"]) == (number, sha):
                assert row["label"] == LABEL_OF[row["reason"]]
                return str(row["reason"])
        for row in self.drops:
            if (row["pr_number"], row["head_sha"]) == (number, sha):
                return str(row["reason"])
        return None

    def pull(self, number: int) -> dict[str, Any] | None:
        return next((row for row in self.rows["pull_requests"] if row["pr_number"] == number), None)


class Builder:
    """Builds a dataset for each shape of the archive and set of options, once."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.upstream = make_sources(directory)
        write_queueboard(self.upstream, directory / "newer", newer=True)
        self._built: dict[str, Built] = {}

    def __call__(self, source: str, **changed: Any) -> Built:
        name = f"{source}{changed}"
        if name not in self._built:
            options = BuildOptions.model_validate({**OPTIONS.model_dump(), **changed})
            out = self.directory / f"dataset-{len(self._built)}"
            where = (str(self.directory / source),)
            build_dataset(
                BuildRequest(options, where, self.directory / "workspace", out, str(self.upstream.git)), Screen()
            )
            self._built[name] = Built(out, self.upstream)
        return self._built[name]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return Builder(tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="module")
def older(build: Builder) -> Built:
    return build("queueboard")


@pytest.fixture(scope="module")
def newer(build: Builder) -> Built:
    return build("newer")


def outcomes(built: Built, history: History) -> list[str | None]:
    pushed = built.upstream.pulls[history.number].pushed
    found = [built.outcome(history.number, push.sha) for push in pushed]
    return ["build-unknown" if one == SEEN_ONLY_BY_CHECKS else one for one in found]


@pytest.mark.parametrize("history", HISTORIES, ids=lambda history: f"{history.number}-{history.name}")
def test_each_head_gets_the_outcome_that_the_rules_give_it(older: Built, newer: Built, history: History) -> None:
    expected = history.expected
    if expected.drop is None:
        assert outcomes(older, history) == list(expected.in_archive())
        named = zip(
            expected.heads, expected.in_archive(), strict=True
        )  # it names lost heads, but has no rows of theirs
        assert outcomes(newer, history) == ["no-check-rows" if seen is None else true for true, seen in named]
    else:
        reasons = [row["reason"] for row in newer.drops if row["pr_number"] == history.number]
        assert reasons == [expected.drop]
        assert newer.pull(history.number) is None


@pytest.mark.parametrize("history", [h for h in HISTORIES if h.expected.drop is None], ids=lambda h: str(h.number))
def test_each_pull_request_lands_or_not_with_its_kind_and_flags(newer: Built, history: History) -> None:
    row = newer.pull(history.number)
    assert row is not None
    assert row["landed"] is history.expected.landed
    assert set(history.expected.flags) <= set(row["flags"])
    snapshots = [one for one in newer.rows["snapshots"] if one["pr_number"] == history.number]
    assert {one["unmerged_kind"] for one in snapshots} <= {history.expected.unmerged}
    for other in history.expected.kept_with:
        partner = newer.pull(other)
        assert partner is None or (partner["group"], partner["split"]) == (row["group"], row["split"])


@pytest.mark.parametrize(
    ("history", "kind"),
    [(history, kind) for history in HISTORIES for kind, _ in history.expected.weaker],
    ids=lambda value: value.name if isinstance(value, History) else value,
)
def test_weaker_evidence_counts_only_when_it_is_asked_for(build: Builder, history: History, kind: str) -> None:
    built = build("newer", evidence=("checks", kind))
    assert outcomes(built, history) == list(dict(history.expected.weaker)[kind])
    accepted = [
        row for row in built.rows["snapshots"] if (row["pr_number"], row["reason"]) == (history.number, "accepted")
    ]
    assert {row["evidence_class"] for row in accepted} <= {kind}


def test_every_pair_joins_an_earlier_snapshot_and_the_accepted_one_of_its_pull_request(newer: Built) -> None:
    snapshots = {row["snapshot_id"]: row for row in newer.rows["snapshots"]}
    assert newer.rows["pairs"]
    for pair in newer.rows["pairs"]:
        earlier, final = snapshots[pair["earlier_id"]], snapshots[pair["final_id"]]
        assert (earlier["reason"], final["reason"]) == ("revised", "accepted")
        assert earlier["pr_number"] == final["pr_number"] == pair["pr_number"]
        assert earlier["seq"] < final["seq"]
        assert earlier["split"] == final["split"] == pair["split"]
        assert earlier["patch_id"] != final["patch_id"]


def test_every_snapshot_names_the_rows_that_its_build_rests_on(newer: Built) -> None:
    for row in newer.rows["snapshots"]:
        assert row["evidence_class"] == "checks"
        first = next(seen for seen in row["evidence"] if seen["conclusion"] != "CANCELLED")
        assert first["conclusion"] == "SUCCESS"
        assert first["id"]
        assert first["source"] == "queueboard"


def test_at_most_two_snapshots_of_a_pull_request_and_all_versions_with_all(build: Builder, newer: Built) -> None:
    counts: dict[int, int] = {}
    for row in newer.rows["snapshots"]:
        counts[row["pr_number"]] = counts.get(row["pr_number"], 0) + 1
    assert max(counts.values()) == 2
    everything = build("newer", selection="all")
    assert len(everything.rows["snapshots"]) == len(newer.rows["snapshots"]) + sum(
        row["reason"] == "not-selected" for row in newer.drops
    )


def test_the_diff_of_a_snapshot_is_what_git_shows_between_base_and_head(newer: Built) -> None:
    checked = 0
    for row in newer.rows["snapshots"]:
        if row["diff"] is None or "diff-redacted" in row["flags"]:
            continue
        shown = subprocess.run(
            ["git", "-C", str(newer.upstream.git), "diff", "-M", "--full-index", row["base_sha"], row["head_sha"]],
            capture_output=True,
            check=True,
        )
        assert row["diff"] == shown.stdout.decode()
        checked += 1
    assert checked > 30


def test_a_head_that_git_lacks_is_kept_with_its_reason_or_dropped_on_request(build: Builder, older: Built) -> None:
    lacking = [row for row in older.rows["snapshots"] if row["diff"] is None]
    assert {row["diff_missing"] for row in lacking} == {"commit not in the repository"}
    strict = build("queueboard", need_diff=True)
    assert all(row["diff"] is not None for row in strict.rows["snapshots"])
    dropped = [row for row in strict.drops if row["reason"] == "no-diff"]
    assert {row["head_sha"] for row in dropped} == {row["head_sha"] for row in lacking}


def test_no_row_of_the_dataset_holds_a_login_an_address_or_a_lone_surrogate(newer: Built) -> None:
    logins = {history.author for history in HISTORIES} - {None}
    for path in newer.out.rglob("*.parquet"):
        for row in pq.read_table(path).to_pylist():
            text = repr({key: value for key, value in row.items() if key != "diff"})
            assert "@example" not in text
            assert not any(f"@{login}" in text for login in logins)


def test_splits_go_by_the_last_closing_day_of_a_group(newer: Built) -> None:
    last: dict[int, Any] = {}
    for row in newer.rows["pull_requests"]:
        last[row["group"]] = max(last.get(row["group"], row["closed_at"]), row["closed_at"])
    for row in newer.rows["pull_requests"]:
        day = last[row["group"]].date()
        want = "train" if day < OPTIONS.split_at[0] else "validation" if day < OPTIONS.split_at[1] else "test"
        assert row["split"] == want
    assert {row["split"] for row in newer.rows["pull_requests"]} == {"train", "validation", "test"}


def test_the_funnel_loses_no_row_and_each_stage_takes_what_the_last_let_go(newer: Built) -> None:
    steps = {step["stage"]: step for step in json.loads((newer.out / "funnel.json").read_text())["steps"]}
    for step in steps.values():
        assert step["came_in"] == step["went_out"] + sum(step["dropped"].values())
    flow = [["read", "universe", "migrated"], ["heads", "builds", "inherited", "versions", "selection", "diffs"]]
    for before, after in (pair for stages in flow for pair in pairwise(stages)):
        assert steps[before]["went_out"] == steps[after]["came_in"]
    manifest = read_manifest(newer.out, BuildManifest)
    assert steps["diffs"]["went_out"] == sum(manifest.rows["snapshots"].values()) == len(newer.rows["snapshots"])
    assert manifest.files["drops.parquet"].rows == sum(sum(step["dropped"].values()) for step in steps.values())
