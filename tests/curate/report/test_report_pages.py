"""The site in a real browser: pages open from disk, search finds, tables sort, and hostile text stays text."""

import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from axe_playwright_python.sync_playwright import Axe
from command_line import Place
from judged_run import GIVEN_UP, PROVED
from msgspec.structs import replace
from playwright.sync_api import Browser, Page
from visiting import go, open_folds

from curate import exits
from curate.console import Line, Screen, Verbosity
from curate.evals.review.asking import build_prompt
from curate.evals.review.dataset import ReviewSet
from curate.evals.review.prompt import DIFF_CHARS
from curate.evals.review.questions import Question
from curate.evals.review.records import Prediction
from curate.evals.review.running import read_predictions
from curate.explanation import read_explanation
from curate.releases.build import build_release
from curate.releases.definition import find_definition, read_definition
from curate.releases.problems import build_problems
from curate.releases.versions import parse_version
from curate.report.blocks import escape_text, to_json
from curate.report.pulls import build_pull_page, place_findings
from curate.report.rows import DatasetTables
from curate.report.site import ReportRequest, build_site
from curate.reports import render_explanation
from curate.schemas.errors import Refused
from curate.schemas.stochbench.folder import read_problem, read_statement
from curate.schemas.store.manifest import read_any_manifest, read_entries, write_manifest

ROUTES = (
    "home", "dataset", "search/", "pr/16560", "pr/13609", "reviewers", "review/*", "provers", "problems",
    f"problem/{GIVEN_UP}", "no/such",
)  # fmt: skip
ATTACKS = (
    "<script>window.hit = 1</script>",
    "<img src=x onerror='window.hit = 1'>",
    "javascript:window.hit=1",
    '"><svg onload=window.hit=1>',
    "</script><script>window.hit=1</script>",
    "{{ 7 * 7 }}{% raw %}",
    "&lt;b&gt;bold&lt;/b&gt;",
    "\u202egnp.exe\u0000\u001b[2J",
)


@pytest.mark.parametrize("route", ROUTES)
def test_a_page_opens_from_disk_without_an_error(page: Page, site: Path, route: str) -> None:
    go(page, site, route)
    assert page.locator("main h1").inner_text()
    assert "can't be shown" not in page.locator("main").inner_text()


def test_a_pull_request_s_page_says_what_explain_says(page: Page, site: Path, built: Path) -> None:
    for number in (16560, 14700):
        go(page, site, f"pr/{number}")
        shown = page.locator("main").inner_text()
        for line in said_lines(built, number):
            assert line in shown, line


def said_lines(built: Path, number: int) -> list[str]:
    """Each thing that `curate explain` prints of a pull request."""
    explanation = read_explanation(built, number)
    lines = [text for fact in explanation.facts for text in fact]
    for head in explanation.heads:
        lines += [head.sha[:10], head.at, head.seen, head.decision, *head.findings]
    blocks = [block for block in render_explanation(explanation) if isinstance(block, Line)]
    printed = " ".join(" ".join(block.text.split()) for block in blocks)
    assert all(" ".join(line.split()) in printed for line in lines)
    return [escape_text(line) for line in lines]


def test_every_page_has_all_that_explain_prints_for_dropped_heads_and_reasons_too(built: Path) -> None:
    tables = DatasetTables(built)
    dropped = 0
    for rows in tables.pulls(tables.numbers()):
        shown = json.dumps([to_json(block) for block in build_pull_page(rows, 100, "")[:3]], ensure_ascii=False)
        for line in said_lines(built, rows.number):
            assert json.dumps(line, ensure_ascii=False)[1:-1] in shown, (rows.number, line)
            dropped += line.startswith("dropped: ")
    assert dropped > 100


def test_findings_stand_below_their_lines(page: Page, site: Path) -> None:
    go(page, site, "pr/16560")
    found = page.locator(".patch").first.locator("tr.finding")
    assert found.all_inner_texts()[0].strip() == "declarations-added: Basic.neg_neg_eq"
    above = page.locator(".patch").first.locator("tr", has=page.locator("td.right-at", has_text=re.compile("^18$")))
    assert "neg_neg_eq" in above.inner_text()
    assert above.evaluate("row => row.nextElementSibling.className") == "finding"


