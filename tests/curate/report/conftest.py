"""A browser, and the site over the demo's dataset."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from curate.console import Screen, Verbosity
from curate.report.pulls import PATCH_CHARACTERS
from curate.report.site import ReportRequest, build_site

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
def site(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site over the demo's dataset."""
    out = tmp_path_factory.mktemp("report") / "site"
    build_site(ReportRequest((built,), out, PATCH_CHARACTERS, "https://127.0.0.1/issues/new"), Screen(Verbosity.QUIET))
    return out
