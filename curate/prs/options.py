"""What one run of `curate prs` is asked to do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from curate.live import LiveOptions
from curate.schemas.base import Record
from curate.schemas.mathlibpr.rows import EvidenceClass, SplitName
from curate.schemas.mathlibpr.rules.builds import LocalBuild
from curate.schemas.mathlibpr.rules.labels import Selection
from curate.schemas.mathlibpr.rules.overrides import Override
from curate.scrapers.github.tokens import Token


class BuildOptions(Record):
    """What a dataset depends on besides its inputs."""

    repo: str
    until: date
    base_ref: str
    selection: Selection
    require_ci: bool
    evidence: tuple[EvidenceClass, ...]
    need_diff: bool
    split_at: tuple[date, ...]


@dataclass(frozen=True)
class BuildRequest:
    """One run: its options, where its inputs are and where its output goes."""

    options: BuildOptions
    places: tuple[str, ...]
    """Archives of pull requests: paths and URLs."""
    workspace: Path
    out: Path
    git: str | None = None
    """Path or URL of a clone; None: no patches."""
    frozen: Mapping[int, SplitName] = field(default_factory=dict)
    """Splits of earlier versions, by number."""
    local_builds: tuple[LocalBuild, ...] = ()
    overrides: tuple[Override, ...] = ()
    """Agreed disputes about labels."""
    live: LiveOptions | None = None
    """How to ask GitHub itself; None: it is not asked, and nothing that was fetched from it is used."""
    offline: bool = False
    """Whether heads that the clone lacks are left out rather than fetched."""
    scheduler: str | None = None
    """A Dask scheduler that makes the evidence from git; None: it is made here."""
    token: Token | None = None
    """None: the one that the environment or `gh` gives."""
