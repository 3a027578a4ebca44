"""Problem records become a dataset, a release and, after a revision, a second row."""

from pathlib import Path

import pytest
import yaml
from problem_records import PREAMBLE, write_problem

from curate.releases.build import build_release
from curate.releases.checks import check_dataset
from curate.releases.definition import find_definition, read_definition
from curate.releases.problems import build_problems
from curate.releases.tables import read_rows
from curate.releases.verify import verify_release
from curate.releases.versions import parse_version
from curate.schemas.errors import Refused

TABLE = "problems/test-00000-of-00001.parquet"


def test_problem_records_are_released_with_their_preambles_and_keep_earlier_revisions(tmp_path: Path) -> None:
    definition, template = read_definition(find_definition("stochbench"))
    records = tmp_path / "problems"
    write_problem(records, "walk-returns", "theorem walk_returns : n = n := sorry")
    write_problem(records, "not-yet", "theorem x : True := sorry", status="draft")
    assert build_problems(records, tmp_path / "one", None) == {"active": 1, "draft": 1}
    assert check_dataset(tmp_path / "one", definition, None, lambda _: None) == []
    build_release(tmp_path / "one", definition, template, parse_version("0.1.0"), tmp_path / "v1", previous=None)
    (row,) = read_rows(tmp_path / "v1" / TABLE)
    assert (row["problem_id"], row["preamble"], row["revision"]) == ("walk-returns", PREAMBLE, 1)
    assert verify_release(tmp_path / "v1").rows == {"problems": {"test": 1}}
    header = yaml.safe_load((tmp_path / "v1" / "README.md").read_text().split("---\n")[1])
    assert [config["config_name"] for config in header["configs"]] == ["problems"]

    write_problem(records, "walk-returns", "theorem walk_returns : n = n + 0 := sorry", revision=2)
    build_problems(records, tmp_path / "two", tmp_path / "v1")
    assert [(row["revision"], row["status"]) for row in read_rows(tmp_path / "two" / TABLE)] == [
        (1, "archived"),
        (2, "active"),
    ]
    build_release(
        tmp_path / "two", definition, template, parse_version("0.2.0"), tmp_path / "v2", previous=tmp_path / "v1"
    )


def test_a_statement_that_is_not_the_recorded_one_is_refused(tmp_path: Path) -> None:
    write_problem(tmp_path / "problems", "walk-returns", "theorem walk_returns : n = n := sorry")
    (tmp_path / "problems/walk-returns/statement.lean").write_text("theorem walk_returns : False := sorry")
    with pytest.raises(Refused, match="not the text"):
        build_problems(tmp_path / "problems", tmp_path / "out", None)
    assert not (tmp_path / "out").exists()
