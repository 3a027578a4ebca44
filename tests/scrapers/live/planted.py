"""A small repository planted for the second GitHub: pull requests in documented shapes, and what must come of them.

`Planter.heads` holds for each pull request the heads whose checks were planted, with what `Build` said of each. What
the client should find is computed from that alone, by no rule of the product.
"""

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from curate.standins.github_schema.resolvers import Record, Records

REPO = "planted-org/library"
DAY_ONE = datetime(2026, 9, 1, tzinfo=UTC)
ALICE: Record = {"__typename": "User", "login": "alice"}
BORS: Record = {"__typename": "Bot", "login": "mathlib-bors"}


def at(moment: datetime) -> str:
    """A time as GitHub writes it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def sha_of(*what: object) -> str:
    """A sha that is always the same for the same thing."""
    return hashlib.sha1(repr(what).encode()).hexdigest()


@dataclass
class Planter:
    """Plants pull requests into `records`, and remembers what it planted."""

    records: Records = field(default_factory=lambda: Records(REPO))
    heads: dict[int, list[tuple[str, str | None]]] = field(default_factory=dict)
    ids: int = 1000

    def next_id(self) -> int:
        """A number that no other thing has."""
        self.ids += 1
        return self.ids

    def run(self, name: str, conclusion: str | None, ended: datetime | None, **more: Any) -> Record:
        """A check run; without a conclusion it is still running."""
        number = self.next_id()
        workflow = {"__typename": "WorkflowRun", "databaseId": number * 7, "event": "push"}
        workflow |= {"workflow": {"__typename": "Workflow", "name": "continuous integration"}}
        return {
            "__typename": "CheckRun",
            "id": f"CR_{number}",
            "databaseId": number,
            "name": name,
            "status": "COMPLETED" if conclusion else "IN_PROGRESS",
            "conclusion": conclusion,
            "detailsUrl": f"https://github.com/{REPO}/actions/runs/{number * 7}/job/{number}",
            "startedAt": at((ended or DAY_ONE) - timedelta(minutes=30)),
            "completedAt": at(ended) if ended and conclusion else None,
            "checkSuite": {"__typename": "CheckSuite", "id": f"CS_{number}", "workflowRun": workflow},
        } | more

    def status(self, context: str, when: datetime) -> Record:
        """A commit status that passed."""
        row = {"__typename": "StatusContext", "id": f"SC_{self.next_id()}", "context": context, "state": "SUCCESS"}
        return row | {"createdAt": at(when), "targetUrl": None}

    def commit(self, number: int, place: int, when: datetime, rows: list[Record] | None) -> Record:
        """A commit with these check rows; None: it has no roll-up."""
        sha = sha_of(number, place)
        rollup = None if rows is None else {"__typename": "StatusCheckRollup", "id": f"SCR_{sha}", "contexts": rows}
        made = {"__typename": "Commit", "id": f"C_{sha}", "oid": sha, "committedDate": at(when)}
        self.records.nodes[made["id"]] = made | {"statusCheckRollup": rollup}
        return self.records.nodes[made["id"]]

    def event(self, kind: str, when: datetime, actor: Record | None = ALICE, **more: Any) -> Record:
        """A timeline item."""
        return {"__typename": kind, "id": f"EV_{self.next_id()}", "createdAt": at(when), "actor": actor} | more

    def comment(self, when: datetime, body: str) -> Record:
        """A comment by somebody who may have left."""
        author = None if self.ids % 7 == 0 else ALICE
        return self.event("IssueComment", when, author=author, body=body)

    def pull(
        self, number: int, opened: datetime, commits: list[Record], timeline: list[Record], landed: bool, **more: Any
    ) -> Record:
        """A closed pull request with just these lists."""
        closed = opened + timedelta(days=3)
        planted = {
            "__typename": "PullRequest",
            "id": f"PR_{number}",
            "number": number,
            "title": f"{'[Merged by Bors] - ' if landed else ''}feat(Order/Basic): add lemma {number}",
            "body": "Adds one lemma.",
            "state": "CLOSED",
            "createdAt": at(opened),
            "updatedAt": at(closed),
            "closed": True,
            "closedAt": at(closed),
            "baseRefName": "master",
            "headRefName": f"branch-{number}",
            "headRefOid": commits[-1]["oid"],
            "headRepository": {"__typename": "Repository", "id": f"R_{number}", "nameWithOwner": "alice/library"},
            "author": ALICE,
            "labels": [{"__typename": "Label", "id": "L_1", "name": "ready-to-merge"}],
            "commits": [
                {"__typename": "PullRequestCommit", "id": f"PRC_{one['oid']}", "commit": one} for one in commits
            ],
            "timelineItems": timeline,
            "files": [{"__typename": "PullRequestChangedFile", "path": f"Mathlib/Order/L{number}.lean"}],
            "userContentEdits": [],
        } | more
        self.records.pulls[number] = planted
        return planted

    def forced(self, number: int, opened: datetime, builds: list[Any], landed: bool, **more: Any) -> Record:
        """A pull request of one head per entry of `builds`, each but the last pushed away by force.

        An entry is what `Build` said, a list of rows, or None for no roll-up.
        """
        commits, extra = [], list(more.pop("extra", ()))
        for place, build in enumerate(builds):
            when = opened + timedelta(hours=3 * place)
            rows = [self.run("Build", build, when + timedelta(hours=1)), self.run("Lint style", "SUCCESS", when)]
            given = None if build is None else build if isinstance(build, list) else rows
            commits.append(self.commit(number, place, when, given))
        pushes = [
            self.event(
                "HeadRefForcePushedEvent", opened + timedelta(hours=3 * place + 3), beforeCommit=a, afterCommit=b
            )
            for place, (a, b) in enumerate(pairwise(commits))
        ]
        closing = self.event("ClosedEvent", opened + timedelta(days=3), BORS, closer=None)
        timeline = sorted([*pushes, *extra, closing], key=lambda item: str(item["createdAt"]))
        self.heads[number] = [(one["oid"], build) for one, build in zip(commits, builds, strict=True)]
        return self.pull(number, opened, commits[-1:], timeline, landed, **more)

    def commit_of(self, number: int, place: int = 0) -> Record:
        """A planted head."""
        return self.records.nodes[f"C_{self.heads[number][place][0]}"]


def plant_small(count: int = 6) -> Planter:
    """A few plain pull requests of two heads each."""
    planter = Planter()
    for place in range(count):
        planter.forced(10 + place, DAY_ONE + timedelta(days=place), ["FAILURE", "SUCCESS"], True)
    return planter


FORMS: list[tuple[list[Any], bool]] = [
    (["SUCCESS"], True),
    (["SUCCESS", "SUCCESS"], True),
    (["FAILURE", "SUCCESS"], True),
    (["SUCCESS", "FAILURE"], False),
    (["CANCELLED", "SUCCESS", "SUCCESS"], True),
]


def plant_all() -> Planter:
    """Forty-three pull requests: twenty plain ones, and each odd shape of GitHub's documentation and bug reports."""
    planter = Planter()
    for place in range(20):
        builds, landed = FORMS[place % len(FORMS)]
        planter.forced(100 + place, DAY_ONE + timedelta(days=place), builds, landed)
    _plant_absent_people(planter, DAY_ONE + timedelta(days=20))
    _plant_long_lists(planter, DAY_ONE + timedelta(days=23))
    _plant_odd_checks(planter, DAY_ONE + timedelta(days=26))
    _plant_odd_headers(planter, DAY_ONE + timedelta(days=29))
    for place in range(5):
        day = DAY_ONE + timedelta(days=32 + place)
        still_open = planter.forced(220 + place, day, ["SUCCESS"], False, state="OPEN", closed=False, closedAt=None)
        still_open["timelineItems"].pop()
        planter.forced(230 + place, day, ["SUCCESS"], False)
    return planter


