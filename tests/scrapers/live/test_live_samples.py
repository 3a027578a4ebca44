"""Answers that could not be understood are kept without personal details, and can be replayed."""

import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from curate.bundle import write_bundle
from curate.cli import cli
from curate.schemas.errors import Refused
from curate.scrapers.github.answers import classify_answer
from curate.scrapers.github.samples import SAMPLES_KEPT, Sample, read_samples, take_sample, write_sample
from curate.scrapers.github.verdicts import Answer, Good

SAMPLES = sorted((Path(__file__).parents[2] / "cases" / "live" / "samples").glob("*.json"))
TOKEN = "ghp_" + "x" * 36


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_recorded_answer_means_what_its_case_says(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    sample = Sample.model_validate(case["sample"])
    expected = dict(case["expect"])
    verdict = classify_answer(sample.answer, sample.resource)
    assert type(verdict).__name__ == expected.pop("kind")
    for name, value in expected.items():
        assert json.loads(json.dumps(getattr(verdict, name))) == value


def test_the_examples_of_githubs_documentation_are_good_answers(shared: Path) -> None:
    examples = sorted((shared / "github" / "openapi").glob("*.example.default.json"))
    assert examples
    for path in examples:
        answer = Answer(200, {}, path.read_text(encoding="utf-8"))
        assert isinstance(classify_answer(answer, "rest"), Good), path.name


ODD: dict[str, Any] = {
    "data": {"node": {"title": "my plan", "author": {"login": "alice"}, "body": "write to a.b@example.org", "n": 7}},
    "errors": [{"message": f"@bob and {TOKEN} and c@example.org", "type": "ODD"}],
}


@pytest.mark.parametrize("body", [json.dumps(ODD), f"<html>@bob {TOKEN} c@example.org my-plan</html>"])
def test_a_sample_holds_no_token_address_login_or_text(tmp_path: Path, body: str) -> None:
    answer = Answer(200, {"server": "github.com", "set-cookie": "secret", "x-oauth-client": "me"}, body)
    write_sample(tmp_path, take_sample("walk", answer, f"for @bob: {TOKEN}"))
    text = next(tmp_path.iterdir()).read_text(encoding="utf-8")
    for personal in (TOKEN, "example.org", "alice", "bob", "my plan", "secret", "oauth"):
        assert personal not in text
    assert "github.com" in text


def test_the_shape_of_an_answer_stays_so_that_it_can_be_replayed(tmp_path: Path) -> None:
    sample = take_sample("walk", Answer(200, {}, json.dumps(ODD)), "why")
    assert json.loads(sample.body)["data"]["node"]["n"] == 7
    write_sample(tmp_path, sample)
    assert [*read_samples(tmp_path).values()] == [sample]


def test_only_so_many_samples_are_kept_and_one_of_each_kind(tmp_path: Path) -> None:
    for number in range(SAMPLES_KEPT + 5):
        for _ in range(2):
            write_sample(tmp_path, take_sample("walk", Answer(200, {}, ""), f"reason {number}"))
    assert len(list(tmp_path.iterdir())) == SAMPLES_KEPT


def test_a_bundle_holds_the_samples_and_versions_and_replaces_nothing(tmp_path: Path) -> None:
    workspace, bundle = tmp_path / "work", tmp_path / "report.tar.gz"
    write_sample(workspace / "samples", take_sample("walk", Answer(200, {}, "[]"), "odd"))
    done = CliRunner().invoke(cli, ["doctor", "--bundle", str(bundle), "--workspace", str(workspace)])
    assert done.exit_code == 0, done.output
    with tarfile.open(bundle) as packed:
        names = packed.getnames()
        about = packed.extractfile("about.json")
        assert about is not None
        text = about.read().decode()
    assert len(names) == 2
    assert "packages" in json.loads(text)
    assert str(tmp_path) not in text
    with pytest.raises(Refused, match="already exists"):
        write_bundle(bundle, workspace / "samples", {})
