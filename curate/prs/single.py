"""One pull request labelled by itself, without git and without the others."""

from curate.schemas.base import Record
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.pulls import PullRequest
from curate.schemas.mathlibpr.rows import EvidenceClass
from curate.schemas.mathlibpr.rules.candidates import consider_pull, head_drop
from curate.schemas.mathlibpr.rules.facts import BASE_REF
from curate.schemas.mathlibpr.rules.labels import Labelled, label_versions
from curate.schemas.mathlibpr.rules.landed import Outcome, judge_outcome


class PullLabels(Record):
    """What the rules say of one pull request by itself.

    labelled: every build-passing version, oldest first.
    drops: every head that got no label, and the pull request itself where all of it is dropped.
    """

    number: int
    outcome: Outcome
    labelled: tuple[Labelled, ...]
    drops: tuple[Drop, ...]


def label_pull(
    pull: PullRequest, evidence: tuple[EvidenceClass, ...] = ("checks",), base_ref: str = BASE_REF
) -> PullLabels:
    """Rules 2 to 5 on `pull`, a closed pull request.

    Versions are told apart by sha, since no patch is known; a commit that was pushed for another pull request, and a
    patch that landed in another, can't be told. A dataset knows both.
    """
    outcome = judge_outcome(pull, None, base_ref)
    considered = consider_pull(pull, outcome, evidence, False, ())
    drops = [*considered.unclear, *considered.closings, *considered.heads, *considered.builds]
    candidate = considered.candidate
    if candidate is None:
        return PullLabels(number=pull.number, outcome=outcome, labelled=(), drops=tuple(drops))
    builds = {one.head.sha: one.built for one in candidate.passing}
    final = candidate.final.sha if candidate.final else None
    labelled, same = label_versions([one.head for one in candidate.passing], final, outcome, builds, {})
    drops += [head_drop(pull, one.head, "versions", one.reason, one.detail) for one in same]
    return PullLabels(number=pull.number, outcome=outcome, labelled=tuple(labelled), drops=tuple(drops))