def _plant_absent_people(planter: Planter, day: datetime) -> None:
    ghost = planter.forced(200, day, ["SUCCESS", "SUCCESS"], True, author=None, headRepository=None)
    for item in ghost["timelineItems"]:
        item["actor"] = None
    lost = planter.forced(201, day, ["SUCCESS", "SUCCESS"], True)
    next(item for item in lost["timelineItems"] if "beforeCommit" in item)["beforeCommit"] = None
    planter.heads[201] = planter.heads[201][1:]
    kinds = ("AddedToMergeQueueEvent", "MentionedEvent", "SubscribedEvent", "HeadRefDeletedEvent", "PinnedEvent")
    planter.forced(202, day, ["SUCCESS"], True, extra=[planter.event(kind, day) for kind in kinds])


def _plant_long_lists(planter: Planter, day: datetime) -> None:
    statuses = [planter.status(f"ci/context-{place}", day) for place in range(225)]
    jobs = [planter.run(f"job {place}", "NEUTRAL", day) for place in range(4)]
    build = planter.run("Build", "SUCCESS", day + timedelta(hours=1))
    planter.forced(203, day, [[*statuses, build, *jobs]], True)
    planter.heads[203] = [(planter.heads[203][0][0], "SUCCESS")]
    comments = [planter.comment(day + timedelta(minutes=place), f"comment {place}") for place in range(1, 228)]
    renamed = planter.event("RenamedTitleEvent", day + timedelta(hours=30), previousTitle="old", currentTitle="feat: x")
    planter.forced(204, day, ["SUCCESS", "SUCCESS"], True, extra=[*comments, renamed])
    commits = [planter.commit(205, place, day + timedelta(minutes=place), None) for place in range(129)]
    tip = [planter.run("Build", "SUCCESS", day + timedelta(hours=4))]
    commits.append(planter.commit(205, 129, day + timedelta(minutes=129), tip))
    closing = planter.event("ClosedEvent", day + timedelta(days=3), BORS, closer=None)
    planter.pull(205, day, commits, [closing], True)
    planter.heads[205] = [(commits[-1]["oid"], "SUCCESS")]