def test_a_finding_is_placed_where_its_check_says() -> None:
    row = {"changed_files": [{"path": "A b.lean"}, {"path": "B.lean"}]}
    where = ["A b.lean:3 f", "Old.lean → B.lean:7 g", "B.lean:9", "B.lean", "C.lean:1 h", "B.lean:2x"]
    found = place_findings(row, [{"check": "some", "where": where}])
    assert found == [("A b.lean", 3, "some: f"), ("B.lean", 7, "some: Old.lean → g"), ("B.lean", 9, "some")]


def test_a_label_that_a_person_changed_says_so_with_who_and_why(page: Page, built: Path, tmp_path: Path) -> None:
    word = "not_merge_ready by the rules; merge_ready by A. Maintainer on 2026-04-01: <b>it was ready</b>"
    edit_dataset(built, tmp_path / "changed", lambda row: row | {"override": word})
    build_site(ReportRequest((tmp_path / "changed",), tmp_path / "site", 2_000, ""), Screen(Verbosity.QUIET))
    go(page, tmp_path / "site", "pr/16560")
    assert page.locator("dd", has_text=word).count() == 2
    decisions = page.locator("ol.timeline strong").all_inner_texts()
    assert sum(f"changed by hand: {word}" in one for one in decisions) == 2
    assert page.locator("main b").count() == 0


def test_search_finds_by_number_by_title_and_by_path(page: Page, site: Path) -> None:
    for query in ("16560", "neg_neg_eq", "Mathlib/Data/Int/Basic.lean"):
        go(page, site, "home")
        page.get_by_role("searchbox").fill(query)
        page.get_by_role("button", name="Search").click()
        page.wait_for_selector('main[data-page^="search/"]')
        assert page.get_by_role("link", name=re.compile("^#16560 ")).count() == 1, query


def test_a_search_that_finds_nothing_says_so(page: Page, site: Path) -> None:
    go(page, site, "search/no-such-thing-anywhere")
    assert "0 found" in page.locator("main").inner_text()


def test_a_table_sorts_by_the_column_that_is_pressed(page: Page, site: Path) -> None:
    go(page, site, "dataset")
    table = page.locator("table", has_text="Dropped rows")
    table.get_by_role("button", name="rows").click()
    up = [int(text) for text in table.locator("tbody tr td:nth-child(4)").all_inner_texts()]
    table.get_by_role("button", name="rows").click()
    down = [int(text) for text in table.locator("tbody tr td:nth-child(4)").all_inner_texts()]
    assert up == sorted(up)
    assert down == sorted(up, reverse=True)
    assert len(set(up)) > 1


def test_a_page_can_be_reached_and_sorted_with_the_keyboard(page: Page, site: Path) -> None:
    go(page, site, "dataset")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.locator("th button").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("th").first.get_attribute("aria-sort") == "ascending"


def test_a_report_on_a_label_names_the_snapshot_and_what_the_reader_says(page: Page, site: Path) -> None:
    go(page, site, "pr/16560")
    page.get_by_text("Is this label right?").first.click()
    form = page.locator("form.dispute").first
    form.get_by_label("Why").fill("the final review asked for nothing")
    form.get_by_role("button").click()
    report = json.loads(form.locator("pre").inner_text())
    assert report["why"] == "the final review asked for nothing"
    assert report["label"] == "not_merge_ready"
    assert report["snapshot_id"].startswith("leanprover-community/mathlib4#16560@")
    link = form.get_by_role("link").get_attribute("href") or ""
    assert link.startswith("https://127.0.0.1/issues/new?title=")


@pytest.mark.parametrize("route", ROUTES)
def test_a_page_passes_the_accessibility_check(browser: Browser, site: Path, route: str) -> None:
    with browser.new_page(bypass_csp=True) as page:  # the checker reads style sheets anew, which the policy forbids
        go(page, site, route)
        open_folds(page)
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []


@pytest.mark.parametrize("route", ROUTES)
def test_a_narrow_page_does_not_scroll_sideways(page: Page, site: Path, route: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    go(page, site, route)
    open_folds(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def first_reviewed(built: Path, predictions: Sequence[Prediction]) -> tuple[str, str]:
    """The page of the first snapshot that was reviewed, and the snapshot."""
    reviewed = {one.item for one in predictions}
    place, item = next(
        (place, one.item) for place, one in enumerate(ReviewSet(built).snapshots) if one.item in reviewed
    )
    return f"review/{place}", item


def copy_dataset(built: Path, out: Path) -> None:
    for path in built.rglob("*"):
        if path.is_file():
            copy = out / path.relative_to(built)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())


def flip_one(built: Path, out: Path) -> str:
    """A copy of the demo's dataset in which one label is the other; the snapshot's id."""
    copy_dataset(built, out)
    file = sorted((out / "snapshots").glob("*.parquet"))[0]
    table = pq.read_table(file)
    rows = table.to_pylist()
    rows[0]["label"] = "merge_ready" if rows[0]["label"] == "not_merge_ready" else "not_merge_ready"
    pq.write_table(type(table).from_pylist(rows, schema=table.schema), file)
    write_manifest(out, replace(read_any_manifest(out), files=read_entries(out)))
    return str(rows[0]["snapshot_id"])


def edit_dataset(built: Path, out: Path, edit: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """A copy of the demo's dataset in which the snapshots of one pull request are changed."""
    copy_dataset(built, out)
    for file in (out / "snapshots").glob("*.parquet"):
        table = pq.read_table(file)
        rows = [edit(row) if row["pr_number"] == 16560 else row for row in table.to_pylist()]
        pq.write_table(type(table).from_pylist(rows, schema=table.schema), file)
    write_manifest(out, replace(read_any_manifest(out), files=read_entries(out)))


def attack(row: dict[str, Any]) -> dict[str, Any]:
    """A snapshot whose every text is an attack."""
    text = "\n".join(ATTACKS)
    patch = f"diff --git a/A.lean b/A.lean\n@@ -1 +1,{len(ATTACKS)} @@\n-x\n" + "".join(f"+{one}\n" for one in ATTACKS)
    row["evidence"][0]["name"] = text
    return row | {"title": text, "body": text, "diff": patch, "flags": list(ATTACKS), "diff_missing": None}


def test_hostile_text_stays_text(page: Page, built: Path, tmp_path: Path) -> None:
    edit_dataset(built, tmp_path / "attacked", attack)
    build_site(ReportRequest((tmp_path / "attacked",), tmp_path / "site", 20_000, ""), Screen(Verbosity.QUIET))
    go(page, tmp_path / "site", "pr/16560")
    open_folds(page)
    shown = page.locator("main").text_content() or ""
    for one in ATTACKS[:-1]:
        assert one in shown
    assert "\\u202egnp.exe\\x00\\x1b[2J" in shown
    assert page.evaluate("window.hit") is None
    assert page.locator("main script, main img, main svg").count() == 0
    go(page, tmp_path / "site", "search/16560")
    assert page.evaluate("window.hit") is None


def test_a_hostile_answer_stays_text(page: Page, built: Path, reviews: list[Path], tmp_path: Path) -> None:
    shutil.copytree(reviews[0], tmp_path / "run")
    file = tmp_path / "run" / "predictions.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines:
        line["asks"][-1]["text"] = "\n".join(ATTACKS)
        line["answer"] = line["answer"] and line["answer"] | {"notes": list(ATTACKS[:3])}
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    request = ReportRequest((built, tmp_path / "run"), tmp_path / "site", 20_000, "")
    build_site(request, Screen(Verbosity.QUIET))
    route, _ = first_reviewed(built, read_predictions(tmp_path / "run", "review"))
    go(page, tmp_path / "site", route)
    open_folds(page)
    shown = page.locator("main").text_content() or ""
    assert all(one in shown for one in ATTACKS[:-1])
    assert page.evaluate("window.hit") is None
    assert page.locator("main script, main img").count() == 0


def test_a_reviewed_snapshot_s_page_has_the_exact_prompt_and_every_answer(
    page: Page, site: Path, reviews: list[Path], built: Path
) -> None:
    predictions = read_predictions(reviews[0], "review")
    route, item = first_reviewed(built, predictions)
    go(page, site, route)
    open_folds(page)
    shown = page.locator("main").text_content() or ""
    held = [one for one in predictions if one.item == item]
    assert {one.stage for one in held} == {1, 3}
    dataset = ReviewSet(built)
    for one in held:
        prompt = build_prompt(dataset, Question(one.mode, one.item, one.stage, one.repeat), DIFF_CHARS)
        assert all(escape_text(message.content) in shown for message in prompt.messages)
        assert one.asks[-1].text in shown
    number = item.partition("#")[2].partition("@")[0]
    go(page, site, f"pr/{number}")
    page.get_by_role("link", name="prompts and answers").first.click()
    page.wait_for_selector('main[data-page^="review/"]')


def test_a_problem_s_page_has_statement_attempts_and_what_the_judge_said(
    page: Page, site: Path, problems: Path
) -> None:
    go(page, site, f"problem/{GIVEN_UP}")
    open_folds(page)
    shown = page.locator("main").text_content() or ""
    assert read_problem(problems / GIVEN_UP).informal_statement.split("\n")[0] in shown
    assert read_statement(problems / GIVEN_UP).splitlines()[-1] in shown
    assert "rejected build" in shown
    assert "line 1: unexpected token '<'" in shown
    assert "<script>window.hit = 1</script>" in shown
    assert page.evaluate("window.hit") is None
    go(page, site, f"problem/{PROVED}")
    assert "propext" in page.locator("main").inner_text()


@pytest.fixture(scope="module")
def release(problems: Path, proofs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The problems as a StochBench release, with the accepted proof and every attempt."""
    folder = tmp_path_factory.mktemp("stochbench")
    build_problems(problems, folder / "dataset", None, runs=[proofs], attempts=True)
    definition, template = read_definition(find_definition("stochbench"))
    build_release(folder / "dataset", definition, template, parse_version("0.3.0"), folder / "v", previous=None)
    return folder / "v"


def test_a_stochbench_release_and_a_run_on_it_are_shown_as_a_folder_of_records_is(
    page: Page, built: Path, release: Path, proofs: Path, tmp_path: Path
) -> None:
    request = ReportRequest((release, proofs, built), tmp_path / "site", 100, "")
    build_site(request, Screen(Verbosity.QUIET))
    go(page, tmp_path / "site", "problems")
    shown = page.locator("main").inner_text()
    assert "stochbench 0.3.0" in shown
    assert page.locator("td:first-child").get_by_role("link", name=PROVED, exact=True).count() == 1
    go(page, tmp_path / "site", f"problem/{PROVED}")
    open_folds(page)
    shown = page.locator("main").text_content() or ""
    assert "Accepted proof by search" in shown
    assert "theorem fine : True := trivial" in shown
    assert "propext" in shown
    assert "run, sample 0" in shown
    go(page, tmp_path / "site", f"problem/{GIVEN_UP}")
    open_folds(page)
    assert "<script>window.hit = 1</script>" in (page.locator("main").text_content() or "")
    assert page.evaluate("window.hit") is None
    go(page, tmp_path / "site", "provers")
    assert page.locator("table", has_text="run: by topic").count() == 1


def test_open_builds_the_pages_of_a_release_into_the_cache_once(
    place: Place, page: Page, release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    first = place.curate("open", str(release), "--no-browser")
    index = Path(first.out.strip())
    assert (first.code, index.is_relative_to(tmp_path / "cache")) == (exits.DONE, True)
    go(page, index.parent, "problems")
    made = index.stat().st_mtime_ns
    assert place.curate("open", str(release), "--no-browser").out == first.out
    assert index.stat().st_mtime_ns == made


@pytest.mark.parametrize("twice", ["release", "records"])
def test_problems_named_twice_are_refused(release: Path, problems: Path, tmp_path: Path, twice: str) -> None:
    paths = (release, release if twice == "release" else problems)
    with pytest.raises(Refused, match="name one folder of problem records"):
        build_site(ReportRequest(paths, tmp_path / "site", 100, ""), Screen(Verbosity.QUIET))


def test_the_curves_mark_what_a_limit_ended(site: Path, page: Page) -> None:
    go(page, site, "provers")
    words = page.locator("main figure img").first.get_attribute("alt") or ""
    assert "1 of 2 in the end, 0 not proved when a limit ended them, which is marked on the line" in words
    assert "ended by a limit before it (censored)" in page.locator("main").inner_text()


def test_search_finds_a_problem(page: Page, site: Path) -> None:
    go(page, site, f"search/{PROVED}")
    assert page.get_by_role("link", name=re.compile(f"^{PROVED}: ")).count() == 1


def test_the_dataset_page_lists_the_labels_that_flipped_since_an_earlier_version(
    page: Page, built: Path, tmp_path: Path
) -> None:
    item = flip_one(built, tmp_path / "later")
    build_site(ReportRequest((tmp_path / "later",), tmp_path / "site", 2_000, "", built), Screen(Verbosity.QUIET))
    go(page, tmp_path / "site", "dataset")
    table = page.locator("table", has_text="Flipped labels")
    assert table.locator("tbody tr").count() == 1
    assert item in table.inner_text()
    assert "1 labels flipped, 0 snapshots came, 0 went" in page.locator("main").inner_text()


@pytest.mark.parametrize(("leave_out", "words"), [("dataset", "name the dataset"), ("problems", "name the folder of")])
def test_a_run_without_what_it_is_about_is_refused(
    built: Path, reviews: list[Path], problems: Path, proofs: Path, tmp_path: Path, leave_out: str, words: str
) -> None:
    paths = (problems, *reviews) if leave_out == "dataset" else (built, proofs)
    with pytest.raises(Refused, match=words):
        build_site(ReportRequest(paths, tmp_path / "site", 2_000, ""), Screen(Verbosity.QUIET))
    assert not (tmp_path / "site").exists()


def test_the_policy_forbids_everything_that_the_site_does_not_bring(site: Path) -> None:
    index = (site / "index.html").read_text()
    assert "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'" in index
    for file in site.rglob("*"):
        if file.suffix in (".html", ".js", ".css"):
            assert not re.search(r"https?://(?!127\.0\.0\.1)", file.read_text()), file


def test_the_same_inputs_give_the_same_bytes(
    site: Path, built: Path, reviews: list[Path], problems: Path, proofs: Path, tmp_path: Path
) -> None:
    paths, again = (built, *reviews, problems, proofs), tmp_path / "again"
    build_site(ReportRequest(paths, again, 20_000, "https://127.0.0.1/issues/new", built), Screen(Verbosity.QUIET))
    names = sorted(path.relative_to(site) for path in site.rglob("*") if path.is_file())
    assert [name for name in names if (site / name).read_bytes() != (again / name).read_bytes()] == []


def test_a_folder_that_is_no_site_is_not_replaced(place: Place, built: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    said = place.curate("report", str(built), "--out", str(tmp_path / "mine"))
    assert said.code == exits.REFUSED
    assert "can't be replaced" in said.err
    assert (tmp_path / "mine" / "notes.txt").read_text() == "mine"


def test_a_folder_that_is_no_dataset_is_refused(place: Place, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    said = place.curate("report", str(tmp_path / "empty"), "--out", str(tmp_path / "out"))
    assert said.code == exits.REFUSED
    assert "is not a dataset or release" in said.err
    assert not (tmp_path / "out").exists()
