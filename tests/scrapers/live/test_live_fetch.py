"""The whole way: a walk, its end, later runs, and what is claimed after each."""

import json
import subprocess
import sys
import tarfile
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from pathlib import Path

import pytest
from live_bench import ManualClock

from curate.schemas.errors import Failed, Missing, Refused, Stopped
from curate.schemas.personal import redact_json
from curate.scrapers.archive import Archive
from curate.scrapers.github.ledger import Ledger, PullEntry, ShaEntry, pull_key
from curate.scrapers.github.tokens import Token
from curate.scrapers.queueboard_pull import parse_pull
from curate.scrapers.union import merge_pulls
from curate.standins.github.faults import EVERY_FAULT, Faults, Reply
from curate.standins.github.server import DEMO_TOKEN
from curate.standins.github.world import world_of_queueboard, world_of_upstream
from curate.standins.upstream.play import Upstream, make_upstream
from curate.standins.upstream.queueboard import SCRAPED, write_queueboard
from curate.standins.upstream.scenarios.catalogue import make_histories
from curate.standins.upstream.story import at

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
NUMBER = 14501
LATER = SCRAPED + timedelta(minutes=30)


@pytest.fixture(scope="module")
def git(upstream: Upstream, tmp_path_factory: pytest.TempPathFactory) -> str:
    told = [history for history in make_histories() if history.number in upstream.pulls]
    return str(make_upstream(tmp_path_factory.mktemp("git"), told).git)


def test_a_run_that_git_agrees_with_is_complete_and_no_other(bench, git: str) -> None:
    assert bench.run(git=git).complete
    assert bench.run().gaps == ("the numbers were not compared with git's",)
    assert bench.run(git="/nowhere").gaps == ("the numbers were not compared with git's",)


def test_a_pull_request_that_only_git_knows_is_asked_for_and_counted_as_hidden(bench, git: str) -> None:
    bench.world.remove(NUMBER)
    report = bench.run(git=git)
    assert report.complete
    assert report.hidden == report.pulls["hidden"] == 1
    assert bench.stand_in.bill.queries["Pull"] == 1


def test_a_second_run_asks_only_for_what_changed(bench, undisturbed) -> None:
    first = bench.run()
    bench.clock.moment += 5 * 86400
    second = bench.run()
    assert second.requests <= 6 < first.requests
    bench.world.change(NUMBER, SCRAPED + timedelta(days=5), title="changed")
    third = bench.run()
    assert bench.stand_in.bill.queries["Pulls"] == 1
    assert third.requests <= second.requests + 2
    assert bench.row(NUMBER).title == "changed"
    assert [row for row in bench.rows() if row.number != NUMBER] == [row for row in undisturbed if row.number != NUMBER]


def test_a_later_world_gathered_in_steps_equals_the_same_gathered_at_once(make_bench, upstream: Upstream) -> None:
    bench = make_bench()
    moments = [at("2024-09-01T00:00"), at("2025-02-01T00:00"), at("2025-08-01T00:00"), SCRAPED]
    for moment in moments:
        bench.stand_in.world = world_of_upstream(upstream, moment)
        bench.clock.moment = moment.timestamp() + 60
        bench.run()
    at_once = make_bench(folder="at once")
    at_once.run()
    stepped = {pull.number: pull for pull in bench.rows()}
    for pull in at_once.rows():
        mine = stepped.pop(pull.number)
        # what GitHub had deleted by the end was seen on the way
        assert mine.model_copy(update={"commits": (), "other_commits": ()}) == pull.model_copy(
            update={"commits": (), "other_commits": ()}
        )
        assert [commit.sha for commit in mine.commits] == [commit.sha for commit in pull.commits]
        for ours, theirs in zip(mine.commits, pull.commits, strict=True):
            assert theirs.checks is None or {row.id for row in theirs.checks} <= {row.id for row in ours.checks or ()}
    assert stepped == {}


