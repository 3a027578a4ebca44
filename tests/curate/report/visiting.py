"""How the tests open a page of a site."""

from pathlib import Path

from playwright.sync_api import Page


def go(page: Page, site: Path, route: str) -> None:
    """Opens one page of a site from disk, and waits until it is drawn. `review/*`: some reviewed snapshot's."""
    if route == "review/*":
        route = f"review/{first_review(page, site)}"
    page.goto(f"{(site / 'index.html').as_uri()}#/{route}")
    page.wait_for_selector(f'main[data-page="{route}"]')


def open_folds(page: Page) -> None:
    """Opens all that is folded, and waits until it is drawn."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.wait_for_function("[...document.querySelectorAll('details')].every((one) => one.children.length > 1)")


def first_review(page: Page, site: Path) -> int:
    """The first page of its kind: the start of the range that the site's index names."""
    page.goto((site / "index.html").as_uri())
    page.wait_for_selector('main[data-page="home"]')
    return int(page.evaluate("site.ranges.review[0][0]"))
