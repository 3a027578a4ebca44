"""How the tests open a page of a site."""

from pathlib import Path

from playwright.sync_api import Page


def go(page: Page, site: Path, route: str) -> None:
    """Opens one page of a site from disk, and waits until it is drawn."""
    page.goto(f"{(site / 'index.html').as_uri()}#/{route}")
    page.wait_for_selector(f'main[data-page="{route}"]')
