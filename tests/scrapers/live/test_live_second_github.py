"""The client against a GitHub whose resolvers come from GitHub's own schema: whatever happens, nothing is lost."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest
from live_bench import ManualClock
from planted import ALICE, DAY_ONE, Planter, at, plant_all, plant_small

from curate.schemas.errors import Refused, Stopped
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.scrapers.archive import Archive
from curate.scrapers.github import fetch as fetching
from curate.scrapers.github.client import Client
from curate.scrapers.github.fetch import FetchOptions, FetchReport, fetch_repository
from curate.scrapers.github.ledger import Ledger, State
from curate.scrapers.github.page import QueryTooExpensive
from curate.scrapers.github.parse import read_pulls
from curate.scrapers.github.plan import plan_run
from curate.scrapers.github.samples import Sample
from curate.scrapers.github.session import open_session
from curate.scrapers.github.tokens import Token
from curate.standins.github_schema.resolvers import Record
from curate.standins.github_schema.server import TOKEN, Raw, Request, SchemaGitHub

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@dataclass
class User:
    """Somebody who runs the same command again and again in one folder, with git beside GitHub."""

    planter: Planter
    folder: Path
    github: SchemaGitHub
    clock: ManualClock
    listed: frozenset[int] | None = None
    """What git lists; None: every planted number."""
    waits: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)

    def run(self, refresh: tuple[int, ...] = (), url: str | None = None) -> FetchReport:
        client = Client(
            Token(TOKEN, "GITHUB_TOKEN"),
            url=url or self.github.url,
            clock=self.clock,
            on_wait=lambda seconds, _: self.waits.append(seconds),
            on_unknown=self.samples.append,
        )
        try:
            with Archive(self.folder) as archive:
                session = open_session(client, Ledger(archive, self.planter.records.repo), on_note=self.notes.append)
                return fetch_repository(session, "git", None, FetchOptions(refresh=refresh))
        finally:
            client.close()

    def rows(self) -> dict[int, PullRequest]:
        with Archive(self.folder) as archive:
            return {pull.number: pull.model_copy(update={"fetched_at": None}) for pull in read_pulls(archive)}

    def state(self) -> State:
        with Archive(self.folder) as archive:
            state = Ledger(archive, self.planter.records.repo).state()
        assert state is not None
        return state

    def builds(self, number: int) -> dict[str, set[str | None]]:
        """For each commit of a pull request what the rows named Build say."""
        pull = self.rows()[number]
        return {
            commit.sha: {row.conclusion for row in commit.checks or () if row.name == "Build"}
            for commit in (*pull.commits, *pull.other_commits)
        }


MakeUser = Callable[[Planter], User]


@pytest.fixture
def make_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeUser]:
    started: list[SchemaGitHub] = []
    users: dict[str, User] = {}

    def list_numbers(_: str) -> frozenset[int]:
        user = users["now"]
        return frozenset(user.planter.records.pulls) if user.listed is None else user.listed

    monkeypatch.setattr(fetching.refs, "list_pull_numbers", list_numbers)  # git's side; test_live_refs tries it

    def make(planter: Planter) -> User:
        clock = ManualClock(NOW.timestamp())
        github = SchemaGitHub(planter.records, now=clock.now)
        github.__enter__()
        started.append(github)
        users["now"] = User(planter, tmp_path / f"archive-{len(started)}", github, clock)
        return users["now"]

    yield make
    for github in reversed(started):
        github.__exit__()


def expect_planted(user: User) -> None:
    """Every planted head has the planted verdict among its rows, and no pull request is missing or too many."""
    rows = user.rows()
    assert rows.keys() == user.planter.records.pulls.keys()
    for number, heads in user.planter.heads.items():
        builds = user.builds(number)
        for sha, build in heads:
            assert build is None or build in (builds[sha] or {build if isinstance(build, list) else None}), number


def test_every_planted_shape_is_found_and_counted_as_the_server_counts(make_user: MakeUser) -> None:
    user = make_user(plant_all())
    report = user.run()
    assert report.complete, report.gaps
    assert len(user.planter.records.pulls) == 43
    expect_planted(user)
    assert (report.requests, report.points) == (len(user.github.asked), user.github.points)
    assert [len(user.rows()[number].commits) for number in (205, 100)] == [130, 1]
    assert len(user.rows()[204].comments) == 227
    assert user.samples == []


def close_first(asked: Request) -> Raw | None:
    return Raw(close=True) if asked.count % 5 == 2 else None


def limit_often(asked: Request) -> Raw | None:
    body = b'{"message": "You have exceeded a secondary rate limit."}'
    return Raw(403, body, {"Retry-After": "30"}) if asked.count % 6 == 3 else None


def break_bodies(asked: Request) -> Raw | None:
    bodies = (b"", b"<html>", b'{"data": {"rep', b"[]")
    return Raw(200, bodies[asked.count % 4]) if asked.count % 4 == 1 else None


def fail_large(asked: Request) -> Raw | None:
    return Raw(502, b"<html>") if asked.variables.get("page", len(asked.variables.get("ids", ()))) > 6 else None


@pytest.mark.parametrize("trouble", [close_first, limit_often, break_bodies, fail_large])
def test_network_trouble_changes_no_row(make_user: MakeUser, trouble: Callable[[Request], Raw | None]) -> None:
    calm = make_user(plant_all())
    calm.run()
    rows = calm.rows()
    user = make_user(plant_all())
    user.github.before = trouble
    assert user.run().complete
    assert user.rows() == rows


# 1. A poorer answer never takes anything away


def plant_replaced_head() -> Planter:
    """A head of yesterday that was pushed away, with one job that is still running, so that it is asked for again."""
    planter = plant_small(2)
    yesterday = NOW - timedelta(days=1)
    planter.forced(50, yesterday, ["SUCCESS", "SUCCESS"], True, updatedAt=at(NOW - timedelta(hours=2)))
    slow = planter.run("Slow job", None, None)
    planter.commit_of(50)["statusCheckRollup"]["contexts"].append(slow)
    return planter


@pytest.mark.parametrize("loss", ["the commit", "one row", "the roll-up", "every answer"])
def test_rows_once_seen_outlive_whatever_github_loses(make_user: MakeUser, loss: str) -> None:
    planter = plant_replaced_head()
    user = make_user(planter)
    user.run()
    before = user.builds(50)
    commit = planter.commit_of(50)
    if loss == "the commit":
        del planter.records.nodes[commit["id"]]
    elif loss == "one row":
        commit["statusCheckRollup"]["contexts"].pop(0)
    elif loss == "the roll-up":
        commit["statusCheckRollup"] = None
    else:

        def refuse(asked: Request) -> Raw | None:
            broken = asked.name in ("Checks", "MoreChecks") or "/commits/" in asked.name
            return Raw(500 if asked.name.startswith("/") else 502) if broken else None

        user.github.before = refuse
    if loss == "every answer":
        with pytest.raises(Stopped):
            user.run()
    else:
        user.run()
    assert user.builds(50) == before
    assert before[commit["oid"]] == {"SUCCESS"}


def test_a_row_that_had_ended_does_not_run_again_in_a_later_answer(make_user: MakeUser) -> None:
    planter = plant_replaced_head()
    user = make_user(planter)
    user.run()
    build = planter.commit_of(50)["statusCheckRollup"]["contexts"][0]
    build |= {"status": "QUEUED", "conclusion": None, "completedAt": None}
    user.run()
    assert user.builds(50)[planter.commit_of(50)["oid"]] == {"SUCCESS"}


def test_heads_and_events_that_a_later_answer_lacks_stay(make_user: MakeUser) -> None:
    planter = plant_small(3)
    user = make_user(planter)
    user.run()
    pull = planter.records.pulls[11]
    known = user.rows()[11]
    pull["timelineItems"] = pull["timelineItems"][-1:]
    pull["updatedAt"] = at(NOW - timedelta(hours=1))
    user.run()
    assert user.rows()[11].events == known.events
    assert user.builds(11).keys() == {sha for sha, _ in planter.heads[11]}


# 2. and 3. Things of one second


def test_of_two_edits_in_one_second_the_later_one_counts(make_user: MakeUser) -> None:
    planter = plant_small(1)
    day, second = DAY_ONE, DAY_ONE + timedelta(hours=1)
    texts = [(DAY_ONE + timedelta(days=2), "third"), (second, "second"), (second, "first"), (day, "draft")]
    edits = [
        {"__typename": "UserContentEdit", "id": f"UCE_{place}", "editedAt": at(when), "diff": text}
        for place, (when, text) in enumerate(texts)
    ]
    planter.forced(60, day, ["SUCCESS"], True, body="third", userContentEdits=edits)
    user = make_user(planter)
    user.run()
    assert [edit.body for edit in user.rows()[60].body_edits or ()] == ["draft", "first", "second", "third"]


def test_a_pull_request_that_changes_in_the_second_in_which_it_was_read_is_read_again(make_user: MakeUser) -> None:
    planter = plant_small(5)
    pull = planter.forced(50, NOW - timedelta(hours=5), ["SUCCESS"], False, state="OPEN", closedAt=None, closed=False)
    pull |= {"title": "feat: x", "updatedAt": at(NOW)}
    closing = pull["timelineItems"].pop()
    user = make_user(planter)

    def close(asked: Request, _: Record) -> None:
        if asked.name == "Walk" and pull["state"] == "OPEN":
            pull.update(state="CLOSED", closed=True, closedAt=at(NOW), title="[Merged by Bors] - feat: x")
            pull["timelineItems"].append(closing)

    user.github.after = close
    user.run()
    user.clock.sleep(60)
    user.run()
    assert user.rows()[50].title == "[Merged by Bors] - feat: x"
    asked = len(user.github.asked)
    user.clock.sleep(60)
    user.run()
    user.clock.sleep(60)
    user.run()
    assert "Pulls" not in user.github.names[asked:][-4:]


# 4. Lists that do not add up


def test_a_list_of_checks_shorter_than_its_count_is_named_as_cut_and_asked_for_again(make_user: MakeUser) -> None:
    planter = plant_small(2)
    rows = [planter.status(f"context {place}", DAY_ONE) for place in range(40)]
    planter.forced(60, DAY_ONE, [rows], True)
    rollup = f"{planter.commit_of(60)['statusCheckRollup']['id']}.contexts"
    planter.records.counts[rollup] = 41
    user = make_user(planter)
    report = user.run()
    assert not report.complete
    assert "checks" in user.rows()[60].cut
    del planter.records.counts[rollup]
    rows.append(planter.run("Build", "SUCCESS", DAY_ONE))
    assert user.run().complete
    assert "checks" not in user.rows()[60].cut
    assert user.builds(60)[planter.heads[60][0][0]] == {"SUCCESS"}


def test_pages_that_overlap_give_each_item_once_and_a_lost_one_is_named_as_cut(make_user: MakeUser) -> None:
    planter = plant_small(2)
    comments = [planter.comment(DAY_ONE + timedelta(minutes=place), f"comment {place}") for place in range(149)]
    planter.forced(60, DAY_ONE, ["SUCCESS", "SUCCESS"], True, extra=comments)
    user = make_user(planter)

    def overlap(asked: Request, answer: Record) -> None:
        if asked.name == "More" and asked.variables.get("timelineItems"):
            shown = answer["data"]["node"]["timelineItems"]["nodes"]
            repeated = planter.records.pulls[60]["timelineItems"][99]
            shown.insert(0, {key: repeated.get(key) for key in ("__typename", "id", "author", "createdAt", "body")})
            shown.pop()

    user.github.after = overlap
    report = user.run()
    found = user.rows()[60]
    assert len({comment.id for comment in found.comments}) == len(found.comments)
    assert {"events", "comments"} <= set(found.cut)
    assert not report.complete
    user.github.after = lambda _asked, _answer: None
    assert user.run().complete
    assert user.rows()[60].cut == ()
    assert len(user.rows()[60].comments) == 149


def test_a_roll_up_that_is_gone_on_its_second_page_is_asked_for_again(make_user: MakeUser) -> None:
    planter = plant_small(2)
    rows = [planter.status(f"context {place}", DAY_ONE) for place in range(120)]
    planter.forced(60, DAY_ONE, [[*rows, planter.run("Build", "SUCCESS", DAY_ONE)]], True)
    user = make_user(planter)
    gone: list[int] = []

    def lose(asked: Request, answer: Record) -> None:
        if asked.name == "MoreChecks" and not gone:
            gone.append(asked.count)
            answer["data"]["node"]["statusCheckRollup"] = None

    user.github.after = lose
    assert user.run().complete
    assert user.builds(60)[planter.heads[60][0][0]] == {"SUCCESS"}
    assert not any("/commits/" in name for name in user.github.names)


# 5. What this token may not see


def forbid(path: list[Any], field_name: str | None) -> Record:
    message = "Although you appear to have the correct authorization credentials, the organization has an IP allow list"
    return {"type": "FORBIDDEN", "path": path + ([field_name] if field_name else []), "message": message}


@pytest.mark.parametrize("field_name", ["headRepository", None])
def test_a_pull_request_in_part_or_whole_forbidden_costs_that_part_and_not_the_run(
    make_user: MakeUser, field_name: str | None
) -> None:
    user = make_user(plant_small(30))

    def refuse(asked: Request, answer: Record) -> None:
        if asked.name not in ("Walk", "Pulls"):
            return
        listed = (answer["data"].get("repository") or {}).get("pullRequests") or answer["data"]
        start = ["repository", "pullRequests", "nodes"] if "repository" in answer["data"] else ["nodes"]
        for place, node in enumerate(listed["nodes"]):
            if node and node["number"] == 13:
                answer.setdefault("errors", []).append(forbid([*start, place], field_name))
                if field_name:
                    node[field_name] = None
                else:
                    listed["nodes"][place] = None

    user.github.after = refuse
    report = user.run()
    assert report.complete is (field_name is not None)
    assert len(user.rows()) == (30 if field_name else 29)
    assert report.refused_fields == (1 if field_name else 0)
    if field_name:
        assert user.rows()[13].head_repo is None
    assert user.github.names.count("Walk") <= 3


def test_checks_that_may_not_be_seen_are_not_taken_for_none(make_user: MakeUser) -> None:
    planter = plant_small(3)
    hidden = planter.commit_of(11, 1)["oid"]
    user = make_user(planter)

    def refuse(asked: Request, answer: Record) -> None:
        for place, node in enumerate(answer["data"].get("nodes") or ()) if asked.name == "Checks" else ():
            if node and node["oid"] == hidden:
                node["statusCheckRollup"] = None
                answer.setdefault("errors", []).append(forbid(["nodes", place], "statusCheckRollup"))

    user.github.after = refuse
    report = user.run()
    assert report.shas == {"ok": 5, "error": 1}
    assert not report.complete
    assert "checks" in user.rows()[11].cut
    assert "checks" not in user.rows()[12].cut


# 6. Cursors


@pytest.mark.parametrize("during", ["the next run", "a long list"])
def test_a_refused_cursor_begins_its_list_anew(make_user: MakeUser, during: str) -> None:
    planter = plant_small(40)
    comments = [planter.comment(DAY_ONE + timedelta(minutes=place), f"comment {place}") for place in range(149)]
    planter.forced(70, DAY_ONE, ["SUCCESS"], True, extra=comments)
    user = make_user(planter)
    if during == "a long list":
        refused: list[int] = []

        def refuse(asked: Request) -> Raw | None:
            if asked.name == "More" and not refused:
                refused.append(asked.count)
                body = b'{"data": null, "errors": [{"type": "INVALID_CURSOR_ARGUMENTS", "message": "not a cursor"}]}'
                return Raw(200, body)
            return None

        user.github.before = refuse
        assert user.run().complete
        assert len(user.rows()[70].comments) == 149
        return
    user.run()
    planter.forced(80, DAY_ONE + timedelta(days=70), ["SUCCESS"], True)
    planter.records.cursor_mark = "v2"
    assert user.run().complete
    assert any("begins anew" in note for note in user.notes)
    assert 80 in user.rows()


# 7. Hidden and visible again


def test_a_hidden_pull_request_is_counted_and_found_again_when_it_is_shown(make_user: MakeUser) -> None:
    planter = plant_small(30)
    planter.records.hidden.add(15)
    user = make_user(planter)
    report = user.run()
    assert report.complete
    assert (report.hidden, report.pulls["hidden"]) == (1, 1)
    assert 15 not in user.rows()
    again = user.run(refresh=(15,))
    assert again.hidden == 1
    assert "GitHub shows no pull request 15" in user.notes
    planter.records.hidden.clear()
    shown = user.run()
    assert (shown.complete, shown.hidden) == (True, 0)
    assert 15 in user.rows()


def test_one_that_vanishes_after_it_was_read_keeps_its_rows_and_comes_back(make_user: MakeUser) -> None:
    planter = plant_small(5)
    user = make_user(planter)
    user.run()
    planter.records.hidden.add(12)
    planter.records.pulls[12]["updatedAt"] = at(NOW - timedelta(minutes=1))
    report = user.run(refresh=(12,))
    assert report.complete
    assert report.pulls["gone"] == report.hidden == 1
    assert 12 in user.rows()
    planter.records.hidden.clear()
    assert user.run().pulls == {"ok": 5}


def test_a_server_that_cannot_look_up_numbers_is_listed_instead(make_user: MakeUser) -> None:
    planter = plant_small(30)
    planter.records.hidden.add(15)
    user = make_user(planter)

    def know_no_numbers(asked: Request, answer: Record) -> None:
        if asked.name == "Pull":
            answer["data"]["repository"]["pullRequest"] = None
            answer.pop("errors", None)

    user.github.after = know_no_numbers
    assert user.run().hidden == 1
    planter.records.hidden.clear()
    assert (user.run().hidden, 15 in user.rows()) == (0, True)


# 8. Waits and failures


@pytest.mark.parametrize("status", [403, 429, 500, 502, 503])
@pytest.mark.parametrize(
    "body", [b"", b"<html>You have exceeded a secondary rate limit</html>", b'{"message": "busy"}']
)
def test_a_wait_that_github_names_is_kept_whatever_comes_with_it(make_user: MakeUser, status: int, body: bytes) -> None:
    user = make_user(plant_small(1))

    def limit(asked: Request) -> Raw | None:
        return Raw(status, body, {"Retry-After": "90"}) if asked.count == 2 else None

    user.github.before = limit
    assert user.run().complete
    assert max(user.waits) == 90


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Raw(400, b'{"message": "\\"2022-11-28\\" is not a supported version."}'), "HTTP 400"),
        (Raw(422, b'{"message": "Validation Failed"}'), "HTTP 422"),
    ],
)
def test_a_refusal_for_good_is_told_at_once(make_user: MakeUser, answer: Raw, words: str) -> None:
    user = make_user(plant_small(1))
    user.github.before = lambda asked: answer if asked.name == "Walk" else None
    with pytest.raises(Exception, match=words):
        user.run()
    assert user.github.names.count("Walk") == 1
    assert user.waits == []


@pytest.mark.parametrize("operation", ["Repository", "Walk", "Checks"])
def test_a_server_that_lacks_a_field_is_refused_at_once_and_the_field_named(
    make_user: MakeUser, operation: str
) -> None:
    user = make_user(plant_small(1))
    body = (
        b'{"errors": [{"path": ["query"], "extensions": {"code": "undefinedField", "typeName": "WorkflowRun", '
        b'"fieldName": "event"}, "message": "Field \'event\' doesn\'t exist on type \'WorkflowRun\'"}]}'
    )
    user.github.before = lambda asked: Raw(200, body) if asked.name == operation else None
    with pytest.raises(Refused, match=r"lacks WorkflowRun\.event"):
        user.run()
    assert user.github.names.count(operation) == 1
    assert user.waits == []


def test_only_two_dozen_queries_in_a_row_may_be_too_heavy(make_user: MakeUser) -> None:
    """Each costs a request; one more than these ends the run, whatever would still be asked for."""
    heavy = Raw(200, b'{"errors": [{"type": "RESOURCE_LIMITS_EXCEEDED", "message": "Resource limits exceeded."}]}')
    user = make_user(plant_small(1))
    user.github.before = lambda asked: heavy
    client = Client(Token(TOKEN, "GITHUB_TOKEN"), url=user.github.url, clock=user.clock)
    for _ in range(24):
        with pytest.raises(QueryTooExpensive):
            client.ask("repository", {"owner": "planted-org", "name": "library"})
    with pytest.raises(Stopped, match="even the smallest query"):
        client.ask("repository", {"owner": "planted-org", "name": "library"})
    client.close()


def test_the_first_query_asks_for_every_field_of_the_later_ones(make_user: MakeUser) -> None:
    """So that an older server names all that it lacks before anything was fetched."""
    from curate.scrapers.github.queries import QUERIES, read_query

    fragments = {line for name in QUERIES for line in read_query(name).splitlines() if line.startswith("fragment ")}
    assert fragments <= set(read_query("repository").splitlines())
    user = make_user(plant_small(1))
    user.run()
    assert user.github.names[:3] == ["/repos/planted-org/library", "Repository", "Walk"]


# 9. The plan


def test_the_plan_of_a_second_run_rests_on_what_the_first_one_measured(make_user: MakeUser) -> None:
    planter = Planter()
    for place in range(160):
        planter.forced(10 + place, DAY_ONE + timedelta(hours=6 * place), ["SUCCESS"] * 3, True)
    user = make_user(planter)
    with Archive(user.folder) as archive:
        guess = plan_run(Ledger(archive, planter.records.repo), 160, 5000, NOW)
    first = user.run()
    assert guess.low <= first.points <= guess.high
    user.clock.sleep(86_400)
    for number in (20, 21, 22):
        planter.records.pulls[number]["updatedAt"] = at(NOW + timedelta(hours=20))
    later = NOW + timedelta(days=1)
    with Archive(user.folder) as archive:
        plan = plan_run(Ledger(archive, planter.records.repo), 160, 5000, later)
    assert "3.0 commits a pull request (measured)" in plan.basis
    asked, points = len(user.github.asked), user.github.points
    second = user.run()
    assert (second.requests, second.points) == (len(user.github.asked) - asked, user.github.points - points)
    assert plan.low <= second.points <= plan.high


# 11. What can't be understood


def test_an_answer_in_no_known_shape_is_kept_as_a_sample_without_anybodys_details(make_user: MakeUser) -> None:
    user = make_user(plant_small(3))
    odd = (
        b'{"data": {"repository": {"id": "R_planted-org/library", "nameWithOwner": "planted-org/library", '
        b'"pullRequests": {"nodes": [{"title": "secret", "author": {"login": "alice"}, "x": "alice@example.org"}]}}}}'
    )
    user.github.before = lambda asked: Raw(200, odd) if asked.name == "Walk" and asked.count < 6 else None
    assert user.run().complete
    assert user.samples
    kept = user.samples[0]
    assert kept.request == "walk"
    assert "secret" not in kept.body
    assert "alice" not in kept.body
    assert str(ALICE["login"]) not in kept.why


ODD: list[tuple[str, tuple[str | int, ...], object]] = [
    ("Walk", ("repository", "pullRequests", "nodes", 1, "baseRefName"), None),
    ("Walk", ("repository", "pullRequests", "nodes", 0, "commits", "nodes", 0, "commit"), {}),
    ("Walk", ("repository", "pullRequests", "nodes", 0, "timelineItems", "pageInfo", "hasNextPage"), "x"),
    ("Walk", ("repository", "pullRequests", "nodes", 2, "files", "totalCount"), None),
    ("Listing", ("repository", "pullRequests", "nodes", 0, "updatedAt"), 7),
    ("Listing", ("repository", "pullRequests", "nodes", 0), "x"),
    ("Checks", ("nodes", 3, "statusCheckRollup", "contexts", "nodes", 0), {}),
    ("Checks", ("nodes", 3, "statusCheckRollup", "contexts", "nodes", 0, "completedAt"), "soon"),
    ("Repository", ("repository", "id"), None),
]


@pytest.mark.parametrize(("query", "path", "value"), ODD, ids=lambda one: str(one)[:60])
def test_what_could_not_be_parsed_later_is_never_stored_as_an_answer(
    make_user: MakeUser, query: str, path: tuple[str | int, ...], value: object
) -> None:
    calm = make_user(plant_small())
    calm.run()
    user = make_user(plant_small())
    broken = []

    def break_one(asked: Request, answer: Record) -> None:
        if asked.name == query and not broken:
            place: Any = answer["data"]
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = value
            broken.append(asked)

    user.github.after = break_one
    try:
        user.run()
    except Stopped:
        assert query == "Repository"
    user.run()
    assert broken
    assert user.rows() == calm.rows()


def test_a_check_of_an_unknown_type_costs_its_row_and_not_the_commit(make_user: MakeUser) -> None:
    user = make_user(plant_small())

    def add_row(asked: Request, answer: Record) -> None:
        if asked.name == "Checks":
            contexts = answer["data"]["nodes"][0]["statusCheckRollup"]["contexts"]
            contexts["nodes"].append({"__typename": "Gate"})
            contexts["totalCount"] += 1

    user.github.after = add_row
    report = user.run()
    assert report.complete
    expect_planted(user)


@pytest.mark.parametrize(
    ("headers", "least"),
    [({"Retry-After": "0"}, 1.0), ({"Retry-After": formatdate(NOW.timestamp() + 90, usegmt=True), "Date": "?"}, 89.0)],
)
def test_a_wait_of_nothing_is_no_busy_loop_and_a_date_needs_no_date_beside_it(
    make_user: MakeUser, headers: dict[str, str], least: float
) -> None:
    user = make_user(plant_small())
    user.github.before = lambda asked: Raw(429, b"{}", headers) if asked.count in (3, 4) else None
    user.run()
    assert user.waits[0] >= least
    assert len(user.waits) > 1
    expect_planted(user)
