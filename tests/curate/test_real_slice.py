"""A slice of the real archive gives the numbers that a separate, plainer count gives."""

import json
import re
import tarfile
from collections import Counter
from dataclasses import asdict
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from curate.console import Screen
from curate.prs.build import build_dataset
from curate.prs.options import BuildOptions, BuildRequest
from curate.prs.report import BuildReport

OPTIONS = BuildOptions(
    repo="leanprover-community/mathlib4", until=date(2026, 4, 5), base_ref="master", selection="all",
    require_ci=False, evidence=("checks",), need_diff=False, split_at=(),
)  # fmt: skip


class Plain:
    """The raw JSON counted in the plainest way, without any code of ours."""

    def __init__(self, path: Path) -> None:
        self.broken: dict[int, str] = {}
        self.pulls: dict[int, dict[str, Any]] = {}
        with tarfile.open(path, "r|xz") as tar:
            for member in tar:
                if member.name.endswith("pr_info.json"):
                    file = tar.extractfile(member)
                    assert file is not None
                    self._add(int(member.name.split("/")[-2]), file.read())

    def _add(self, number: int, raw: bytes) -> None:
        if not raw:
            self.broken[number] = "empty file"
            return
        answer = json.loads(raw)
        pull = ((answer.get("data") or {}).get("repository") or {}).get("pullRequest")
        if pull is None:
            self.broken[number] = "GitHub error"
        else:
            self.pulls[number] = pull

    @cached_property
    def closed(self) -> dict[int, dict[str, Any]]:
        return {number: pull for number, pull in self.pulls.items() if pull["state"] != "OPEN"}

    @cached_property
    def on_master(self) -> dict[int, dict[str, Any]]:
        return {number: pull for number, pull in self.closed.items() if pull["baseRefName"] == "master"}

    def landed(self, number: int) -> bool:
        pull = self.on_master[number]
        return pull["state"] == "MERGED" or pull["title"].startswith("[Merged by Bors]")

    def passing_commits(self, number: int) -> set[str]:
        """Commits of the list whose own roll-up has a passing build."""
        nodes = [node["commit"] for node in self.on_master[number]["commits"]["nodes"]]
        return {node["oid"] for node in nodes if passes(node["statusCheckRollup"])}

    def head_passes_by_its_commit(self, number: int) -> bool:
        return self.on_master[number]["headRefOid"] in self.passing_commits(number)

    def head_passes_by_the_pull_alone(self, number: int) -> bool:
        """The head is missing from the commit list, and only the PR's own roll-up shows its checks."""
        pull = self.on_master[number]
        listed = {node["commit"]["oid"] for node in pull["commits"]["nodes"]}
        return pull["headRefOid"] not in listed and passes(pull["statusCheckRollup"])


def passes(rollup: dict[str, Any] | None) -> bool:
    """Whether the job `Build` that ran last has succeeded."""
    rows = [
        (tuple(int(part) for part in re.findall(r"\d+", row["detailsUrl"].partition("/runs/")[2])), row["conclusion"])
        for row in (rollup or {"contexts": {"nodes": []}})["contexts"]["nodes"]
        if row["__typename"] == "CheckRun"
        and re.sub(r" \((fork|staging)\)$", "", row["name"].split(" / ")[-1]) == "Build"
        and row["conclusion"] not in ("SKIPPED", "NEUTRAL", "CANCELLED")
    ]
    return bool(rows) and max(rows)[1] == "SUCCESS"


