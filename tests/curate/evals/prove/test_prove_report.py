"""Twelve predictions made by hand, and the report that they must give."""

from datetime import date
from pathlib import Path

import pytest
import yaml
from prove_predictions import PROBLEMS, rows

from curate.evals.prove.records import Prover, RunFile
from curate.evals.prove.report import compare_runs, render_report
from curate.evals.prove.results import Override, classify_failure
from curate.evals.prove.workbench import text_digest
from curate.formalize.records.problems import write_problem
from curate.hub_results import render_prove_result
from curate.releases.build import build_release
from curate.releases.definition import find_definition, read_definition
from curate.releases.problems import build_problems
from curate.releases.versions import parse_version
from curate.report.plots import write_steps
from curate.schemas.errors import Refused
from curate.schemas.stochbench.records import Closed

RUN = RunFile(
    version=1,
    prover=Prover(name="search", max_checks=10, max_tokens=0),
    problems=tuple({"problem": name, "statement_revision": 1, "text_sha256": "0" * 64} for name in PROBLEMS),  # type: ignore[arg-type]
    samples=2,
    cap_s=300.0,
    memory_mb=1,
)


def cells(number: int, **overrides: Override) -> dict[str, tuple[object, ...]]:
    table = render_report(RUN, rows(), overrides)[number]
    return {str(row[0]): row[1:] for row in table.rows}


def test_disproved_problems_leave_the_denominator_and_unknown_ones_stay_in_it() -> None:
    found = cells(0)
    assert found["problems"] == (6, "")
    assert found["disproved, left out below"] == (1, "")
    assert found["proved by any sample"][0] == 3  # alpha, beta, beta-abstract, of five
    assert str(found["proved by any sample"][1]).startswith("60.0 % [23.1, 88.2]")
    # two of two, none, one of two, one of two, none: (1 + 0 + .5 + .5 + 0) / 5
    assert str(found["pass@1"][1]).startswith("40.0 %")
    assert str(found["pass@2"][1]).startswith("60.0 %")
    assert found["unknown, counted as not proved: resources"] == (1, "")
    assert found["cost in US dollars"] == ("6.00", "")
    assert found["hours of proving"] == (f"{20 * 78 / 3600:.2f}", "")


def test_what_a_library_closes_by_itself_is_scored_apart_as_long_as_the_statement_is_that_one() -> None:
    seen = Closed(
        effective=date(2026, 6, 1), library="Lean, Mathlib 97038c23", tactic="exact?", statement_digest="0" * 64
    )
    earlier = seen.model_copy(update={"statement_digest": "1" * 64})
    drifted = {"alpha": seen, "gamma": seen, "beta": earlier}
    split = [
        one._replace(problem=one.problem.model_copy(update={"closed": (drifted[one.problem.id],)}))
        if one.problem.id in drifted
        else one
        for one in rows()
    ]
    table = {str(row[0]): row[1:3] for row in render_report(RUN, split, {})[5].rows}
    assert table == {
        "closes by exact? since Lean, Mathlib 97038c23": (2, 1),
        "not known to close by one tactic": (3, 2),
    }


def test_pairs_are_compared_as_pairs() -> None:
    assert cells(2) == {
        "both": (1,),
        "literal only": (1,),
        "abstract only": (0,),
        "neither": (0,),
        "exact McNemar p": ("1.0000",),
    }


def test_failures_are_classed_by_rule_and_a_persons_word_stands_beside_it() -> None:
    found = cells(3)
    assert {name: row[0] for name, row in found.items()} == {
        "budget": 2,  # the cap, the tokens
        "interface": 1,  # the crash
        "search": 2,  # gave up, twice
        "statement-defect": 1,
        "unclassified": 2,  # claimed, and rejected or unknown
    }
    word = Override(key="beta#0", failure="interface", by="somebody", why="it edited the statement")
    changed = cells(3, **{"beta#0": word})
    assert (changed["unclassified"], changed["interface"]) == ((2, 1), (1, 2))


def test_curves_say_what_was_censored() -> None:
    found = cells(4)
    # proved: alpha at 20 s, beta at 120 s, beta-abstract at 140 s; the cap ended alpha-abstract at 60 s, the tokens
    # gamma at 200 s, so that how these two would have gone on is not known from there
    assert [found[f"{point} s"] for point in (10, 30, 60, 120, 300)] == [(0, 0), (1, 0), (1, 1), (2, 1), (3, 2)]
    assert (found["1 checks"], found["10 checks"]) == ((1, 0), (3, 2))
    assert found["in the end"] == (3, 2)
    assert not any("tokens" in limit for limit in found)


