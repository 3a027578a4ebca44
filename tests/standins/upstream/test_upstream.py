"""The demo's upstream: the same everywhere, true to git and to the real archive, and labelled as it says."""

import json
import os
import re
import subprocess
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from curate.standins.upstream.play import Upstream, make_upstream, play
from curate.standins.upstream.queueboard import BROKEN, MISNAMED, write_queueboard
from curate.standins.upstream.repository import write_folder
from curate.standins.upstream.scenarios.catalogue import FIRST_GENERATED, make_histories
from curate.standins.upstream.state import Pull, state_at
from curate.standins.upstream.story import LABEL_OF, UNTIL, Outcome, UnmergedKind, at

KINDS = {
    "plain-bors-merge",
    "revised-then-merged",
    "doubled-prefix",
    "githubs-own-merge",
    "force-push-old-head-kept",
    "force-push-old-head-lost",
    "merge-of-master-only",
    "revised-then-merge-of-master",
    "rerun-to-success",
    "rerun-to-success-listed-newest-first",
    "rerun-to-failure",
    "rerun-to-failure-listed-newest-first",
    "cancelled-then-success",
    "cancelled-latest",
    "skipped-and-neutral-after-success",
    "only-the-lower-case-decoy",
    "no-roll-up",
    "red-head-landed-anyway",
    "migrated-to-fork",
    "successor-of-a-migrated-one",
    "stack-below",
    "stack-above",
    "dependency-bot",
    "other-base",
    "still-open",
    "closed-on-the-last-day",
    "closed-after-the-last-day",
    "landed-then-reverted",
    "the-revert",
    "deleted-user",
    "deleted-fork",
    "only-awaiting-ci-removed",
    "only-auto-merge-comment",
    "head-that-git-lacks",
    "no-lean-file",
    "hostile-text",
    "text-changed-after-the-head",
    "title-of-100-kb",
    "talks-of-bors-but-did-not-land",
    "more-commits-than-a-page",
    "several-commits-in-a-push",
}
FAILED = {"FAILURE", "TIMED_OUT", "STARTUP_FAILURE", "ACTION_REQUIRED"}
FIXED_GIT = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


@dataclass(frozen=True)
class Made:
    """An upstream on disk: told histories and a few generated ones."""

    upstream: Upstream
    git: Path
    archive: Path

    def run(self, *arguments: str, text: bytes = b"", check: bool = True) -> str:
        """What git prints."""
        command = ["git", f"--git-dir={self.git}", *arguments]
        done = subprocess.run(command, input=text, capture_output=True, check=check, env=FIXED_GIT)
        return (done.stdout + (b"" if check else done.stderr)).decode()

    def pull(self, name: str) -> Pull:
        """The told PR of that name."""
        return next(pull for pull in self.upstream.pulls.values() if pull.history.name == name)

    def read(self, name: str) -> dict[str, Any]:
        """What the archive says of the told PR of that name."""
        path = self.archive / "data" / str(self.pull(name).number) / "pr_info.json"
        pull: dict[str, Any] = json.loads(path.read_bytes())["data"]["repository"]["pullRequest"]
        return pull


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    directory = tmp_path_factory.mktemp("upstream")
    upstream = make_upstream(directory, make_histories(extra=40))
    assert upstream.git is not None
    write_queueboard(upstream, directory / "archive")
    return Made(upstream, upstream.git, directory / "archive")


def test_every_kind_of_history_is_told_once_and_in_the_order_of_time() -> None:
    histories = make_histories()
    names = [history.name for history in histories]
    assert set(names) >= KINDS
    assert len(set(names)) == len(names)
    assert len({history.number for history in histories}) == len(histories)
    for history in histories:
        hours = [step.hour for step in history.steps]
        assert hours == sorted(hours), history.name
        assert len(history.expected.heads) in (0, len(history.pushes())), history.name
    outcomes = {outcome for history in histories for outcome in history.expected.heads}
    assert outcomes == set(get_args(Outcome)) - {"not-pushed"}
    assert {history.expected.unmerged for history in histories} == {None, *get_args(UnmergedKind)}


def test_every_half_year_has_both_labels_and_a_pair() -> None:
    outcomes: dict[str, set[str]] = defaultdict(set)
    for history in make_histories():
        half = f"{history.opened.year}-{'12'[history.opened.month > 6]}"
        outcomes[half] |= set(history.expected.heads)
    assert sorted(outcomes) == ["2024-2", "2025-1", "2025-2", "2026-1"]
    assert all({"accepted", "revised"} <= found for found in outcomes.values()), outcomes


