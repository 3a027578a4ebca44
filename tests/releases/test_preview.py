"""The preview in a real browser: what is shown, and that nothing hostile in a row or card comes to life."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from synthetic import edit_rows, invent, write_dataset

from curate.releases.build import build_release
from curate.releases.definition import Definition
from curate.releases.preview import CELL_CHARACTERS, render_markdown, render_preview
from curate.releases.versions import parse_version
from curate.schemas.errors import Refused

HOSTILE = '<script>document.title="caught"</script><img src=x onerror="document.title=\'caught\'">\x1b[2J'
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, definition: tuple[Definition, str]) -> str:
    """The preview of a release whose first title and card are hostile."""
    folder = tmp_path_factory.mktemp("preview")
    built = write_dataset(folder / "dataset", edit_rows(invent(40), "snapshots", 0, title=f"feat: {HOSTILE}"))
    template = definition[1].replace("## Labels", f"{HOSTILE} [click](javascript:document.title='caught')\n\n## Labels")
    build_release(built, definition[0], template, parse_version("0.1.0"), folder / "v", previous=None)
    return render_preview(folder / "v")


def test_a_page_holds_card_and_first_rows_and_nothing_that_runs(page: str) -> None:
    assert "<script" not in page
    assert "<img" not in page
    assert 'href="javascript' not in page
    assert "\x1b" not in page
    assert "&lt;script&gt;" in page
    assert page.count("<details") == 4
    assert re.search(r"<b>snapshots</b> train \d+", page)
    assert "<h2>Baselines</h2>" in page


def test_long_cells_are_cut() -> None:
    from curate.releases.preview import _render_cell

    assert len(_render_cell("x" * 5000)) < CELL_CHARACTERS + 50
    assert "null" in _render_cell(None)


def test_html_in_markdown_is_text() -> None:
    assert "<b>" not in render_markdown("a <b>bold</b> | claim")


def test_a_folder_that_is_no_release_is_refused(dataset: Path) -> None:
    with pytest.raises(Refused, match="not a release"):
        render_preview(dataset)


@pytest.mark.skipif(BROWSER is None, reason="no chromium here: apt-get install chromium")
def test_a_browser_shows_the_page_and_runs_nothing_in_it(page: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    done = subprocess.run(
        [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
         "--disable-background-networking", "--virtual-time-budget=3000",
         "--dump-dom", f"file://{tmp_path / 'page.html'}"],
        capture_output=True, text=True, check=True, timeout=180, env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip
    assert "<title>owner/mathlibpr 0.1.0</title>" in done.stdout
    assert "caught</title>" not in done.stdout
    assert "Dataset viewer" in done.stdout
    assert done.stdout.count("<tbody>") >= 12
