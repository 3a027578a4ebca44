"""Fifteen public bug reports about gathering from GitHub and storing what came: none of them may happen here.

Each test is named after what happened; the thread is in its docstring.
"""

import json
import threading
from datetime import datetime, timedelta
from typing import Any

import pytest

from curate.exits import STOPPED, exit_code
from curate.schemas.errors import Failed, Stopped
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.scrapers.archive import Archive
from curate.scrapers.github.client import INVALID_IN_A_ROW, LIMITS_IN_A_ROW
from curate.scrapers.github.ledger import Ledger, PullEntry, ShaEntry, pull_key
from curate.standins.github.faults import CLOSINGS, Faults
from curate.standins.github.world import world_of_upstream
from curate.standins.upstream.play import Upstream, play
from curate.standins.upstream.queueboard import SCRAPED
from curate.standins.upstream.scenarios.catalogue import make_histories

NUMBER = 14501
LATER = SCRAPED + timedelta(minutes=30)


def check_run(number: int, conclusion: str | None = "SUCCESS", at: datetime = SCRAPED) -> dict[str, Any]:
    when = at.strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "__typename": "CheckRun",
        "id": f"CR_test{number}",
        "databaseId": number,
        "name": "Build",
        "status": "COMPLETED" if conclusion else "IN_PROGRESS",
        "conclusion": conclusion,
        "detailsUrl": f"https://github.invalid/actions/runs/1/job/{number}",
        "startedAt": when,
        "completedAt": when if conclusion else None,
        "checkSuite": {"__typename": "CheckSuite", "id": "CS_1", "workflowRun": None},
    }


def test_1_commits_older_than_the_last_run_were_missed_for_ever(bench) -> None:
    """singer-io/tap-github#185: commits were filtered by the time of the last run."""
    bench.run()
    before = [commit.sha for commit in bench.row(NUMBER).commits]
    old = bench.world.add_commit(NUMBER, "a" * 40, SCRAPED - timedelta(days=500), None)
    listed = [{"commit": old}, *bench.world.pull(NUMBER)["commits"]]
    bench.world.change(NUMBER, LATER, commits=listed)
    bench.run()
    assert [commit.sha for commit in bench.row(NUMBER).commits] == ["a" * 40, *before]


def test_2_history_was_marked_complete_though_it_was_never_fetched(bench, upstream: Upstream) -> None:
    """queueboard-core doc 018: the end of a filtered window was read as the end of the whole."""
    since = SCRAPED - timedelta(days=60)
    few = bench.run(since=since)
    assert not few.complete
    assert few.pulls["ok"] < len(bench.world.numbers)
    assert any("--since" in gap for gap in few.gaps)
    for pull in bench.rows():
        assert pull.cut == ()
    assert bench.run().pulls["ok"] == len(bench.world.numbers)


def test_3_the_watermark_moved_on_a_partial_scan_and_updates_were_lost(make_bench, large_upstream: Upstream) -> None:
    """queueboard-core docs 008 and 029: killed between page two and three of a scan."""
    bench = make_bench(world_of_upstream(large_upstream, SCRAPED, rows_since=SCRAPED))
    bench.run()
    for place, number in enumerate(sorted(bench.world.numbers)):
        bench.world.change(number, LATER + timedelta(seconds=place), title=f"changed {number}")
    # the repository (two requests), the end of the walk, two pages of the scan, and then nobody is there any more
    bench.faults.script[:] = [None] * 5 + ["connection reset"] * (INVALID_IN_A_ROW + 1)
    with pytest.raises(Stopped):
        bench.run()
    bench.run()
    assert {pull.title for pull in bench.rows()} == {f"changed {number}" for number in bench.world.numbers}


@pytest.mark.parametrize("kind", ["resource limits", "null nodes"])
def test_4_a_page_of_nulls_was_taken_for_no_pull_requests(make_bench, undisturbed, kind: str) -> None:
    """spiceai/spiceai#13762 and plclub/sf-in-lean#265: 100 of 100 nodes null, an empty dashboard published."""
    bench = make_bench(faults=Faults(script=[None, None, kind, None, None, None, kind]))
    assert bench.run().pulls == {"ok": len(bench.world.numbers)}
    assert bench.faults.played == [kind, kind]
    assert bench.rows() == undisturbed
    with Archive(bench.folder) as archive:
        pages = [
            json.loads((archive.get(key) or b"").partition(b"\n")[2])
            for key in archive.keys("github/")
            if "/page/" in key
        ]
    assert pages
    assert all("errors" not in page and None not in page["data"].values() for page in pages)


