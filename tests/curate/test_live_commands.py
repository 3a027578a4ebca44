"""What a user of `--live` sees: the plan, the progress and the waits, the report, the dataset."""

import json
import time
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_line import Place, Sources

from curate import exits
from curate.cli import cli
from curate.commands.live_options import parse_live
from curate.console import Screen
from curate.demo.live import run_demo
from curate.exits import STOPPED, exit_code
from curate.live import LiveOptions, fetch_github, find_remote, show_plan
from curate.live_view import LiveProgress
from curate.schemas.errors import Missing, Refused, Stopped
from curate.scrapers.archive import Archive
from curate.scrapers.github.page import Usage
from curate.scrapers.github.tokens import Token, find_token
from curate.standins.github.faults import Faults
from curate.standins.github.server import DEMO_TOKEN, StandIn
from curate.standins.github.world import world_of_upstream
from curate.standins.upstream.play import Upstream, make_upstream
from curate.standins.upstream.queueboard import SCRAPED
from curate.standins.upstream.scenarios.catalogue import make_histories

TOKEN = Token(DEMO_TOKEN, "GITHUB_TOKEN")


@pytest.fixture(scope="module")
def upstream(tmp_path_factory: pytest.TempPathFactory) -> Upstream:
    return make_upstream(tmp_path_factory.mktemp("upstream"), make_histories())


