"""Git's side: numbers without points, and commits that only their sha still names."""

from pathlib import Path

import pytest

from curate.schemas.errors import Refused
from curate.scrapers.github.refs import SHA_REF, fetch_pull_heads, fetch_shas, list_pull_numbers
from curate.scrapers.plumbing import run_git
from curate.standins.upstream.play import make_upstream
from curate.standins.upstream.scenarios.catalogue import make_histories


@pytest.fixture(scope="module")
def remote(tmp_path_factory: pytest.TempPathFactory) -> Path:
    git = make_upstream(tmp_path_factory.mktemp("remote"), make_histories()[:12]).git
    assert git is not None
    return git


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    run_git(None, "init", "--quiet", "--bare", str(tmp_path / "ours.git"))
    return tmp_path / "ours.git"


def refs(git: Path, pattern: str) -> list[str]:
    return run_git(git, "for-each-ref", "--format=%(refname)", pattern).decode().split()


def test_git_lists_every_pull_request(remote: Path) -> None:
    assert {14501, 14533} <= list_pull_numbers(str(remote))
    assert list_pull_numbers(f"file://{remote}") == list_pull_numbers(str(remote))


def test_one_lost_sha_does_not_spoil_the_others(remote: Path, empty: Path) -> None:
    there = run_git(remote, "rev-list", "--max-count=9", "master").decode().split()
    lost = ["0" * 39 + digit for digit in "123"]
    assert fetch_shas(empty, str(remote), [*there[:4], *lost, *there[4:]]) == frozenset(lost)
    assert refs(empty, SHA_REF) == sorted(f"{SHA_REF}{sha}" for sha in there)


def test_a_fetched_commit_outlives_gits_cleaning(remote: Path, empty: Path) -> None:
    (tip,) = run_git(remote, "rev-list", "--max-count=1", "master").decode().split()
    fetch_shas(empty, str(remote), [tip])
    run_git(empty, "gc", "--quiet", "--prune=now")
    assert run_git(empty, "cat-file", "-t", tip) == b"commit\n"


def test_what_is_here_already_gets_a_ref_without_asking(remote: Path, empty: Path) -> None:
    fetch_pull_heads(empty, str(remote))
    sha = run_git(empty, "rev-parse", "refs/pull/14501/head").decode().strip()
    assert fetch_shas(empty, "/nowhere/at/all", [sha]) == frozenset()
    assert refs(empty, SHA_REF) == [f"{SHA_REF}{sha}"]


def test_a_network_failure_is_not_taken_for_a_lost_sha(empty: Path) -> None:
    with pytest.raises(Refused):
        fetch_shas(empty, "/nowhere/at/all", ["1" * 40])


@pytest.mark.parametrize("remote", ["--upload-pack=touch /tmp/x", "ext::sh -c true", "a\nb"])
def test_a_remote_is_never_an_option_or_a_program(remote: str) -> None:
    with pytest.raises(Refused, match="no address"):
        list_pull_numbers(remote)


def test_a_branch_name_is_never_taken_for_a_sha(remote: Path, empty: Path) -> None:
    assert fetch_shas(empty, str(remote), ["master", "--all", "refs/heads/master", "A" * 40]) == frozenset()
    assert refs(empty, "refs/") == []