def test_the_same_bytes_come_out_whatever_the_hash_seed_and_the_time_zone(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from curate.standins.upstream.play import make_upstream;"
        "from curate.standins.upstream.scenarios.catalogue import make_histories;"
        "from curate.standins.upstream.queueboard import write_queueboard;"
        "out = Path(sys.argv[1]); made = make_upstream(out, make_histories(extra=20, seed=7));"
        "write_queueboard(made, out / 'archive')"
    )
    for name, zone in (("1", "UTC"), ("2", "Asia/Kathmandu")):
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path / name)],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": name, "TZ": zone},
        )
    first, second = (_contents(tmp_path / name) for name in ("1", "2"))
    assert first == second
    assert any(path.endswith(".pack") for path in first)


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_git_finds_nothing_wrong_and_lacks_just_the_lost_commits(made: Made) -> None:
    assert made.run("fsck", "--strict", "--full", "--no-dangling") == ""
    shas = [(push.sha, push.step.lost) for pull in made.upstream.pulls.values() for push in pull.pushed]
    found = made.run("cat-file", "--batch-check", text="".join(f"{sha}\n" for sha, _ in shas).encode())
    assert [line.endswith("missing") for line in found.splitlines()] == [lost for _, lost in shas]
    replaced = made.pull("force-push-old-head-kept").pushed[0].sha
    assert made.run("rev-parse", f"refs/curate/sha/{replaced}").strip() == replaced
    assert made.run("cat-file", "-t", made.pull("force-push-old-head-lost").pushed[0].sha, check=False) != "commit\n"


def test_landed_changes_stand_on_master_under_their_number(made: Made) -> None:
    subjects = made.run("log", "--format=%H %s", "master").splitlines()
    for pull in made.upstream.pulls.values():
        if pull.history.base == "master":
            shown = [line[:40] for line in reversed(subjects) if line.endswith(f" (#{pull.number})")]
            assert shown == [commit.sha for commit in pull.landings]
            assert bool(shown) == (state_at(pull) is not None and _landed(pull)), pull.history.name
    assert len(made.pull("doubled-prefix").landings) == 2


def _landed(pull: Pull) -> bool:
    state = state_at(pull)
    assert state is not None
    return state.state == "MERGED" or re.match(r"(\[Merged by Bors\]\s*-\s*)+", state.title) is not None


def test_the_outcomes_written_by_hand_are_what_the_label_rules_say(made: Made) -> None:
    told: dict[int, tuple[bool, str | None, tuple[str, ...]]] = {}
    found: dict[int, tuple[bool, str | None, tuple[str, ...]]] = {}
    for number, pull in made.upstream.pulls.items():
        expected = pull.history.expected
        told[number] = (expected.landed, expected.drop, expected.heads)
        drop = _universe_drop(pull)
        heads = () if drop else _outcomes(made, pull)
        found[number] = (drop is None and _landed(pull), drop, heads)
    assert found == told


def _universe_drop(pull: Pull) -> str | None:
    state = state_at(pull)
    assert state is not None
    if state.closed_at is None:
        return "open"
    if state.base != "master":
        return "base-not-master"
    if state.closed_at >= UNTIL:
        return "closed-after-until"
    return "migrated-to-fork" if "migrated-to-fork" in state.labels else None


def _outcomes(made: Made, pull: Pull) -> tuple[str, ...]:
    """Rules 4 to 6 read once more, in the plainest way: what the demo's own words are held against."""
    heads = [(_verdict(pull, push.sha), _version(made.git, push.base, push.sha)) for push in pull.pushed]
    landed, last = _landed(pull), len(heads) - 1
    outcomes: list[str] = []
    seen = {heads[last][1]} if landed else set()
    chosen = False
    for place, (verdict, version) in enumerate(heads):
        if verdict != "pass":
            outcomes.append(verdict)
        elif landed and place == last:
            outcomes.append("accepted")
        elif version in seen:
            outcomes.append("same-version")
        elif chosen and (landed or place != last):
            outcomes.append("not-selected")
        else:
            outcomes.append("revised" if landed else "unmerged")
            chosen = True
        if verdict == "pass":
            seen.add(version)
    return tuple(outcomes)