def _plant_odd_checks(planter: Planter, day: datetime) -> None:
    later, earlier = (planter.run("Build", "SUCCESS", day + timedelta(hours=hours)) for hours in (5, 1))
    earlier["conclusion"] = "FAILURE"
    skipped = planter.run("Build (fork)", "SKIPPED", day + timedelta(hours=6))
    planter.forced(206, day, [[later, earlier, skipped]], True)
    planter.heads[206] = [(planter.heads[206][0][0], "SUCCESS")]
    planter.forced(207, day, [None, "SUCCESS"], True)
    suite = {"__typename": "CheckSuite", "id": "CS_x", "workflowRun": None}
    planter.forced(208, day, [[planter.run("Build", "SUCCESS", day, checkSuite=suite)]], True)
    planter.heads[208] = [(planter.heads[208][0][0], "SUCCESS")]
    planter.forced(209, day, [[planter.run("Build", None, None)]], False)
    planter.heads[209] = [(planter.heads[209][0][0], None)]


def _plant_odd_headers(planter: Planter, day: datetime) -> None:
    merged = {"state": "MERGED", "mergedAt": at(day + timedelta(days=3, seconds=2))}
    commit = {"__typename": "Commit", "id": "C_x", "oid": sha_of("merge"), "committedDate": at(day)}
    planter.forced(210, day, ["SUCCESS"], False, **merged, mergeCommit=commit)
    text = "a\r\n‮b \U0001f600"
    edits = [
        {"__typename": "UserContentEdit", "id": "UCE_2", "editedAt": at(day + timedelta(hours=9)), "diff": text},
        {"__typename": "UserContentEdit", "id": "UCE_1", "editedAt": at(day), "diff": "first"},
    ]
    planter.forced(211, day, ["SUCCESS"], True, body=text, userContentEdits=edits)
    planter.forced(212, day, ["SUCCESS"], True, files=None)