def test_running_checks_are_asked_for_again_until_they_are_final(make_bench, upstream: Upstream) -> None:
    pull = upstream.pulls[NUMBER]
    pushed = pull.pushed[-1]
    soon = pushed.at + timedelta(minutes=10)
    bench = make_bench(world_of_upstream(upstream, soon))
    bench.clock.moment = soon.timestamp()
    bench.run()
    assert None in {row.conclusion for row in bench.row(NUMBER).commits[-1].checks or ()}
    bench.stand_in.world = world_of_upstream(upstream, SCRAPED)
    bench.stand_in.world.stubs[NUMBER] = world_of_upstream(upstream, soon).stubs[NUMBER]  # it looks unchanged
    bench.clock.moment = (soon + timedelta(days=1)).timestamp()
    bench.run()
    assert None not in {row.conclusion for row in bench.row(NUMBER).commits[-1].checks or ()}


def test_rows_that_github_has_deleted_since_stay(make_bench, upstream: Upstream, undisturbed) -> None:
    bench = make_bench()
    bench.run()
    bench.stand_in.world = world_of_upstream(upstream, SCRAPED, rows_since=SCRAPED)
    bench.run(refresh=(NUMBER,))
    assert bench.rows() == undisturbed


def test_a_commit_of_which_github_keeps_nothing_any_more_is_expired_and_not_empty(
    make_bench, upstream: Upstream
) -> None:
    bench = make_bench(world_of_upstream(upstream, SCRAPED, rows_since=SCRAPED - timedelta(days=400)))
    report = bench.run()
    assert report.shas["expired"] > 0
    asked = bench.stand_in.bill.queries["Checks"]
    bench.clock.moment += 3 * 86400
    bench.run()
    assert bench.stand_in.bill.queries["Checks"] == asked, "what has expired is not asked for again"


def test_one_commit_that_is_not_there_does_not_spoil_the_others(bench, undisturbed) -> None:
    sha = next(pull for pull in undisturbed if pull.number == NUMBER).head_sha
    bench.world.absent.add(f"C_{sha}")
    report = bench.run()
    assert report.shas["not_found"] == 1
    rows = {pull.number: pull for pull in bench.rows()}
    assert [commit.checks for commit in rows.pop(NUMBER).commits if commit.sha == sha] == [None]
    assert rows == {pull.number: pull for pull in undisturbed if pull.number != NUMBER}


def test_a_pull_request_that_was_deleted_is_gone_and_its_rows_stay(bench, undisturbed) -> None:
    bench.run()
    bench.world.remove(NUMBER)
    assert bench.run(refresh=(NUMBER,)).pulls == {"ok": len(bench.world.numbers), "gone": 1}
    assert bench.rows() == undisturbed


def test_refresh_asks_for_one_pull_request_and_its_commits_again(bench) -> None:
    bench.run()
    bench.clock.moment += 5 * 86400
    bench.run()
    before = dict(bench.stand_in.bill.queries)
    bench.run(refresh=(NUMBER,))
    after = bench.stand_in.bill.queries
    assert (after["Pulls"] - before.get("Pulls", 0), after["Checks"] - before["Checks"]) == (1, 1)
    asked = bench.stand_in.bill.queries.get("Pull", 0)
    bench.run(refresh=(99999,))
    assert bench.stand_in.bill.queries["Pull"] == asked + 1


def test_lists_longer_than_a_page_come_whole(bench) -> None:
    commits = [bench.world.add_commit(NUMBER, f"{place:040x}", SCRAPED, None) for place in range(1, 261)]
    files = [{"path": f"Mathlib/F{place}.lean"} for place in range(321)]
    items = [{"__typename": "MentionedEvent", "id": f"ME_{place}"} for place in range(450)]
    bench.world.change(NUMBER, LATER, commits=[{"commit": c} for c in commits], files=files, timelineItems=items)
    report = bench.run()
    assert report.pulls == {"ok": len(bench.world.numbers)}
    pull = bench.row(NUMBER)
    assert [commit.sha for commit in pull.commits] == [commit["oid"] for commit in commits]
    assert (len(pull.files), pull.cut) == (321, ())
    assert bench.stand_in.bill.queries["More"] <= 7, "the lists of one pull request are asked for together"