def test_a_run_of_a_model_has_a_curve_of_tokens() -> None:
    asked = tuple(
        row._replace(prediction=row.prediction.model_copy(update={"input_tokens": 900 * (place + 1)}))
        for place, row in enumerate(rows())
    )
    run = RUN.model_copy(update={"prover": RUN.prover.model_copy(update={"max_tokens": 20_000})})
    table = {str(row[0]): row[1:] for row in render_report(run, asked, {})[4].rows}
    # proved at 900, 5,400 and 6,300 tokens; ended by a limit at 2,700 and 9,000
    assert [table[f"{point} tokens"] for point in (1000, 3000, 10000, 20000)] == [(1, 0), (1, 1), (3, 2), (3, 2)]


def test_a_curve_is_drawn_with_a_mark_for_each_censored_problem(tmp_path: Path) -> None:
    for name, censored in (("with", [3.0, 4.0]), ("without", [])):
        write_steps(tmp_path, name, "run", [1.0, 2.0], censored, 5, "seconds")
    drawn = {name: (tmp_path / "plots" / f"{name}.svg").read_text() for name in ("with", "without")}
    assert "ended by a limit (censored)" in drawn["with"]
    assert "ended by a limit (censored)" not in drawn["without"]
    marks = {name: text.count("<use ") for name, text in drawn.items()}
    assert marks["with"] >= marks["without"] + 2


def test_by_kind_counts_each_problem_once() -> None:
    table = render_report(RUN, rows(), {})[1]
    assert [row[:5] for row in table.rows] == [
        ("markov-chains", "abstract", "1", 1, 1),
        ("markov-chains", "abstract", "2", 1, 0),
        ("markov-chains", "literal", "0", 3, 2),
    ]


def test_verdicts_without_a_sandbox_count_for_nothing() -> None:
    loose = rows(verdict={"sandbox": ()})
    assert not any(row.proved or row.disproved for row in loose)
    assert all(row.is_unknown for row in loose)


def test_an_unknown_price_makes_the_cost_unknown() -> None:
    table = render_report(RUN, rows(prediction={"cost": None}), {})[0]
    assert ("cost in US dollars", "unknown", "") in table.rows


def test_a_verdict_on_another_text_is_refused() -> None:
    with pytest.raises(Refused, match="run curate judge"):
        rows(verdict={"solution_sha256": "1" * 64})


def test_two_runs_are_compared_on_the_problems_of_both() -> None:
    first = rows()
    second = tuple(row for row in rows() if row.prediction.problem != "beta")
    found = {str(row[0]): row[1] for row in compare_runs(first, second).rows}
    assert found["problems of both"] == 5
    assert found["proved by this run alone"] == "none"


def test_nothing_tried_is_a_class_of_its_own() -> None:
    row = rows()[3]
    idle = row._replace(prediction=row.prediction.model_copy(update={"ended": "solved", "attempts": ()}))
    assert classify_failure(idle) == "no-attempt"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """The problems above as release 0.3.0."""
    text = "theorem t : True := sorry\n"
    for record in PROBLEMS.values():
        write_problem(tmp_path / "problems", record.model_copy(update={"text_sha256": text_digest(text)}), text)
    build_problems(tmp_path / "problems", tmp_path / "dataset", None)
    definition, template = read_definition(find_definition("stochbench"))
    build_release(tmp_path / "dataset", definition, template, parse_version("0.3.0"), tmp_path / "v", previous=None)
    return tmp_path / "v"


def test_the_hubs_result_file_holds_pass_at_1_over_all_problems_of_the_release(release: Path) -> None:
    text = text_digest("theorem t : True := sorry\n")
    run = RUN.model_copy(
        update={"problems": tuple(one.model_copy(update={"text_sha256": text}) for one in RUN.problems)}
    )
    (entry,) = yaml.safe_load(render_prove_result(run, rows(), release, date(2026, 4, 6)))
    assert entry["dataset"] == {"id": "mathlib-curate/StochBench", "task_id": "prove", "revision": "v0.3.0"}
    assert entry["value"] == pytest.approx((1 + 0.5 + 0.5) / 6, abs=1e-6)
    assert (entry["date"], entry["notes"]) == ("2026-04-06", "pass@1 of 2 samples, prover search")
    with pytest.raises(Refused, match="1 of 2 samples"):
        render_prove_result(run, rows()[1:], release, date(2026, 4, 6))


def test_no_result_file_is_written_for_a_run_of_other_texts(release: Path) -> None:
    with pytest.raises(Refused, match=r"did not try alpha as .* has it \(6 such\)"):
        render_prove_result(RUN, rows(), release, date(2026, 4, 6))