def read_dataset(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.parquet")}


def test_the_demo_goes_the_whole_way_and_the_archive_alone_gives_the_same_labels(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    run_demo(Screen(), tmp_path)
    manifest = json.loads((tmp_path / "dataset" / "MANIFEST.json").read_text())
    assert {"github", "queueboard"} <= {one["name"] for one in manifest["inputs"]}
    (snapshots,) = (tmp_path / "dataset" / "snapshots").glob("train*.parquet")
    rows = pq.read_table(snapshots).to_pylist()
    assert {"github", "queueboard", "github,queueboard"} & {one["source"] for row in rows for one in row["evidence"]}


def test_the_plan_asks_git_alone_and_says_how_long_it_takes(
    upstream: Upstream, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", DEMO_TOKEN)
    options = LiveOptions(github_url="http://127.0.0.1:9", git_url=str(upstream.git))
    plan = show_plan(tmp_path / "archive", options, Screen())
    said = capsys.readouterr()
    assert plan.points >= 10
    assert said.out.splitlines()[-1].split() == ["all", str(plan.requests), str(plan.points)]
    assert "5000 points an hour" in said.err
    with pytest.raises(Refused, match="--git-url"):
        show_plan(tmp_path / "archive", LiveOptions(git_url="/nowhere"), Screen())


def test_the_plan_of_a_second_run_counts_only_what_is_new(upstream: Upstream, tmp_path: Path) -> None:
    options = LiveOptions(git_url=str(upstream.git))
    first = show_plan(tmp_path, options, Screen())
    with StandIn(world_of_upstream(upstream, SCRAPED)) as stand_in, Archive(tmp_path) as archive:
        fetch_github(archive, None, options.model_copy(update={"github_url": stand_in.url}), Screen(), token=TOKEN)
    second = show_plan(tmp_path, options, Screen())
    assert first.steps[1].units == len(upstream.pulls) - 1, "one whose head git has lost"
    assert second.steps[1].units == 0


def test_replaced_commits_are_brought_into_refs_of_our_own(upstream: Upstream, tmp_path: Path) -> None:
    from curate.scrapers.plumbing import run_git

    clone = tmp_path / "clone.git"
    run_git(None, "clone", "--quiet", "--bare", f"file://{upstream.git}", str(clone))
    options = LiveOptions(git_url=str(upstream.git))
    with StandIn(world_of_upstream(upstream, SCRAPED)) as stand_in, Archive(tmp_path / "archive") as archive:
        options = options.model_copy(update={"github_url": stand_in.url})
        report = fetch_github(archive, clone, options, Screen(), token=TOKEN)
    assert report.complete
    kept = run_git(clone, "for-each-ref", "--format=%(refname)", "refs/curate/sha/").decode().split()
    replaced = {
        later.before
        for pull in upstream.pulls.values()
        for earlier, later in zip(pull.pushed, pull.pushed[1:], strict=False)
        if later.step.kind == "force" and not earlier.step.lost
    }
    assert replaced
    assert replaced <= {ref.rpartition("/")[2] for ref in kept}
    assert report.lost_shas >= 1


def test_a_wait_is_shown_with_its_reason_and_ends_the_run_when_it_is_too_long(
    upstream: Upstream, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = world_of_upstream(upstream, SCRAPED)
    faults = Faults(script=[None, None, "primary 429"])
    options = LiveOptions(git_url=str(upstream.git), max_wait_s=60)
    with StandIn(world, faults=faults) as stand_in, Archive(tmp_path) as archive:
        options = options.model_copy(update={"github_url": stand_in.url})
        with pytest.raises(Stopped, match="same command again") as stopped:
            fetch_github(archive, None, options, Screen(), token=TOKEN)
    assert exit_code(stopped.value) == STOPPED
    with LiveProgress(Screen(), Usage()) as progress:
        progress.step("pull requests", 25, 100)
        progress.wait(90, "the hourly limit of the token from GITHUB_TOKEN is used up")
    assert "waiting 1:30: the hourly limit of the token from GITHUB_TOKEN is used up" in capsys.readouterr().err


def test_the_command_refuses_what_is_no_address_and_no_name(tmp_path: Path) -> None:
    runner = CliRunner()
    base = ["prs", "--until", "2026-04-05", "--workspace", str(tmp_path)]
    for extra in (
        ["--plan", "--github-url", "ftp://x"],
        ["--plan", "--repo", "../../etc"],
        ["--plan", "--git-url", "ext::sh"],
    ):
        result = runner.invoke(cli, [*base, *extra])
        assert isinstance(result.exception, Refused), result.output
    assert not (tmp_path / "archive" / "cache.db-wal").exists()


def test_gathered_rows_are_used_again_without_asking(upstream: Upstream, tmp_path: Path) -> None:
    from curate.demo.mathlibpr import OPTIONS
    from curate.prs.build import build_dataset
    from curate.prs.options import BuildRequest
    from curate.standins.upstream.queueboard import write_queueboard

    write_queueboard(upstream, tmp_path / "queueboard")
    places, work, git = (str(tmp_path / "queueboard"),), tmp_path / "work", str(upstream.git)
    began = datetime.now(UTC).timestamp()
    clock = lambda: SCRAPED.timestamp() + datetime.now(UTC).timestamp() - began  # noqa: E731  # too short for a name
    with StandIn(world_of_upstream(upstream, SCRAPED), now=clock) as stand_in:
        live = LiveOptions(github_url=stand_in.url, git_url=str(upstream.git))
        request = BuildRequest(OPTIONS, places, work, tmp_path / "one", git, live=live, token=TOKEN)
        build_dataset(request, Screen())
        requests = stand_in.bill.requests
        offline = live.model_copy(update={"ask": False})
        build_dataset(BuildRequest(OPTIONS, places, work, tmp_path / "two", git, live=offline), Screen())
        assert stand_in.bill.requests == requests
    assert read_dataset(tmp_path / "one") == read_dataset(tmp_path / "two")
    elsewhere = BuildRequest(OPTIONS, places, tmp_path / "other", tmp_path / "three", live=offline)
    with pytest.raises(Refused, match="--live"):
        build_dataset(elsewhere, Screen())


def test_a_wrong_token_is_told_before_any_long_work(upstream: Upstream, tmp_path: Path) -> None:
    from curate.demo.mathlibpr import OPTIONS
    from curate.prs.build import build_dataset
    from curate.prs.options import BuildRequest

    wrong = Token("ghp_" + "wrong" * 8, "GITHUB_TOKEN")
    with StandIn(world_of_upstream(upstream, SCRAPED)) as stand_in:
        live = LiveOptions(github_url=stand_in.url)
        with pytest.raises(Missing, match="does not accept"):
            build_dataset(
                BuildRequest(OPTIONS, ("/no/archive",), tmp_path / "work", tmp_path / "out", live=live, token=wrong),
                Screen(),
            )


def test_the_token_is_found_or_its_absence_told(tmp_path: Path) -> None:
    assert find_token({"GITHUB_TOKEN": f" {DEMO_TOKEN}\n"}).secret == DEMO_TOKEN
    fake = tmp_path / "gh"
    fake.write_text('#!/bin/sh\n[ "$1 $2" = "auth token" ] && echo gho_fromgh\n')
    fake.chmod(0o755)
    assert find_token({"PATH": f"{tmp_path}:/bin"}).origin == "gh auth token"
    with pytest.raises(Missing, match="set GH_TOKEN or GITHUB_TOKEN"):
        find_token({"PATH": str(tmp_path / "nothing")})
    with pytest.raises(Missing, match="characters"):
        find_token({"GITHUB_TOKEN": "ghp_a\nb"})


def test_the_git_address_follows_from_the_api_address() -> None:
    assert find_remote(None, LiveOptions()) == "https://github.com/leanprover-community/mathlib4.git"
    enterprise = LiveOptions(github_url="https://git.example.org/api/v3", repo="a/b")
    assert find_remote(None, enterprise) == "https://git.example.org/a/b.git"


def test_options_become_what_the_edge_takes() -> None:
    options = parse_live("a/b", "https://h", None, datetime(2026, 1, 2), (7,), 1.5, ask=True)
    assert (options.max_wait_s, options.refresh) == (90.0, (7,))
    assert options.since == datetime(2026, 1, 2, tzinfo=UTC)
    assert date(2026, 1, 2) == options.since.date()


def test_a_name_that_does_not_resolve_is_told_at_once(
    place: Place, demo: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GH_TOKEN", DEMO_TOKEN)
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    began = time.monotonic()
    said = place.prs("--live", "--github-url", "https://api.nowhere.invalid", "--queueboard", demo.queueboard)
    assert (said.code, "the name api.nowhere.invalid did not resolve" in said.last) == (exits.STOPPED, True), said.err
    assert time.monotonic() - began < 5


def test_a_plan_before_the_first_run_leaves_nothing_in_its_way(
    place: Place, demo: Sources, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GH_TOKEN", DEMO_TOKEN)
    with StandIn(world_of_upstream(upstream, SCRAPED), now=lambda: SCRAPED.timestamp()) as stand_in:
        github = ("--github-url", stand_in.url, "--git-url", str(upstream.git))
        planned = place.prs("--plan", *github)
        assert planned.code == exits.DONE, planned.err
        assert not (place.folder / "workspace").exists()
        assert "most likely between" in planned.err
        built = place.prs("--live", *github, "--queueboard", "none")
        assert built.code == exits.DONE, built.err
        assert "no archive (--queueboard none): checks that GitHub has deleted" in built.err
        assert "complete: the crawl, git's PR refs and the local index agree" in built.err
        assert f"{stand_in.bill.requests} requests, {stand_in.bill.points} points" in built.err
        assert place.prs("--plan", *github).code == exits.DONE
        assert place.prs("--gathered", "--queueboard", "none").code == exits.DONE


@pytest.mark.parametrize("extra", [(), ("--live", "--queueboard", "elsewhere")])
def test_no_archive_and_no_github_or_another_archive_make_no_sense(place: Place, extra: tuple[str, ...]) -> None:
    said = place.prs("--queueboard", "none", *extra)
    assert said.code == exits.USAGE
    assert "--queueboard none" in said.err


def test_an_older_plan_that_left_an_archive_without_a_mark_is_mended_by_the_next_run(tmp_path: Path) -> None:
    from curate.workspace import Workspace

    with Archive(tmp_path / "archive"):
        pass
    with Workspace(tmp_path).locked(lambda _: None) as scratch:
        assert scratch.is_dir()
    (tmp_path / "other" / "thesis").mkdir(parents=True)
    with pytest.raises(Refused, match="not a workspace"), Workspace(tmp_path / "other").locked(lambda _: None):
        raise AssertionError("a folder of somebody else's was taken")


def test_what_a_run_does_not_understand_is_kept_in_its_workspace(
    place: Place, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    from curate.scrapers.github.samples import read_samples

    monkeypatch.setenv("GH_TOKEN", DEMO_TOKEN)
    faults = Faults(script=[None, None, None, "web page with 200"])
    with StandIn(world_of_upstream(upstream, SCRAPED), faults=faults) as stand_in:
        github = ("--github-url", stand_in.url, "--git-url", str(upstream.git))
        assert place.prs("--live", *github, "--queueboard", "none").code == exits.DONE
    kept = read_samples(place.folder / "workspace" / "samples")
    assert [sample.why for sample in kept.values()] == ["a web page instead of JSON"]