def test_a_long_pull_request_that_changes_between_its_pages_is_read_anew(bench) -> None:
    commits = [bench.world.add_commit(NUMBER, f"{place:040x}", SCRAPED, None) for place in range(1, 231)]
    bench.world.change(NUMBER, LATER, commits=[{"commit": commit} for commit in commits])
    seen: list[str] = []

    def push_over(_request: int) -> None:
        if bench.stand_in.bill.queries.get("More", 0) == 1 and not seen:
            seen.append("pushed")
            bench.world.change(NUMBER, LATER + timedelta(seconds=9), commits=[{"commit": c} for c in commits[:150]])

    bench.stand_in.before = push_over
    bench.run()
    assert seen == ["pushed"]
    assert [commit.sha for commit in bench.row(NUMBER).commits] == [commit["oid"] for commit in commits[:150]]


def test_texts_come_as_they_were(undisturbed) -> None:
    renamed = [pull for pull in undisturbed if any(event.kind == "renamed" for event in pull.events)]
    assert renamed
    edited = [pull for pull in undisturbed if pull.body_edits]
    assert edited
    for pull in edited:
        assert pull.body_edits[-1].body == pull.body
        assert [edit.at for edit in pull.body_edits] == sorted(edit.at for edit in pull.body_edits)


def test_an_edit_history_that_does_not_end_in_the_body_is_not_believed(bench) -> None:
    edit = {"__typename": "UserContentEdit", "id": "UCE_1", "editedAt": "2026-01-01T00:00:00Z", "deletedAt": None}
    bench.world.change(NUMBER, LATER, userContentEdits=[{**edit, "diff": "+ one line"}])
    bench.world.change(14533, LATER, userContentEdits=[{**edit, "diff": None}])
    bench.run()
    assert (bench.row(NUMBER).body_edits, bench.row(14533).body_edits) == (None, None)


def test_what_two_sources_saw_is_the_same_and_names_both(upstream: Upstream, undisturbed, tmp_path: Path) -> None:
    write_queueboard(upstream, tmp_path, newer=True, broken=False)
    live = {pull.number: pull for pull in undisturbed}
    both = 0
    for number, pull in live.items():
        raw = (tmp_path / "data" / str(number) / "pr_info.json").read_bytes()
        archived = parse_pull(redact_json(raw), pull.repo, SCRAPED)
        for field in (
            "title",
            "body",
            "state",
            "closed_at",
            "base_ref",
            "head_sha",
            "head_repo",
            "author",
            "labels",
            "files",
        ):
            assert getattr(archived, field) == getattr(pull, field), field
        assert [event.kind for event in archived.events] == [event.kind for event in pull.events]
        for theirs, ours, one in zip(
            archived.commits, pull.commits, merge_pulls([archived, pull]).commits, strict=False
        ):
            assert theirs.sha == ours.sha == one.sha
            for row in one.checks or () if theirs.checks else ():
                assert row.sources == ("github", "queueboard")
                both += 1
            assert theirs.checks is None or {(r.id, r.name, r.conclusion) for r in theirs.checks} == {
                (r.id, r.name, r.conclusion) for r in ours.checks or ()
            }
    assert both > 200


def test_an_archive_can_stand_for_github_too(make_bench, upstream: Upstream, tmp_path: Path) -> None:
    write_queueboard(upstream, tmp_path / "qb", newer=True)
    bench = make_bench(world_of_queueboard(tmp_path / "qb"))
    assert bench.run().pulls == {"ok": len(upstream.pulls)}


def test_all_faults_mixed_change_nothing(make_bench, undisturbed) -> None:
    played = 0
    for seed in (1, 2, 3):
        bench = make_bench(faults=Faults(rate=0.5, seed=seed, kinds=EVERY_FAULT), folder=f"archive-{seed}")
        for _ in range(30):
            try:
                bench.run()
                break
            except Stopped:
                continue
        assert bench.faults.during_waits == []
        assert bench.rows() == undisturbed
        played += len(bench.faults.played)
    assert played > 10