def test_5_the_same_heavy_page_failed_with_502_for_ever(bench, undisturbed) -> None:
    """apache/devlake#3708, llvm/llvm-zorg#683, cli/cli#6247: ten seconds were never enough for one pull request."""
    bench.world.heavy[NUMBER] = 20
    bench.world.heavy[14608] = 0
    report = bench.run()
    assert report.pulls == {"ok": len(bench.world.numbers) - 1, "error": 1}
    assert not report.complete
    rows = {pull.number: pull for pull in bench.rows()}
    assert rows == {pull.number: pull for pull in undisturbed if pull.number != 14608}
    del bench.world.heavy[14608]
    assert bench.run().pulls == {"ok": len(bench.world.numbers)}
    assert bench.rows() == undisturbed


def test_6_a_pull_request_was_skipped_because_another_was_updated_while_paging(make_bench) -> None:
    """constructorfabric/insight#3376 and gitbutler#15531: the rows at the session of a page changed places."""
    world = world_of_upstream(play(make_histories(extra=40)), SCRAPED, rows_since=SCRAPED)
    bench = make_bench(world)
    numbers = sorted(world.numbers)

    def reopen(request: int) -> None:
        number = numbers[(request * 7) % len(numbers)]
        if request < 60:
            world.change(
                number,
                LATER + timedelta(seconds=request),
                state="OPEN",
                closedAt=None,
                title=f"moved {request}",
            )

    bench.stand_in.before = reopen
    bench.run()
    bench.stand_in.before = lambda _: None
    bench.run()
    calm = make_bench(world, folder="calm")
    calm.run()
    assert bench.rows() == calm.rows()
    assert {pull.number for pull in bench.rows()} == world.numbers


def test_7_counting_by_the_last_link_said_that_there_was_nothing(bench) -> None:
    """ossf/criticality_score#830, microsoft/SWE-bench-Live#22: cursor paging gives no `rel="last"`."""
    rows = [check_run(place) for place in range(250)]
    sha = bench.world.add_commit(NUMBER, "b" * 40, SCRAPED, rows)
    bench.world.change(NUMBER, LATER, commits=[{"commit": sha}], headRefOid="b" * 40)
    bench.faults.heavy = lambda asked: asked.name in ("Checks", "MoreChecks") and asked.nodes == 1
    bench.run()
    (commit,) = bench.row(NUMBER).commits
    assert [row.id for row in commit.checks or ()] == [row["id"] for row in rows]


def test_8_an_answer_belonged_to_another_request(bench) -> None:
    """PyGithub#1257: a connection shared by threads. Here each answer is held against what was asked."""
    bench.run()
    find = bench.world.find
    bench.world.change(NUMBER, LATER, title="changed")
    other = bench.world.pull(14533)
    bench.world.find = lambda node_id: other if node_id == f"PR_{NUMBER}" else find(node_id)
    report = bench.run()
    assert report.pulls["error"] == 1
    bench.world.find = find
    bench.run()
    assert bench.row(NUMBER).title == "changed"