def _verdict(pull: Pull, sha: str) -> str:
    state = state_at(pull)
    assert state is not None
    rows = state.rows(sha)
    if rows is None:
        return "no-check-rows"
    builds = [
        row
        for row in rows
        if re.sub(r" \((fork|staging)\)$", "", row.name.rsplit(" / ", 1)[-1]) == "Build"
        and row.conclusion not in ("SKIPPED", "NEUTRAL")
    ]
    if not builds:
        return "build-unknown"
    ended = [row for row in builds if row.conclusion != "CANCELLED"]
    latest = max(ended or builds, key=lambda row: [int(part) for part in re.findall(r"\d+", row.url)[1:]])
    known = {"SUCCESS": "pass", **dict.fromkeys(FAILED, "build-failed")}
    return known.get(latest.conclusion or "", "build-unknown")


@cache
def _version(git: Path, base: str, sha: str) -> str:
    diff = subprocess.run(
        ["git", f"--git-dir={git}", "diff", "--full-index", base, sha], capture_output=True, env=FIXED_GIT
    )
    if diff.returncode:
        return sha
    patch = subprocess.run(
        ["git", "patch-id", "--stable"], input=diff.stdout, capture_output=True, check=True, env=FIXED_GIT
    )
    assert patch.stdout, f"{sha} changes nothing"
    return patch.stdout.split()[0].decode()


def test_the_merge_bases_that_the_upstream_names_are_gits_own(made: Made) -> None:
    for pull in made.upstream.pulls.values():
        for push in pull.pushed:
            if not push.step.lost and pull.history.base == "master":
                assert made.run("merge-base", "master", push.sha).strip() == push.base, pull.history.name


def test_the_archive_names_just_the_heads_that_the_history_says_it_does(made: Made) -> None:
    for pull in made.upstream.pulls.values():
        shown = json.loads((made.archive / "data" / str(pull.number) / "pr_info.json").read_bytes())
        info = shown["data"]["repository"]["pullRequest"]
        named = {node["commit"]["oid"] for node in info["commits"]["nodes"]} | {info["headRefOid"]}
        expected = pull.history.expected
        if expected.heads:
            visible = [push.sha in named for push in pull.pushed]
            assert visible == [outcome is not None for outcome in expected.in_archive()], pull.history.name


def test_the_archive_has_the_real_ones_keys(made: Made, shared: Path) -> None:
    real: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    with tarfile.open(shared / "real" / "queueboard-dev.tar.xz", "r|xz") as archive:
        for member in archive:
            if member.name.endswith("pr_info.json") and member.size:
                file = archive.extractfile(member)
                assert file is not None
                for path, keys in _shapes(json.loads(file.read()), ""):
                    real[path].add(keys)
    ours: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for pull in made.upstream.pulls.values():
        text = (made.archive / "data" / str(pull.number) / "pr_info.json").read_bytes()
        for path, keys in _shapes(json.loads(text), ""):
            ours[path].add(keys)
    assert {path: keys - real[path] for path, keys in ours.items() if keys - real[path]} == {}
    assert len(ours) > 40


