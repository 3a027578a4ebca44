"""What a run of `curate prs` has to say at its end."""

from datetime import datetime

from curate.prs.patch_share import Fetched, PatchShare
from curate.schemas.base import Record
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rules.funnel import Step


class BuildReport(Record):
    """The numbers of one build."""

    funnel: tuple[Step, ...]
    rows: dict[str, dict[str, int]]
    unreadable: tuple[Drop, ...]
    cut: dict[str, tuple[int, ...]]
    """For each kind of list, the PRs of the universe whose list the source cut short."""
    landed: int
    newest_record: datetime | None
    waves: tuple[str, ...] = ()
    """Closings of many pull requests at once, which may be no verdicts."""
    fetched: Fetched | None = None
    patches: PatchShare | None = None
