"""Builds the site: reads each path, writes pages and data files into a folder that is then put in place as a whole."""

import shutil
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2

from curate.console import Screen
from curate.report.chunks import PageWriter, write_data
from curate.report.dataset import build_dataset_page
from curate.report.pulls import KIND, build_pull_page
from curate.report.rows import DatasetTables, PullRows
from curate.report.blocks import Heading, Table, Link, Block, Text
from curate.schemas.distribution import installed_version
from curate.schemas.errors import Refused
from curate.schemas.store.manifest import BuildManifest, Manifest, ReleaseManifest, read_any_manifest

ISSUES = "https://github.com/leanprover-community/mathlib4/issues/new"


@dataclass(frozen=True)
class ReportRequest:
    """What goes into a site and where it is written.

    patch_characters: how much of each patch is shown.
    issues: address of a form for new issues, to which reports on labels lead; empty: none.
    """

    paths: tuple[Path, ...]
    out: Path
    patch_characters: int
    issues: str


@dataclass(frozen=True)
class SiteReport:
    """What was written: pages, files, bytes."""

    pages: int
    files: int
    bytes: int