def _shapes(value: Any, path: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each object's place, with its `__typename`, and its keys in order of the alphabet."""
    if isinstance(value, dict):
        path += f"<{value['__typename']}>" if "__typename" in value else ""
        yield path, tuple(sorted(value))
        for key, child in value.items():
            yield from _shapes(child, f"{path}.{key}")
    elif isinstance(value, list):
        for child in value:
            yield from _shapes(child, f"{path}[]")


def test_hostile_text_goes_through_the_archive_unharmed(made: Made) -> None:
    pull = made.pull("hostile-text")
    raw = (made.archive / "data" / str(pull.number) / "pr_info.json").read_bytes()
    assert b"\\ud800" in raw
    assert b"\\u0000" in raw
    assert made.read("hostile-text")["title"] == f"[Merged by Bors] - {pull.history.title}"
    assert made.read("hostile-text")["body"] == pull.history.body
    assert made.read("deleted-user")["author"] is None
    assert made.read("deleted-fork")["headRepository"] is None
    assert len(made.read("title-of-100-kb")["title"]) > 100_000


def test_lists_stop_at_a_hundred_in_the_older_shape_only(made: Made, tmp_path: Path) -> None:
    write_queueboard(made.upstream, tmp_path, newer=True)
    older = made.read("more-commits-than-a-page")
    newer = Made(made.upstream, made.git, tmp_path).read("more-commits-than-a-page")
    assert (len(older["commits"]["nodes"]), len(newer["commits"]["nodes"])) == (100, 115)
    assert len(older["timelineItems"]["nodes"]) == 100
    assert older["headRefOid"] not in {node["commit"]["oid"] for node in older["commits"]["nodes"]}


def test_only_the_newer_shape_names_the_shas_of_a_force_push_and_who_set_a_label(made: Made, tmp_path: Path) -> None:
    write_queueboard(made.upstream, tmp_path, newer=True)
    newer = Made(made.upstream, made.git, tmp_path)
    old, new = (push.sha for push in made.pull("force-push-old-head-kept").pushed)
    (pushed,) = _events(newer.read("force-push-old-head-kept"), "HeadRefForcePushedEvent")
    assert (pushed["beforeCommit"], pushed["afterCommit"]) == ({"oid": old}, {"oid": new})
    (pushed,) = _events(made.read("force-push-old-head-kept"), "HeadRefForcePushedEvent")
    assert set(pushed) == {"__typename", "id", "createdAt"}
    assert _events(newer.read("only-awaiting-ci-removed"), "UnlabeledEvent")[0]["actor"]["login"].endswith("bot")
    assert "actor" not in _events(made.read("only-awaiting-ci-removed"), "UnlabeledEvent")[0]


def _events(pull: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [node for node in pull["timelineItems"]["nodes"] if node["__typename"] == kind]


def test_an_earlier_scrape_shows_the_head_that_a_force_push_took_away_later(made: Made, tmp_path: Path) -> None:
    write_queueboard(made.upstream, tmp_path, as_of=at("2024-08-26T10:20"))
    early = Made(made.upstream, made.git, tmp_path).read("force-push-old-head-kept")
    assert early["headRefOid"] == made.pull("force-push-old-head-kept").pushed[0].sha
    assert (early["state"], early["closedAt"]) == ("OPEN", None)
    builds = [node for node in early["statusCheckRollup"]["contexts"]["nodes"] if node["name"] == "Build"]
    assert [(node["status"], node["conclusion"]) for node in builds] == [("IN_PROGRESS", None)]
    assert not (tmp_path / "data" / "37500").exists()


def test_a_stacked_pr_lists_the_commit_below_with_the_rows_that_it_got_there(made: Made) -> None:
    below, above = made.read("stack-below"), made.read("stack-above")
    shared = {node["commit"]["oid"]: node for node in above["commits"]["nodes"]}
    assert shared[below["headRefOid"]] == below["commits"]["nodes"][-1]
    assert shared[below["headRefOid"]]["commit"]["statusCheckRollup"]["contexts"]["nodes"]


def test_an_archive_can_be_a_bare_repository(made: Made, tmp_path: Path) -> None:
    sha = write_folder(made.archive, tmp_path / "archive.git", at("2026-04-20T12:00"))
    bare = Made(made.upstream, tmp_path / "archive.git", made.archive)
    assert bare.run("fsck", "--strict", "--full") == ""
    path = f"data/{made.pull('hostile-text').number}/pr_info.json"
    assert bare.run("show", f"{sha}:{path}").encode() == (made.archive / path).read_bytes()
    assert len(bare.run("ls-tree", "-r", "master").splitlines()) == len(_contents(made.archive))


def test_the_archive_holds_the_broken_entries_of_a_real_one(made: Made) -> None:
    assert {name: (made.archive / "data" / name / "pr_info.json").read_bytes() for name in BROKEN} == BROKEN
    misnamed = json.loads((made.archive / "data" / MISNAMED / "pr_info.json").read_bytes())
    assert str(misnamed["data"]["repository"]["pullRequest"]["number"]) != MISNAMED
    assert not {int(name) for name in [*BROKEN, MISNAMED]} & set(made.upstream.pulls)


def test_generated_histories_follow_the_seed_and_leave_the_told_ones_alone() -> None:
    told = make_histories()
    some = make_histories(extra=300, seed=1)
    assert some[: len(told)] == told
    assert some == make_histories(extra=300, seed=1)
    assert some != make_histories(extra=300, seed=2)
    assert [history.number for history in some[len(told) :]] == list(range(FIRST_GENERATED, FIRST_GENERATED + 300))
    outcomes = {outcome for history in some[len(told) :] for outcome in history.expected.heads}
    assert set(LABEL_OF) <= outcomes
    assert play(some).pulls.keys() == {history.number for history in some}
