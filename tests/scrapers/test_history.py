"""Merge bases on a graph that was read once are those that git finds, against the main branch as it was."""

import os
import subprocess
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from curate.schemas.errors import Refused
from curate.scrapers.history import History, read_history, read_landings

PLAIN = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
EPOCH = 1_700_000_000


class Told(NamedTuple):
    """A commit to make: its parents by place, its time in seconds after EPOCH."""

    parents: tuple[int, ...]
    time: int
    subject: str = "x"


def git(directory: Path, *arguments: str, text: bytes = b"", check: bool = True) -> str:
    done = subprocess.run(["git", "-C", str(directory), *arguments], input=text, capture_output=True, env=PLAIN)
    assert not check or done.returncode == 0, done.stderr
    return done.stdout.decode().strip()


def make(directory: Path, told: Sequence[Told]) -> list[str]:
    """A bare repository of the commits told, each with a ref; their shas."""
    git(directory, "init", "-q", "--bare")
    lines = []
    for place, one in enumerate(told):
        lines += [
            f"commit refs/heads/c{place}\nmark :{place + 1}",
            f"committer a <a@b> {EPOCH + one.time} +0000\ndata {len(one.subject)}\n{one.subject}",
        ]
        for word, parent in zip(("from", "merge", "merge"), one.parents, strict=False):
            lines.append(f"{word} :{parent + 1}")
        lines.append("")
    marks = directory / "marks"
    git(directory, "fast-import", "--quiet", f"--export-marks={marks}", text="\n".join(lines).encode())
    found = dict(line.split() for line in marks.read_text().splitlines())
    return [found[f":{place + 1}"] for place in range(len(told))]


@st.composite
def graphs(draw: st.DrawFn) -> list[Told]:
    told: list[Told] = []
    for place in range(draw(st.integers(2, 13))):
        near = st.integers(max(0, place - 5), place - 1) if place else st.nothing()
        count = draw(st.sampled_from([1, 1, 1, 2, 2, 3, 0])) if place else 0
        parents = draw(st.lists(near, min_size=min(count, 1), max_size=count, unique=True)) if count else []
        told.append(Told(tuple(parents), 1000 + 100 * place + draw(st.integers(-150, 150)), f"c{place}"))
    return told


def reached(told: Sequence[Told], start: int) -> set[int]:
    seen, todo = {start}, [start]
    while todo:
        for parent in told[todo.pop()].parents:
            if parent not in seen:
                seen.add(parent)
                todo.append(parent)
    return seen


def chain_of(told: Sequence[Told], tip: int) -> list[int]:
    chain = [tip]
    while told[chain[-1]].parents:
        chain.append(told[chain[-1]].parents[0])
    return chain[::-1]


def main_as_it_was(told: Sequence[Told], main: int, head: int, at: int | None, own: set[int]) -> int | None:
    """The commit of the main branch against which git is asked, found in the plainest way."""
    chain, own = chain_of(told, main), own | {head}
    last = len(chain) - 1
    if at is not None:
        newest = [max(told[commit].time for commit in chain[: place + 1]) for place in range(len(chain))]
        last = sum(time <= at for time in newest) - 1
    for commit in own:
        landed = [place for place in range(len(chain)) if commit in reached(told, chain[place])]
        last = min([last, *(place - 1 for place in landed[:1])])
    inside = [place for place, commit in enumerate(chain) if commit in reached(told, head) - own]
    place = max([last, *inside])
    return None if place < 0 else chain[place]


