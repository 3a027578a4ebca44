"""What the pages over 16,000 snapshots with 80 MB of patches and 608,000 findings cost, and how soon one shows.

    python -m benchmarks.report_site [SNAPSHOTS]

Seconds are those of a process that only builds the site, on the clock and of CPU; the pages are opened from disk in
headless Chromium.
"""

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "releases"))
from playwright.sync_api import sync_playwright
from synthetic import invent, write_dataset

from curate.console import Screen, Verbosity
from curate.report.pulls import PATCH_CHARACTERS
from curate.report.site import ReportRequest, build_site
from curate.schemas.base import Record
from curate.schemas.mathlibpr.rows import EvidenceFinding, Snapshot

Rows = dict[str, list[Record]]
CHECKS = 38
"""Findings a snapshot."""


def invent_findings(rows: Rows) -> Rows:
    """`rows` with as many findings a snapshot as `curate prs` makes: most found nothing, some stand at lines."""
    findings: list[Record] = []
    for row in rows["snapshots"]:
        assert isinstance(row, Snapshot)
        path = row.changed_files[0].path
        for check in range(CHECKS):
            where = tuple(f"{path}:{line} lemma{line}" for line in range(1, 4)) if check % 10 == 0 else ()
            findings.append(
                EvidenceFinding(
                    snapshot_id=row.snapshot_id, repo=row.repo, pr_number=row.pr_number, check=f"check-{check}",
                    value=float(len(where)), unit="count", where=where, detail=None, origin="git", rules=1,
                    split=row.split,
                )
            )  # fmt: skip
    return {**rows, "evidence": findings}


def measure(dataset: Path, out: Path) -> None:
    """Builds the site in this process, and prints what it took."""
    began, cpu = time.monotonic(), time.process_time()
    made = build_site(ReportRequest((dataset,), out, PATCH_CHARACTERS, ""), Screen(Verbosity.QUIET))
    wall, cpu = time.monotonic() - began, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{made.pages} pages, {made.files} files, {made.bytes / 1e6:.1f} MB; {wall:.1f} s ({cpu:.1f} s CPU), "
          f"peak {peak:.0f} MB", flush=True)  # fmt: skip


def open_pages(site: Path) -> None:
    """How soon the first page, a pull request's and a search are drawn."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for route in ("home", "dataset", "search/Mathlib"):
            page = browser.new_page()
            began = time.monotonic()
            page.goto(f"{(site / 'index.html').as_uri()}#/{route}")
            page.wait_for_selector(f'main[data-page="{route}"]')
            print(f"{route}: drawn after {time.monotonic() - began:.2f} s", flush=True)
            page.close()
        browser.close()


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 16_000
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        rows = invent_findings(invent(round(count / 1.59), patch_bytes=5000))
        print(f"{len(rows['snapshots'])} snapshots", flush=True)
        write_dataset(folder / "built", rows)
        del rows
        own = [sys.executable, __file__, "measure", str(folder / "built"), str(folder / "site")]
        subprocess.run(own, check=True)
        open_pages(folder / "site")


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        measure(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        main()