def test_killed_at_random_it_ends_with_the_same_rows() -> None:
    ran = subprocess.run(
        [sys.executable, str(BENCHMARKS / "live_faults.py"), "--runs", "2", "--seed", "11"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "nothing was wrong" in ran.stdout


def test_a_listing_that_only_comes_in_small_pages_comes(bench, undisturbed) -> None:
    bench.run()
    bench.world.change(NUMBER, LATER, title="changed")
    bench.faults.heavy = lambda asked: asked.name == "Listing" and asked.nodes > 6
    bench.run()
    assert bench.row(NUMBER).title == "changed"


@pytest.mark.parametrize("lost", ["a node", "a null", "rows"])
def test_an_answer_with_holes_is_asked_for_again_and_not_stored(bench, undisturbed, lost: str) -> None:
    """GitHub says 200 and names no error, yet not all is there."""
    answer, spoilt = bench.stand_in.answer, []

    def spoil(verb: str, target: str, token: str, client: str, body: bytes) -> Reply:
        reply = answer(verb, target, token, client, body)
        if b"query Checks" not in body or len(spoilt) >= 2:
            return reply
        spoilt.append(lost)
        shown = json.loads(reply.body)
        nodes = shown["data"]["nodes"]
        if lost == "a node":
            nodes.pop()
        elif lost == "a null":
            nodes[-1] = None
        else:
            next(node for node in nodes if node["statusCheckRollup"])["statusCheckRollup"]["contexts"]["nodes"] = None
        return replace(reply, body=json.dumps(shown).encode())

    bench.stand_in.answer = spoil
    bench.run()
    assert len(spoilt) == 2
    assert bench.rows() == undisturbed


def test_a_page_that_always_fails_with_500_is_asked_for_in_parts(bench, undisturbed) -> None:
    for name in ("Walk", "Checks"):
        bench.faults.broken[name] = 3
    bench.run()
    assert bench.rows() == undisturbed


def test_ctrl_c_during_a_wait_loses_nothing(bench, undisturbed) -> None:
    bench.faults.script = [None, None, None, "secondary 403 bare"]

    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    sleep, bench.clock.sleep = bench.clock.sleep, interrupt
    with pytest.raises(KeyboardInterrupt):
        bench.run()
    bench.clock.sleep = sleep
    bench.run()
    assert bench.faults.during_waits == []
    assert bench.rows() == undisturbed


@dataclass
class SkewedClock:
    """A clock that is off by so many hours."""

    right: ManualClock
    hours: float

    def now(self) -> float:
        return self.right.now() + self.hours * 3600

    def sleep(self, seconds: float) -> None:
        self.right.sleep(seconds)


@pytest.mark.parametrize("hours", [-30, 30])
def test_a_clock_that_is_off_neither_waits_too_long_nor_asks_too_early(make_bench, undisturbed, hours: float) -> None:
    bench = make_bench(faults=Faults(script=[None, None, "primary 403", None, "primary 429"]))
    bench.client_clock = SkewedClock(bench.clock, hours)
    bench.run()
    assert bench.faults.during_waits == []
    assert sum(1 for _ in bench.waits) < 1600
    assert bench.rows() == undisturbed


def test_a_renamed_repository_is_refused_with_its_new_name(bench) -> None:
    bench.stand_in.moved_to = "leanprover-community/mathlib5"
    with pytest.raises(Refused, match=r"mathlib4 is called leanprover-community/mathlib5 now"):
        bench.run()
    bench.stand_in.moved_to = None
    bench.run()
    bench.world.repo_id = "R_other"
    with pytest.raises(Refused, match="another repository"):
        bench.run()


def test_a_token_that_changes_midway_is_taken_anew_and_nothing_is_fetched_twice(bench, undisturbed) -> None:
    def rotate(request: int) -> None:
        if request == 4:
            bench.stand_in.token = "ghp_" + "new0" * 9

    bench.stand_in.before = rotate
    bench.renew = lambda: Token("ghp_" + "new0" * 9, "gh auth token")
    bench.run()
    assert bench.rows() == undisturbed
    with Archive(bench.folder) as archive:
        pages = sum("/page/" in key for key in archive.keys("github/"))
    assert bench.stand_in.bill.requests == pages + 2, "one of REST, and one that was refused"


def test_a_token_that_is_wrong_is_told_at_once(bench) -> None:
    bench.token = Token("ghp_" + "wrong" * 8, "GITHUB_TOKEN")
    with pytest.raises(Missing, match=r"GITHUB_TOKEN.*wrong, expired or revoked"):
        bench.run()
    assert bench.stand_in.bill.requests == 1


def test_the_token_is_in_no_archive_error_or_repr(bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    bench.faults.script = [None, "connection reset", "primary 403"]
    bench.run()
    bench.stand_in.lacks_rights = True
    with pytest.raises(Failed) as refused:
        bench.run()
    assert DEMO_TOKEN not in repr(bench.token)
    assert DEMO_TOKEN not in str(refused.value)
    assert DEMO_TOKEN not in caplog.text
    for path in bench.folder.rglob("*"):
        assert not path.is_file() or DEMO_TOKEN.encode() not in path.read_bytes()
    with Archive(bench.folder) as archive:
        assert not any(DEMO_TOKEN.encode() in (archive.get(key) or b"") for key in archive.keys(""))


def test_mail_addresses_do_not_reach_the_archive(bench) -> None:
    bench.world.change(NUMBER, LATER, body="Write to ada@example.org.\n\nCo-authored-by: Ada <ada@example.org>")
    bench.run()
    assert "ada@example.org" not in bench.row(NUMBER).body
    with Archive(bench.folder) as archive:
        assert not any(b"ada@example.org" in (archive.get(key) or b"") for key in archive.keys("github/"))


def test_the_ledger_says_how_often_each_was_asked(bench) -> None:
    bench.run()
    bench.world.change(NUMBER, LATER, title="changed")
    bench.run()
    with Archive(bench.folder) as archive:
        ledger = Ledger(archive, bench.world.repo)
        assert ledger.read(pull_key(NUMBER), PullEntry).attempts == 2
        assert ledger.read(pull_key(14533), PullEntry).attempts == 1
        statuses = {ledger.read(f"sha/{sha}", ShaEntry).status for sha in ledger.names("sha/")}
    assert statuses == {"ok", "expired"}


def test_old_versions_stay_in_the_archive(bench) -> None:
    bench.run()
    with Archive(bench.folder) as archive:
        before = {key: archive.get(key) for key in archive.keys("github/") if "/page/" in key}
    bench.world.change(NUMBER, LATER, title="changed")
    bench.run()
    with Archive(bench.folder) as archive:
        assert all(archive.get(key) == value for key, value in before.items())


def test_a_day_of_150_changed_pull_requests_costs_less_than_100_points(make_bench, large_upstream: Upstream) -> None:
    bench = make_bench(world_of_upstream(large_upstream, SCRAPED, rows_since=SCRAPED))
    bench.run()
    bench.clock.moment += 5 * 86400
    bench.run()
    day = SCRAPED + timedelta(days=5)
    for place, number in enumerate(sorted(bench.world.numbers)[:150]):
        commits = [bench.world.add_commit(number, f"{place * 7 + n + 1:040x}", day, []) for n in range(7)]
        bench.world.change(number, day + timedelta(seconds=place), commits=[{"commit": one} for one in commits])
    before = bench.stand_in.bill.points
    report = bench.run()
    assert report.points == bench.stand_in.bill.points - before
    assert report.points < 100


def test_real_pull_requests_give_the_rows_of_their_archive(make_bench, shared: Path, tmp_path: Path) -> None:
    with tarfile.open(shared / "real" / "queueboard-dev.tar.xz") as tar:
        entries = (member for member in tar if member.name.endswith("pr_info.json"))
        for member in islice(entries, 25):
            tar.extract(member, tmp_path / "real", filter="data")
    (data,) = (tmp_path / "real").rglob("data")
    bench = make_bench(world_of_queueboard(data.parent))
    bench.clock.moment = at("2024-12-01T00:00").timestamp()
    assert bench.run().pulls == {"ok": len(bench.world.numbers)}
    rows = 0
    for pull in bench.rows():
        archived = parse_pull(redact_json((data / str(pull.number) / "pr_info.json").read_bytes()), pull.repo, None)
        assert (pull.title, pull.body, pull.head_sha) == (archived.title, archived.body, archived.head_sha)
        for ours, theirs in zip(pull.commits, archived.commits, strict=True):
            assert (ours.checks is None) == (theirs.checks is None)
            mine = [(row.id, row.name, row.conclusion, row.details_url) for row in ours.checks or ()]
            assert mine == [(row.id, row.name, row.conclusion, row.details_url) for row in theirs.checks or ()]
            rows += len(mine)
    assert rows > 1000