@given(graphs(), st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_merge_bases_are_gits_own_on_any_graph(told: list[Told], data: st.DataObject) -> None:
    main = data.draw(st.integers(0, len(told) - 1))
    asked = data.draw(st.lists(st.integers(0, len(told) - 1), min_size=1, max_size=4, unique=True))
    with tempfile.TemporaryDirectory() as folder:
        repository = Path(folder)
        shas = make(repository, told)
        history = read_history(repository, shas[main], [shas[head] for head in asked])
        for head in asked:
            at = data.draw(st.none() | st.integers(800, 2600))
            own = set(chain_of(told, head)[-data.draw(st.integers(1, 3)) :]) if data.draw(st.booleans()) else set()
            moment = None if at is None else datetime.fromtimestamp(EPOCH + at, UTC)
            base = history.merge_base(shas[head], moment, [shas[one] for one in own])
            against = main_as_it_was(told, main, head, at, own)
            found = [] if against is None else git(
                repository, "merge-base", "--all", shas[against], shas[head], check=False
            ).split()  # fmt: skip
            if found:
                assert base.sha in found, (head, at, own)
            else:
                assert (base.sha, base.why) == (None, "no merge base")
            if at is None and not own and head not in reached(told, main):
                plain = git(repository, "merge-base", "--all", shas[main], shas[head], check=False).split()
                assert base.sha in plain or (base.sha is None and not plain)


def history_of(tmp_path: Path, told: Sequence[Told], main: int) -> tuple[History, list[str]]:
    shas = make(tmp_path, told)
    return read_history(tmp_path, shas[main], shas), shas


def moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(EPOCH + seconds, UTC)


def test_a_criss_cross_has_one_of_gits_two_answers_and_always_the_same(tmp_path: Path) -> None:
    told = [Told((), 0), Told((0,), 10), Told((0,), 20), Told((1, 2), 30), Told((2, 1), 40), Told((4,), 50)]
    history, shas = history_of(tmp_path, told, 3)
    both = git(tmp_path, "merge-base", "--all", shas[3], shas[5]).split()
    assert set(both) == {shas[1], shas[2]}
    assert history.merge_base(shas[5]).sha in both
    assert history.merge_base(shas[5]) == history.merge_base(shas[5])


def test_a_merge_of_the_main_branch_moves_the_base_along(tmp_path: Path) -> None:
    told = [Told((), 0), Told((0,), 10), Told((0,), 20), Told((1,), 30), Told((2, 3), 40)]
    history, shas = history_of(tmp_path, told, 3)
    assert history.merge_base(shas[2], moment(20)).sha == shas[0]
    assert history.merge_base(shas[4], moment(40)).sha == shas[3]


def test_a_head_is_compared_with_the_main_branch_as_it_was_at_its_time(tmp_path: Path) -> None:
    """A pull request (2) on top of another one (1), which landed by a merge (3) when both had been built."""
    told = [Told((), 0), Told((0,), 10), Told((1,), 20), Told((0, 1), 30)]
    history, shas = history_of(tmp_path, told, 3)
    assert history.merge_base(shas[2], moment(20)).sha == shas[0]
    assert history.merge_base(shas[2], moment(30)).sha == shas[1]
    assert history.merge_base(shas[2]).sha == shas[1]


@pytest.mark.parametrize("at", [None, 15, 1000])
def test_a_pull_request_that_landed_unsquashed_still_has_a_patch(tmp_path: Path, at: int | None) -> None:
    told = [Told((), 0), Told((0,), 10), Told((1,), 20), Told((0, 2), 30), Told((3,), 40)]
    history, shas = history_of(tmp_path, told, 4)
    when = None if at is None else moment(at)
    assert history.merge_base(shas[2], when, own=[shas[1], shas[2]]).sha == shas[0]
    assert history.merge_base(shas[1], when, own=[shas[1], shas[2]]).sha == shas[0]


def test_a_pull_request_that_was_fast_forwarded_still_has_a_patch(tmp_path: Path) -> None:
    told = [Told((), 0), Told((0,), 10), Told((1,), 20), Told((2,), 30)]
    history, shas = history_of(tmp_path, told, 3)
    assert history.merge_base(shas[2], None, own=[shas[1], shas[2]]).sha == shas[0]


def test_a_clock_that_goes_wrong_on_the_main_branch_does_not_hide_what_came_after(tmp_path: Path) -> None:
    told = [Told((), 0), Told((0,), 500), Told((1,), 20), Told((2,), 30), Told((3,), 40)]
    history, shas = history_of(tmp_path, told, 3)
    assert history.merge_base(shas[4], moment(40)).sha == shas[3]


def test_of_two_common_ancestors_the_one_that_the_other_is_in_counts(tmp_path: Path) -> None:
    """The older one was made later, by its clock."""
    told = [Told((), 1130), Told((0,), 1120), Told((1, 0), 1280), Told((2, 1), 1449), Told((0, 1), 1167)]
    history, shas = history_of(tmp_path, told, 4)
    assert history.merge_base(shas[3], moment(1449), [shas[3]]).sha == shas[1]


def test_a_clock_that_goes_back_along_the_main_branch_takes_nothing_in_too_early(tmp_path: Path) -> None:
    told = [Told((), 1205), Told((0,), 1096), Told((0, 1), 1450), Told((2,), 1187), Told((1, 2), 1173)]
    history, shas = history_of(tmp_path, told, 4)
    assert history.merge_base(shas[3], moment(1187)).sha == shas[1]


def test_a_history_of_its_own_has_no_merge_base(tmp_path: Path) -> None:
    history, shas = history_of(tmp_path, [Told((), 0), Told((), 10)], 0)
    assert history.merge_base(shas[1]) == (None, "no merge base", False)


def test_a_commit_that_git_lacks_has_no_base_and_says_so(tmp_path: Path) -> None:
    history, _ = history_of(tmp_path, [Told((), 0)], 0)
    assert history.merge_base("ab" * 20) == (None, "commit not in the repository", False)
    assert "ab" * 20 not in history


def test_a_shallow_clone_says_that_it_is_why(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    told = [Told((), 0), *(Told((place,), 10 * place) for place in range(5)), Told((2,), 90), Told((6,), 100)]
    shas = make(tmp_path / "deep", told)
    git(tmp_path, "init", "-q", "--bare", "shallow")
    refs = ["refs/heads/c5:refs/heads/c5", "refs/heads/c7:refs/heads/c7"]
    git(tmp_path / "shallow", "fetch", "-q", "--depth=2", (tmp_path / "deep").as_uri(), *refs)
    history = read_history(tmp_path / "shallow", shas[5], [shas[7]])
    assert history.merge_base(shas[7]) == (None, "no merge base: the clone is shallow", True)
    assert read_history(tmp_path / "deep", shas[5], [shas[7]]).merge_base(shas[7]).sha == shas[2]


def test_a_repository_that_lost_a_commit_is_refused(tmp_path: Path) -> None:
    shas = make(tmp_path, [Told((), 0), Told((0,), 10), Told((1,), 20)])
    (tmp_path / "objects" / shas[1][:2] / shas[1][2:]).unlink()
    with pytest.raises(Refused, match="git rev-list failed"):
        read_history(tmp_path, shas[2], [])


def test_landed_commits_are_those_of_the_main_line_whose_subject_ends_with_a_number(tmp_path: Path) -> None:
    told = [
        Told((), 0, "feat: begin (#1)"),
        Told((0,), 10, "feat: x (#12)"),
        Told((1,), 20, 'Revert "feat: x (#12)" (#13)'),
        Told((2,), 30, "fix: see (#14) for more"),
        Told((3,), 40, "feat: x again (#12)"),
        Told((3,), 35, "aside (#15)"),
        Told((4, 5), 50, "merge"),
        Told((6,), 60, "feat: \t tab\tinside (#16)"),
        Told((7,), 70, "feat: number that is too long (#99999999999999)"),
    ]
    shas = make(tmp_path, told)
    landings = read_landings(tmp_path, shas[8])
    assert {number: [one.sha for one in found] for number, found in landings.items()} == {
        1: [shas[0]], 12: [shas[1], shas[4]], 13: [shas[2]], 16: [shas[7]],
    }  # fmt: skip
    assert landings[12][1].at == moment(40)
    assert landings[16][0].subject == "feat: \t tab\tinside (#16)"
