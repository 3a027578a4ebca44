"""`curate demo --prove` on three of its problems, and what the commands say of the runs that it leaves."""

import json
import re
from pathlib import Path

import pytest
from command_line import Place

from curate import exits
from curate.console import Screen, Verbosity
from curate.demo.prove import PROBLEMS, run_demo
from curate.releases.tables import read_rows

SOME = ("square-of-fair-capital", "square-of-fair-capital-abstract", "work-is-conserved-abstract")
pytestmark = pytest.mark.lean


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    run_demo(Screen(Verbosity.QUIET), folder, SOME)
    return folder


def said(place: Place, *arguments: str) -> dict[str, list[dict[str, object]]]:
    done = place.curate(*arguments, "--json")
    assert done.code == exits.DONE, done.err
    return dict(json.loads(done.out))


def test_the_portfolio_proves_one_and_the_recorded_agent_two(played: Path, place: Place) -> None:
    assert set(SOME) <= set(PROBLEMS)
    assert len(PROBLEMS) == 10
    problems = ("--problems", str(played / "problems"))
    tables = said(place, "prove", "report", str(played / "agent"), "--against", str(played / "portfolio"), *problems)
    overall = {row["what"]: row["number"] for row in tables["overall"]}
    assert (overall["problems"], overall["proved by any sample"]) == (3, 2)
    against = {row["what"]: row["which"] for row in tables["against the other run"]}
    assert against["proved by this run alone"] == "work-is-conserved-abstract"
    assert tables["samples that failed"] == [{"class": "search", "by rule": 1, "with overrides": 1}]


def test_a_person_may_say_why_a_sample_failed_and_both_words_are_shown(played: Path, place: Place) -> None:
    run, problems = str(played / "agent"), ("--problems", str(played / "problems"))
    word = ("--by", "somebody", "--why", "its tools did not answer")
    done = place.curate("prove", "classify", run, "square-of-fair-capital#0", "interface", *word)
    assert done.code == exits.DONE, done.err
    rows = said(place, "prove", "report", run, *problems)["samples that failed"]
    assert rows == [
        {"class": "interface", "by rule": 0, "with overrides": 1},
        {"class": "search", "by rule": 1, "with overrides": 0},
    ]
    shown = place.curate("prove", "show", run, "square-of-fair-capital", *problems).out
    assert "gave-up, rejected" in shown
    assert "search" in shown
    assert "somebody says interface: its tools did not answer" in shown
    assert place.curate("prove", "classify", run, "no#0", "interface", *word).code == exits.REFUSED


def test_the_board_knows_what_is_declared(played: Path, place: Place) -> None:
    runs = [str(played / name) for name in ("portfolio", "agent")]
    options = ("--set", str(played / "set.json"), "--problems", str(played / "problems"))
    board, solved = said(place, "prove", "board", *runs, *options).values()
    assert [(row["prover"], row["proved"], row["first"], row["alone"]) for row in board] == [
        ("portfolio", 1, 1, 0),
        ("agent", 2, 1, 1),
    ]
    assert [row["not seen"] for row in board] == ["1 of 3", "0 of 0"]
    assert all(float(str(row["build s"])) > 0 and float(str(row["kernel s"])) > 0 for row in board)
    assert {row["problem"]: row["proved by"] for row in solved} == {
        "square-of-fair-capital-abstract": "portfolio, agent",
        "work-is-conserved-abstract": "agent",
    }
    again = place.curate("prove", "freeze", "--name", "other", "--only", SOME[0], "--out", str(played / "set.json"),
                         "--problems", str(played / "problems"))  # fmt: skip
    assert (again.code, "never changed" in again.err) == (exits.REFUSED, True)


def test_what_was_proved_becomes_training_records(played: Path, place: Place) -> None:
    runs = [word for name in ("portfolio", "agent") for word in ("--proofs", str(played / name))]
    built = place.curate("release", "problems", str(played / "problems"), "--out", str(place.out), *runs)
    assert built.code == exits.DONE, built.err
    assert place.curate("release", "check", str(place.out)).code == exits.DONE
    rows = list(read_rows(place.out / "proofs/test-00000-of-00001.parquet"))
    assert sorted((row["problem_id"], row["prover"]) for row in rows) == [
        ("square-of-fair-capital-abstract", "agent"),
        ("square-of-fair-capital-abstract", "portfolio"),
        ("work-is-conserved-abstract", "agent"),
    ]
    assert not (place.out / "attempts").exists()


def test_costs_come_first(played: Path, place: Place) -> None:
    problems = ("--problems", str(played / "problems"))
    out = str(place.folder / "new")
    plan = place.curate("prove", "run", "--prover", "search", *problems, "--k", "4", "--out", out, "--plan")
    assert plan.code == exits.DONE
    assert str(round(106 * 4 * 900 / 3600, 1)) in plan.out
    dear = place.curate("prove", "run", "--prover", "search", *problems, "--k", "4", "--out", out)
    assert (dear.code, "--yes" in dear.err) == (exits.REFUSED, True)
    asking = ("prove", "run", "--prover", "agent", "--model", "m", "--base-url", "http://127.0.0.1:1/v1", *problems,
              "--limit", "1", "--cap", "60", "--out", out)  # fmt: skip
    unknown = place.curate(*asking, "--plan")
    assert re.search(r"US dollars, at most\s+unknown", unknown.out)
    refused = place.curate(*asking)
    assert (refused.code, "--yes" in refused.err) == (exits.REFUSED, True)
    # a million tokens at most, read at 2 and written at 4 dollars a million: 6 dollars, above the limit of 5
    priced = (*asking, "--max-tokens", "1000000", "--price", "2", "4")
    assert re.search(r"US dollars, at most\s+6\.00", place.curate(*priced, "--plan").out)
    assert place.curate(*priced).code == exits.REFUSED
    cassette = f"cassette:{played / 'missing.jsonl'}"
    missing = place.curate("prove", "run", "--prover", "agent", "--model", cassette, *problems, "--out", out)
    assert (missing.code, "can't be read" in missing.err) == (exits.REFUSED, True)
    assert not Path(out).exists()


def test_tasks_are_written_for_other_harnesses(played: Path, place: Place) -> None:
    out = place.folder / "tasks"
    options = ("--problems", str(played / "problems"), "--set", str(played / "set.json"))
    assert place.curate("prove", "export", "--harbor", str(out), *options).code == exits.DONE
    assert sorted(path.name for path in out.iterdir()) == list(SOME)
    for name in SOME:
        files = {str(path.relative_to(out / name)) for path in (out / name).rglob("*") if path.is_file()}
        assert {"instruction.md", "task.toml", "environment/Dockerfile", "tests/test.sh", "solution/solve.sh"} <= files
    assert place.curate("prove", "export", "--harbor", str(out), *options).code == exits.REFUSED
