"""What other programs may call. Everything else may change with any version; `docs/api.md` has examples."""

from datetime import date
from pathlib import Path

from curate.dataset import Dataset, open_dataset
from curate.formalize.judge.challenge import find_statement, open_challenge
from curate.formalize.judge.judge import Judge
from curate.formalize.judge.lean import open_judged
from curate.formalize.lean.api import Elaboration, Limits
from curate.formalize.lean.open import open_lean
from curate.prs.single import PullLabels
from curate.prs.single import label_pull as _label_pull
from curate.releases.build import build_release as _build_release
from curate.releases.checks import check_dataset
from curate.releases.definition import find_definition, read_definition
from curate.releases.findings import render_findings
from curate.releases.versions import parse_version
from curate.schemas.errors import CurateError, Failed, Missing, Refused, Stopped
from curate.schemas.mathlibpr.rules.facts import REPO
from curate.schemas.stochbench.environment import JudgeLimits
from curate.schemas.stochbench.verdicts import Claim, Verdict
from curate.schemas.store.manifest import ReleaseManifest, read_any_manifest
from curate.scrapers.queueboard_pull import Unreadable, parse_pull

__all__ = [
    "CurateError",
    "Dataset",
    "Failed",
    "Missing",
    "Refused",
    "Stopped",
    "build_release",
    "check_lean",
    "judge",
    "label_pull",
    "open_dataset",
]


def check_lean(text: str, project: Path | None = None, limits: Limits = Limits()) -> Elaboration:
    """What Lean says of a text: the Lean of a project, or the embedded one.

    The answer's `status` is `ok`, `errors` or `unknown`; unknown (time, memory, crash) is neither of the others.

    Raises:
        Missing: that Lean is not there.
        Refused: the folder is no Lean project.
    """
    return open_lean(project).compile(text, None, limits)


def label_pull(raw: bytes, repo: str = REPO) -> PullLabels:
    """What the label rules say of one pull request by itself: without git, and without the pull requests around it.

    Args:
        raw: a `pr_info.json` as queueboard archives hold it.

    Raises:
        Refused: `raw` holds no pull request.
    """
    try:
        return _label_pull(parse_pull(raw, repo, None))
    except Unreadable as error:
        raise Refused(f"this is no record of a pull request: {error}") from error


def judge(
    problem: Path, solution: str, claim: Claim | None = None, project: Path | None = None,
    limits: JudgeLimits = JudgeLimits(),
) -> Verdict:  # fmt: skip
    """Whether `solution`, a whole Lean file, proves or refutes the statement of `problem`, decided by the kernel.

    Args:
        problem: the folder of a problem record, or a Lean file whose one theorem ends in `:= by sorry`.
        claim: `proof` or `disproof`; None: as the text says.

    Raises:
        Refused: the record is damaged or of another environment, or no sandbox holds here.
    """
    lean = open_judged(project, limits)
    challenge = open_challenge(lean, find_statement(problem))
    return Judge(lean).judge(challenge, solution.encode("utf-8", "surrogatepass"), claim)


def build_release(
    dataset: Path, version: str, out: Path, definition: Path | None = None, previous: Path | None = None,
    day: date | None = None,
) -> ReleaseManifest:  # fmt: skip
    """Checks the built dataset and lays it out as a release in `out`.

    Args:
        version: such as `1.2.0`.
        definition: the release's TOML definition; None: the one that is shipped.
        previous: the folder of the release before this one; None: this is the first.
        day: of the release, for the citation.

    Raises:
        Refused: a finding blocks the release, the version is no step from `previous`, or `out` exists.
    """
    found, template = read_definition(definition or find_definition(read_any_manifest(dataset).dataset))
    findings = check_dataset(dataset, found, previous, lambda rows: None)
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        raise Refused(f"{dataset} can't be released:", render_findings(errors))
    return _build_release(
        dataset, found, template, parse_version(version), out, previous=previous, date=day.isoformat() if day else None
    )