def test_8_two_clients_in_two_threads_get_their_own_answers(bench) -> None:
    """PyGithub#1257: threads that do not share a client do not share a connection."""
    wrong: list[str] = []

    def ask(number: int) -> None:
        client = bench.client()
        for _ in range(30):
            (node,) = client.ask("pulls", {"ids": [f"PR_{number}"], "items": 5}).data["nodes"]
            if node["number"] != number:
                wrong.append(f"{number} got {node['number']}")
        client.close()

    threads = [threading.Thread(target=ask, args=(number,)) for number in (14501, 14533)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_9_a_deleted_user_stopped_the_whole_sync(bench, undisturbed) -> None:
    """elastic/connectors#2427, github-to-sqlite PR 73: `author: null` was dereferenced."""
    when = LATER.strftime("%Y-%m-%dT%H:%M:%SZ")
    comment = {"__typename": "IssueComment", "id": "IC_ghost", "author": None, "body": "gone"}
    review = {"__typename": "PullRequestReview", "id": "PRR_ghost", "author": None, "submittedAt": None, "body": "gone"}
    closed = {"__typename": "ClosedEvent", "id": "CE_ghost", "actor": None, "closer": None}
    ends = {"beforeCommit": None, "afterCommit": None}
    pushed = {"__typename": "HeadRefForcePushedEvent", "id": "FP_ghost", "actor": None, **ends}
    items = [{**item, "createdAt": when} for item in (comment, review, closed, pushed)]
    nothing: dict[str, Any] = dict.fromkeys(
        ("author", "headRepository", "mergeCommit", "files", "userContentEdits", "labels")
    )
    bench.world.change(NUMBER, LATER, timelineItems=items, **nothing)
    assert bench.run().pulls == {"ok": len(bench.world.numbers)}
    pull = bench.row(NUMBER)
    assert (pull.author, pull.head_repo, pull.labels, pull.body_edits) == (None, None, (), ())
    assert [comment.author for comment in pull.comments[-2:]] == [None, None]
    assert pull.events[-1].before_sha is None
    assert [row for row in bench.rows() if row.number != NUMBER] == [row for row in undisturbed if row.number != NUMBER]


def test_10_pull_requests_that_bors_merged_counted_as_unmerged(undisturbed: list[PullRequest]) -> None:
    """bors-ng#1217 and #899: closed, `mergedAt` null. All that tells otherwise is kept: title, comment, rename."""
    pull = next(pull for pull in undisturbed if pull.number == NUMBER)
    assert (pull.state, pull.merged_at, pull.merge_commit_sha) == ("CLOSED", None, None)
    assert pull.title.startswith("[Merged by Bors] - ")
    assert any(c.author == "mathlib-bors" and "successfully merged into" in c.body for c in pull.comments)
    renamed = [event for event in pull.events if event.kind == "renamed"]
    assert renamed[-1].current == pull.title
    assert f"[Merged by Bors] - {renamed[-1].previous}" == pull.title


def test_11_a_green_commit_was_shown_red_for_a_row_that_had_been_superseded(bench) -> None:
    """wait-on-check-action#156, woojubb/robota#2237: rows were deduplicated, or the roll-up's state believed."""
    rows = [
        check_run(1, "SUCCESS"),
        check_run(2, "FAILURE"),
        check_run(3, "SKIPPED"),
        check_run(4, "SUCCESS"),
    ]
    made = [
        bench.world.add_commit(NUMBER, "c" * 40, SCRAPED, rows),
        bench.world.add_commit(NUMBER, "d" * 40, SCRAPED, rows[::-1]),
        bench.world.add_commit(NUMBER, "e" * 40, SCRAPED, None),
        bench.world.add_commit(NUMBER, "f" * 40, SCRAPED, []),
    ]
    bench.world.change(NUMBER, LATER, commits=[{"commit": commit} for commit in made])
    bench.run()
    seen = [
        None if commit.checks is None else [row.conclusion for row in commit.checks]
        for commit in bench.row(NUMBER).commits
    ]
    conclusions = ["SUCCESS", "FAILURE", "SKIPPED", "SUCCESS"]
    assert seen == [conclusions, conclusions[::-1], None, []]


@pytest.mark.parametrize("kind", sorted(CLOSINGS))
def test_12_a_limit_was_met_with_a_busy_loop_or_taken_for_success(make_bench, undisturbed, kind: str) -> None:
    """yanyongyu/githubkit#271, ocean#3526: limits in all their shapes, on GraphQL and on REST."""
    bench = make_bench(faults=Faults(script=[kind, None, None, kind, None, None, None, kind]))
    assert bench.run().pulls == {"ok": len(bench.world.numbers)}
    assert bench.faults.played == [kind] * 3
    assert bench.faults.during_waits == []
    assert bench.rows() == undisturbed


def test_12_a_good_answer_with_nothing_left_was_thrown_away(make_bench, undisturbed) -> None:
    """ocean PR 3526: the last answer before a limit is an answer; the wait comes after it."""
    one_off = "nothing left on a good answer"
    bench = make_bench(faults=Faults(script=[one_off, None, one_off]))
    bench.run()
    assert bench.faults.during_waits == []
    assert bench.rows() == undisturbed
    assert sum(seconds for seconds, _ in bench.waits) > 0
    with Archive(bench.folder) as archive:
        pages = sum("/page/" in key for key in archive.keys("github/"))
    assert bench.stand_in.bill.requests == pages + 1


def test_12_a_missing_right_was_waited_for(bench) -> None:
    """SWE-bench collect/utils.py: every 403 was taken for a limit."""
    bench.stand_in.lacks_rights = True
    with pytest.raises(Failed, match="lacks a right"):
        bench.run()
    assert bench.stand_in.bill.requests == 1
    assert bench.waits == []


def test_13_it_was_silent_for_forty_minutes(bench) -> None:
    """lean-dojo/LeanDojo#140 and PyGithub#3080: "Setting next backoff to 2404s" in a log that nobody sees."""
    bench.faults.script = [None, "primary 403"]
    bench.run()
    countdown = [seconds for seconds, _ in bench.waits]
    assert countdown[0] > 890
    assert len(countdown) > 890
    assert countdown == sorted(countdown, reverse=True)
    assert all("GITHUB_TOKEN" in why for _, why in bench.waits)


def test_13_a_wait_that_is_too_long_ends_the_run_and_the_next_one_goes_on(bench, undisturbed) -> None:
    """lean-dojo/LeanDojo#140: nobody was told that one can stop and go on."""
    bench.faults.script = [None, None, None, "primary 403"]
    bench.max_wait_s = 600
    with pytest.raises(Stopped, match=r"15 min.*--max-wait.*same command") as stopped:
        bench.run()
    assert exit_code(stopped.value) == STOPPED
    requests = bench.stand_in.bill.requests
    with pytest.raises(Stopped, match="--max-wait"):
        bench.run()
    assert bench.stand_in.bill.requests == requests + 2 - 1, "only REST, which is not closed, was asked again"
    bench.clock.moment += 901
    bench.run()
    assert bench.rows() == undisturbed
    assert bench.faults.during_waits == []


def test_14_it_tried_again_without_end(make_bench) -> None:
    """huggingface/datasets#7777: a 412 was retried for ever. Here every kind of "again" has a bound."""
    never = make_bench(faults=Faults(script=["server error"] * 500))
    with pytest.raises(Stopped, match="same command later"):
        never.run()
    assert never.stand_in.bill.requests == INVALID_IN_A_ROW + 1
    limited = make_bench(faults=Faults(script=["secondary 429 bare"] * 500), folder="limited")
    with pytest.raises(Stopped, match="same command later"):
        limited.run()
    assert limited.stand_in.bill.requests == LIMITS_IN_A_ROW + 1
    assert max(seconds for seconds, _ in limited.waits) == 60 * 2 ** (LIMITS_IN_A_ROW - 1)
    heavy = make_bench(faults=Faults(heavy=lambda asked: asked.graphql and asked.name != "Repository"), folder="heavy")
    with pytest.raises(Stopped, match="smallest query"):
        heavy.run()
    assert heavy.stand_in.bill.requests < 40
    nulls = make_bench(folder="nulls")
    nulls.world.heavy = dict.fromkeys(nulls.world.numbers, 0)
    with pytest.raises(Stopped, match="smallest query"):
        nulls.run()
    assert nulls.stand_in.bill.requests < 120


def test_15_the_cache_forgot_most_of_what_it_was_given(bench) -> None:
    """diskcache#117 and cashews#405: a gigabyte by default, then the oldest go."""
    bench.run()
    with Archive(bench.folder) as archive:
        settings = archive._cache
        assert (settings.eviction_policy, settings.cull_limit, settings.size_limit) == ("none", 0, 1 << 62)
        for place in range(1200):
            archive.put(f"filler/{place:05d}", place.to_bytes(4, "big") * 4096)
        ledger = Ledger(archive, bench.world.repo)
        assert ledger.count("page/") == ledger.state().pages
        assert sum(1 for _ in archive.keys("filler/")) == 1200
        held = {int(name) for name in ledger.names("page/")}
        entries = [ledger.read(pull_key(number), PullEntry) for number in bench.world.numbers]
        shas = [ledger.read(f"sha/{sha}", ShaEntry) for sha in ledger.names("sha/")]
        assert all(set(entry.pages) <= held for entry in [*entries, *shas] if entry is not None)
