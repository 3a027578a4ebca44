"""Small pull requests for the tests of the rules."""

from datetime import UTC, datetime, timedelta
from typing import Any

from curate.schemas.mathlibpr.pulls import CheckRow, Comment, Commit, Event, PullRequest

MERGED = "Pull request successfully merged into master.\n\nBuild succeeded:\n"
DAY = datetime(2025, 3, 1, tzinfo=UTC)


def sha(place: int) -> str:
    return f"{place:040x}"


def hour(hours: float) -> datetime:
    return DAY + timedelta(hours=hours)


def row(conclusion: str | None, run: int = 1, job: int = 1, name: str = "Build", **more: Any) -> CheckRow:
    link = f"https://github.com/o/r/actions/runs/{run}/job/{job}"
    values = {
        "id": f"CR_{name}_{run}_{job}",
        "kind": "check_run",
        "details_url": link,
        "sources": ("queueboard",),
        **more,
    }
    return CheckRow(name=name, conclusion=conclusion, **values)


def commit(place: int, *rows: CheckRow, checked: bool = True) -> Commit:
    return Commit(sha=sha(place), committed_at=hour(place), checks=rows if checked else None)


def comment(author: str | None, body: str, at: float = 50) -> Comment:
    return Comment(id=f"IC_{at}", author=author, at=hour(at), body=body)


def event(kind: str, at: float | None, **more: Any) -> Event:
    return Event.model_validate({"kind": kind, "at": hour(at) if at is not None else None, **more})


def pull(*commits: Commit, **changed: Any) -> PullRequest:
    """A landed pull request of one green head, but for what is changed."""
    listed = commits or (commit(1, row("SUCCESS")),)
    values: dict[str, Any] = {
        "repo": "o/r", "number": 12345, "title": "[Merged by Bors] - feat: x", "body": "About x.", "state": "CLOSED",
        "is_draft": False, "created_at": DAY, "updated_at": hour(60), "closed_at": hour(60), "merged_at": None,
        "merge_commit_sha": None, "base_ref": "master", "head_ref": "x", "head_sha": listed[-1].sha, "head_repo": "o/r",
        "author": "ada", "labels": (), "files": (), "commits": listed, "events": (),
        "comments": (comment("mathlib-bors", MERGED, 60),),
        "fetched_at": hour(100), "sources": ("queueboard",),
    }  # fmt: skip
    return PullRequest(**{**values, **changed})
