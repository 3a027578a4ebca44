"""A browser, and the site over the demo's dataset."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import CURATE
from judged_run import write_proofs
from playwright.sync_api import Browser, Page, sync_playwright

from curate.console import Screen, Verbosity
from curate.formalize.records.shipped import write_set
from curate.report.pulls import PATCH_CHARACTERS
from curate.report.site import ReportRequest, build_site
from curate.standins.models import serve
from curate.standins.models.reviewer import review

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium of the system; without it the test is skipped and says so."""
    if CHROMIUM is None:
        pytest.skip("needs Chromium (apt-get install chromium), which is not here")
    with sync_playwright() as playwright:
        # Chromium's own sandbox can't start as root, nor in most containers.
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails its test when the console shows an error or a script throws."""
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    errors: list[str] = []
    opened.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    opened.close()
    assert errors == []


@pytest.fixture(scope="session")
def reviews(built: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two runs of the stand-in reviewer: versions by themselves, and pairs."""
    folder = tmp_path_factory.mktemp("reviews")
    with serve(review) as server:
        model = ["--dataset", str(built), "--model", "noise", "--base-url", f"{server.base_url}/v1", "--sample", "6"]
        for name, more in (("alone", ["--stage", "1,3"]), ("pairs", ["--pairs"])):
            command = [*CURATE, "review", "run", *model, *more, "--out", str(folder / name), "--quiet"]
            subprocess.run(command, check=True, env={**os.environ, "OPENAI_API_KEY": "demo", "NO_PROXY": "127.0.0.1"})
    return [folder / "alone", folder / "pairs"]


@pytest.fixture(scope="session")
def problems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("problems")
    write_set(folder)
    return folder


@pytest.fixture(scope="session")
def proofs(problems: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A judged prover run on two problems: one proved, one given up with an attack as its text."""
    return write_proofs(tmp_path_factory.mktemp("proofs") / "run", problems)


@pytest.fixture(scope="session")
def site(
    built: Path, reviews: list[Path], problems: Path, proofs: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The site over the demo's dataset, compared with itself, and over review and prover runs."""
    out = tmp_path_factory.mktemp("report") / "site"
    paths = (built, *reviews, problems, proofs)
    request = ReportRequest(paths, out, PATCH_CHARACTERS, "https://127.0.0.1/issues/new", built)
    build_site(request, Screen(Verbosity.QUIET))
    return out
