"""The card: true number by number, complete column by column, and one name for the repository."""

import json
import re
from pathlib import Path

import pytest
import yaml
from recount import find_wrong_numbers, read_table

from curate.releases.build import build_release
from curate.releases.columns import COLUMNS, ROLES
from curate.releases.definition import Definition, find_definition, read_definition
from curate.releases.evaluation import Result, render_evaluation, render_results
from curate.releases.inputs import list_inputs
from curate.releases.versions import parse_version
from curate.releases.withdraw import withdraw_rows
from curate.schemas.published import CONFIGS
from curate.schemas.store.layout import SPLIT_IDS, read_split_ids

Named = tuple[Definition, str]


def test_every_number_of_the_card_is_found_again_in_the_files(later: Path) -> None:
    assert find_wrong_numbers(later) == []


def test_a_wrong_number_would_be_found(later: Path, tmp_path: Path) -> None:
    import shutil

    shutil.copytree(later, tmp_path / "copy")
    card = (tmp_path / "copy" / "README.md").read_text()
    row = read_table(card, "label")[0]
    (tmp_path / "copy" / "README.md").write_text(
        card.replace(f"| {row['label']} | {row['train']} |", f"| {row['label']} | {int(row['train']) + 1} |")
    )
    assert len(find_wrong_numbers(tmp_path / "copy")) == 1


@pytest.mark.parametrize("config", CONFIGS)
def test_every_column_is_described(config: str) -> None:
    assert COLUMNS[config].keys() == CONFIGS[config].record.model_fields.keys()
    assert {column.role for column in COLUMNS[config].values()} <= ROLES.keys()


@pytest.mark.parametrize("column", ["kind", "reason", "landed_sha", "unmerged_kind", "flags", "closed_at", "label"])
def test_what_gives_the_label_away_is_an_outcome(later: Path, column: str) -> None:
    assert COLUMNS["snapshots"][column].role == "outcome"
    card = (later / "README.md").read_text()
    hidden = next(line for line in card.splitlines() if line.startswith("- `snapshots`:"))
    assert f"`{column}`" in hidden


def test_the_card_says_what_a_reader_needs_first(later: Path) -> None:
    card = (later / "README.md").read_text()
    header = yaml.safe_load(card.split("---")[1])
    assert header["source_datasets"] == ["original"]
    assert card.index("Not every row has its patch") < card.index("## How it was collected")
    assert "`preference` holds only pairs with both patches" in card
    assert "keep the `Authors:` and copyright lines" in card
    for words in ("@misc{mathlibpr_0_2_0,", "## Maintainers", "did they consent? No", "*Datasheets for Datasets*"):
        assert words in card
    assert "$" not in re.sub(r"```.*?```", "", card, flags=re.DOTALL)
    inputs = read_table(card, "input")
    assert inputs
    assert all(re.fullmatch(r"`[0-9a-f]{64}`", row["sha256"]) for row in inputs)


def test_one_name_stands_in_card_citation_croissant_and_manifest(
    dataset: Path, definition: Named, tmp_path: Path
) -> None:
    own = definition[0].model_copy(update={"repo": "somebody/OwnName"})
    build_release(dataset, own, definition[1], parse_version("0.1.0"), tmp_path / "v", previous=None, date="2026-04-06")
    url = "https://huggingface.co/datasets/somebody/OwnName"
    for name in ("README.md", "CITATION.cff", "croissant.json"):
        text = (tmp_path / "v" / name).read_text()
        assert url in text
        assert "mathlib-curate/MathlibPR" not in text
    document = json.loads((tmp_path / "v" / "croissant.json").read_text())
    assert document["conformsTo"].endswith("/1.1")
    assert document["datePublished"] == "2026-04-06"
    assert document["citeAs"].startswith("@misc{")
    assert document["prov:wasDerivedFrom"]
    fields = {field["name"]: field for field in document["recordSet"][0]["field"]}
    assert fields.keys() == CONFIGS["snapshots"].record.model_fields.keys()
    assert {part["name"] for part in fields["changed_files"]["subField"]} >= {"path", "status"}


def test_a_withdrawal_is_a_stage_of_the_funnel(dataset: Path, definition: Named, tmp_path: Path) -> None:
    build_release(dataset, *definition, parse_version("0.1.0"), tmp_path / "v1", previous=None)
    ids = read_split_ids(tmp_path / "v1" / SPLIT_IDS)
    units = sum(map(len, ids.values()))
    withdraw_rows(
        tmp_path / "v1", ids["train"][:2], "author-request", *definition, parse_version("0.2.0"), tmp_path / "v2"
    )
    withdraw_rows(tmp_path / "v2", ids["train"][2:3], "secret", *definition, parse_version("0.3.0"), tmp_path / "v3")
    (tmp_path / "again").mkdir()
    build_release(dataset, *definition, parse_version("0.4.0"), tmp_path / "again" / "v4", previous=tmp_path / "v3")
    wanted = {"stage": "withdrawn", "unit": "pull_request", "came_in": units, "went_out": units - 3,
              "dropped": {"author-request": 2, "secret": 1}}  # fmt: skip
    for folder in (tmp_path / "v3", tmp_path / "again" / "v4"):
        steps = json.loads((folder / "funnel.json").read_text())["steps"]
        assert [step for step in steps if step["stage"] == "withdrawn"] == [wanted]
        assert "| withdrawn | pull_request |" in (folder / "README.md").read_text()


@pytest.mark.parametrize("name", ["mathlibpr", "stochbench"])
def test_eval_yaml_names_tasks_that_the_release_has(name: str) -> None:
    evaluation = read_definition(find_definition(name))[0].evaluation
    assert evaluation is not None
    rows = {task.config: {task.split: 1} for task in evaluation.tasks}
    held = yaml.safe_load(render_evaluation(evaluation, rows) or "")
    assert [task["id"] for task in held["tasks"]] == [task.id for task in evaluation.tasks]
    for task in evaluation.tasks:
        assert {*task.columns, task.target} <= CONFIGS[task.config].record.model_fields.keys()
        roles = {COLUMNS[task.config][column].role for column in task.columns}
        assert roles <= {"stage 1", "stage 2", "stage 3", "text"}
    assert render_evaluation(evaluation, {}) is None


def test_each_input_is_named_with_its_url_where_that_is_known() -> None:
    held = {"sha256": "0" * 64}
    inputs = list_inputs({"options": {"repo": "leanprover-community/mathlib4"}, "inputs": [
        {"name": "https://example.org/queueboard.git", "kind": "clone", **held},
        {"name": "queueboard.tar.xz", "kind": "archive", **held},
        {"name": "mathlib4", "kind": "repository", "commit": "1" * 40, **held},
        {"name": "github", "kind": "live", **held},
    ]})  # fmt: skip
    mathlib = "https://github.com/leanprover-community/mathlib4"
    assert [one.url for one in inputs] == ["https://example.org/queueboard.git", None, mathlib, mathlib]
    assert inputs[2].commit == "1" * 40


def test_a_result_names_the_release_by_its_tag() -> None:
    result = Result(repo="o/d", version="0.2.0", task="merge_ready", value=0.71, date="2026-04-06")
    (entry,) = yaml.safe_load(render_results((result,)))
    assert entry == {"dataset": {"id": "o/d", "task_id": "merge_ready", "revision": "v0.2.0"}, "value": 0.71,
                     "date": "2026-04-06"}  # fmt: skip
