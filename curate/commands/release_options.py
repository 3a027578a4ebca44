"""What each command of `curate release` is asked, and the options that several share."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import click

from curate.clock import utc_today
from curate.options import Day
from curate.releases.tombstones import Reason

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
NEW = click.Path(path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
LEDGER = Path("releases/ledger.jsonl")
C = TypeVar("C", bound=Callable[..., Any])


@dataclass(frozen=True)
class CheckRequest:
    """May the dataset in `folder` be released?"""

    folder: Path
    previous: str | None
    definition: Path | None
    endpoint: str | None


@dataclass(frozen=True)
class BuildRequest:
    """A release of the dataset in `folder`."""

    folder: Path
    version: str
    previous: str | None
    out: Path | None
    to: str | None
    date: date
    definition: Path | None
    endpoint: str | None


@dataclass(frozen=True)
class DiffRequest:
    """What changed from one source to another?"""

    before: str
    after: str
    definition: Path | None
    endpoint: str | None


@dataclass(frozen=True)
class PushRequest:
    """A built release to be published."""

    folder: Path
    to: str | None
    dry_run: bool
    ledger: Path
    endpoint: str | None


@dataclass(frozen=True)
class WithdrawRequest:
    """A version without some rows."""

    source: str
    id: tuple[str, ...]
    reason: Reason
    version: str
    out: Path | None
    date: date
    definition: Path | None
    endpoint: str | None


@dataclass(frozen=True)
class PreviewRequest:
    """A page that shows a release."""

    folder: Path
    out: Path | None


@dataclass(frozen=True)
class ListRequest:
    """Which versions are there?"""

    repo: str
    endpoint: str | None


@dataclass(frozen=True)
class VerifyRequest:
    """Is what is published as it was?"""

    source: str
    ledger: Path
    endpoint: str | None


@dataclass(frozen=True)
class HydrateRequest:
    """Texts that a release leaves out, from a dataset of the user's own."""

    source: str
    dataset: Path
    out: Path
    endpoint: str | None


@dataclass(frozen=True)
class ProblemsRequest:
    """A dataset of problem records."""

    folder: Path
    out: Path
    previous: str | None
    runs: tuple[Path, ...]
    attempts: bool
    repairs: bool
    endpoint: str | None


def with_definition(command: C) -> C:
    """Adds --definition."""
    text = "The dataset's definition. [default: releases/<dataset>.toml]"
    return click.option("--definition", type=FILE, help=text)(command)


def with_endpoint(command: C) -> C:
    """Adds --endpoint."""
    text = "Address of another Hub. [default: HF_ENDPOINT, else https://huggingface.co]"
    return click.option("--endpoint", metavar="URL", help=text)(command)


def with_date(command: C) -> C:
    """Adds --date."""
    text = "Day of the release, for citation and Croissant; give the same to get the same bytes. [default: today, UTC]"
    return click.option("--date", type=Day(), default=utc_today, help=text)(command)