class Slice:
    """The dataset that `curate prs` builds of the slice, and the plain count beside it."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.plain = Plain(source)
        self.report: BuildReport = build_dataset(
            BuildRequest(OPTIONS, (str(source),), folder / "workspace", folder / "out"), Screen()
        )
        self.pulls = self._rows(folder / "out" / "pull_requests")
        self.snapshots = self._rows(folder / "out" / "snapshots")
        self.drops = pq.read_table(folder / "out" / "drops.parquet").to_pylist()
        self._inherited = {(row["pr_number"], row["head_sha"]) for row in self.drops if row["reason"] == "inherited"}
        self.numbers = {"landed": self._numbers(True), "not": self._numbers(False)}

    def _rows(self, folder: Path) -> list[dict[str, Any]]:
        return [row for path in sorted(folder.glob("*.parquet")) for row in pq.read_table(path).to_pylist()]

    def _numbers(self, landed: bool) -> set[int]:
        return {row["pr_number"] for row in self.pulls if row["landed"] is landed}

    def own(self, number: int, heads: set[str]) -> set[str]:
        """`heads` without those that were pushed for the pull request below."""
        return {sha for sha in heads if (number, sha) not in self._inherited}

    def with_snapshot(self, reason: str) -> set[int]:
        return {row["pr_number"] for row in self.snapshots if row["reason"] == reason}

    def step(self, stage: str) -> dict[str, Any]:
        return next(asdict(step) for step in self.report.funnel if step.stage == stage)


@pytest.fixture(scope="module")
def real(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Slice:
    source = shared / "real" / "queueboard-dev.tar.xz"
    if not source.is_file():
        pytest.skip("needs ../shared/real/queueboard-dev.tar.xz, which is not here")
    return Slice(source, tmp_path_factory.mktemp("slice"))


def test_six_unreadable_entries_are_named_with_their_cause(real: Slice) -> None:
    unreadable = {drop.pr_number: drop.detail or "" for drop in real.report.unreadable}
    assert len(unreadable) == 6
    assert {number: text.partition(":")[0] for number, text in unreadable.items()} == real.plain.broken
    assert Counter(real.plain.broken.values()) == {"GitHub error": 4, "empty file": 2}
    assert unreadable[13918].startswith("GitHub error: We couldn't respond to your request in time.")


def test_691_are_closed_and_17_of_them_not_on_master(real: Slice) -> None:
    assert len(real.plain.closed) == 691
    assert real.step("universe")["dropped"] == {"base-not-master": 17, "open": 815 - 691}
    assert real.step("universe")["went_out"] == len(real.plain.on_master) == 674


def test_602_landed_and_72_did_not_of_which_a_bot_closed_two(real: Slice) -> None:
    assert (len(real.numbers["landed"]), len(real.numbers["not"])) == (602, 70)
    closed_by_bot = {drop["pr_number"] for drop in real.drops if drop["reason"] == "closed-by-policy"}
    assert closed_by_bot == {number for number, pull in real.plain.on_master.items() if not pull["commits"]["nodes"]}
    assert len(closed_by_bot) == 2
    assert real.numbers["landed"] == {number for number in real.plain.on_master if real.plain.landed(number)}
    assert real.report.landed == 602


def test_596_landed_heads_pass_by_their_commit_and_three_more_by_the_pull_request(real: Slice) -> None:
    plain, landed = real.plain, real.numbers["landed"]
    by_commit = {number for number in landed if plain.head_passes_by_its_commit(number)}
    by_pull = {number for number in landed if plain.head_passes_by_the_pull_alone(number)}
    assert (len(by_commit), len(by_pull)) == (596, 3)
    assert real.with_snapshot("accepted") == by_commit | by_pull
    cut = {row["pr_number"] for row in real.pulls if "commits" in row["cut"]}
    assert by_pull <= cut


def test_310_landed_ones_have_an_earlier_passing_head_and_four_of_them_only_another_ones(real: Slice) -> None:
    earlier = {
        number: real.plain.passing_commits(number) - {real.plain.on_master[number]["headRefOid"]}
        for number in real.numbers["landed"]
    }
    assert sum(bool(heads) for heads in earlier.values()) == 310
    own = {number for number, heads in earlier.items() if real.own(number, heads)}
    assert len(own) == 306
    assert real.with_snapshot("revised") == own


def test_54_that_never_landed_have_a_passing_head_and_two_more_by_the_pull_request(real: Slice) -> None:
    plain, left = real.plain, real.numbers["not"]
    by_commit = {number for number in left if plain.passing_commits(number)}
    by_pull = {number for number in left if plain.head_passes_by_the_pull_alone(number)}
    assert (len(by_commit), len(by_pull - by_commit)) == (54, 2)
    own = {number for number in by_commit if real.own(number, plain.passing_commits(number))}
    assert by_commit - own - by_pull == {11261}
    assert real.with_snapshot("unmerged") == own | by_pull


def test_pull_requests_whose_lists_were_cut_are_named(real: Slice) -> None:
    for theirs, ours in (("commits", "commits"), ("timelineItems", "events"), ("files", "files")):
        cut = {n for n, pull in real.plain.on_master.items() if len(pull[theirs]["nodes"]) in (100, 250)}
        assert set(real.report.cut[ours]) == cut == {row["pr_number"] for row in real.pulls if ours in row["cut"]}
    assert {kind: len(numbers) for kind, numbers in real.report.cut.items()} == {
        "commits": 10,
        "events": 22,
        "files": 5,
    }


def test_what_goes_in_comes_out_or_is_dropped(real: Slice) -> None:
    for step in real.report.funnel:
        assert step.came_in == step.went_out + sum(step.dropped.values()), step.stage
    assert sum(sum(step.dropped.values()) for step in real.report.funnel) == len(real.drops)


def test_no_mail_address_and_no_login_of_the_source_stands_in_a_text(real: Slice) -> None:
    text = json.dumps(real.snapshots, default=str)
    assert not re.search(r"[\w.%+-]+@(?:[\w-]+\.)+[A-Za-z]{2,}", text)
    assert "[Merged by Bors]" not in "".join(row["title"] for row in real.snapshots)
