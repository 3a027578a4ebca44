"""Problem records become a dataset, a release and, after a revision, a second row."""

import hashlib
from pathlib import Path

import pytest
import yaml

from curate.releases.build import build_release
from curate.releases.checks import check_dataset
from curate.releases.definition import find_definition, read_definition
from curate.releases.problems import build_problems
from curate.releases.tables import read_rows
from curate.releases.verify import verify_release
from curate.releases.versions import parse_version
from curate.schemas.errors import Refused

TABLE = "problems/test-00000-of-00001.parquet"
PREAMBLE = "variable (n : Nat)"


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def write_problem(folder: Path, name: str, body: str, revision: int = 1, status: str = "active") -> None:
    """A record as the assistant writes it."""
    text = f"{PREAMBLE}\n\n{body}\n"
    (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / name / "statement.lean").write_text(text)
    (folder / name / "problem.toml").write_text(
        f"""
id = "{name}"
title = "A walk returns"
informal_statement = "A simple random walk on the integers returns to the origin almost surely."
topic = "markov-chains"
representation = "abstract"
status = "{status}"
theorem = "walk_returns"
statement_revision = {revision}
statement_digest = "{sha(body)}"
text_sha256 = "{sha(text)}"
preamble_sha256 = "{sha(PREAMBLE)}"
[source]
work = "Notes"
author = "A. Nonymous"
year = 1999
locator = "p. 1"
licence = "CC-BY-4.0"
[environment]
implementation = "embedded"
lean_version = "4.35.0"
label = "Lean 4.35.0 kernel"
options = []
[formalization]
draft_sha256 = "{sha(body)}"
rounds = 2
[[checks]]
check = "vacuous"
answer = "not_found"
reason = "looked"
[[history]]
effective = 2026-01-01
status = "{status}"
statement_revision = {revision}
statement_digest = "{sha(body)}"
reason = "formalized"
"""
    )


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
