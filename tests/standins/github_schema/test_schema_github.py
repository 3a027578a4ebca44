"""The second GitHub is GitHub's own schema: cut from it, and answering by nothing but its types."""

from pathlib import Path
from typing import Any

import pytest
from graphql import build_schema, parse, validate

from curate.scrapers.github.queries import QUERIES, QUERY_DIR, read_query
from curate.standins.github_schema.cut import main
from curate.standins.github_schema.resolvers import SCHEMA, Records, parse_query, read_schema, run_query

PULL: dict[str, Any] = {"__typename": "PullRequest", "id": "PR_1", "number": 1, "createdAt": "2026-01-01T00:00:00Z"}


def ask(text: str, **pull: Any) -> dict[str, Any]:
    document, problems = parse_query(text)
    assert problems == ()
    return run_query(Records("o/r", pulls={1: PULL | pull}), document, {}, {})


def test_the_cut_is_what_the_official_file_gives(shared: Path) -> None:
    cut = main(str(shared / "github" / "schema.graphql"), str(QUERY_DIR))
    assert cut == SCHEMA.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", QUERIES)
def test_every_query_of_the_client_is_valid(name: str) -> None:
    assert validate(read_schema(), parse(read_query(name))) == []


def test_a_query_that_only_our_own_stand_in_would_understand_is_refused() -> None:
    _, problems = parse_query("query Walk { repository(owner: 1, name: 2) { pullRequest(number: 1) { nonsense } } }")
    assert any("nonsense" in problem.message for problem in problems)


def test_a_field_that_no_record_knows_is_null_where_it_may_be_and_made_up_where_not() -> None:
    fields = "closed changedFiles mergedAt author { login } state mergeable url labels(first: 1) { totalCount }"
    answer = ask(f'{{ repository(owner: "o", name: "r") {{ pullRequest(number: 1) {{ {fields} }} }} }}')
    pull = answer["data"]["repository"]["pullRequest"]
    assert (pull["closed"], pull["changedFiles"], pull["mergedAt"], pull["author"]) == (False, 0, None, None)
    assert pull["state"] in read_schema().type_map["PullRequestState"].values  # type: ignore[attr-defined]  # an enum
    assert pull["url"]


def test_any_connection_is_paged_by_its_type_alone() -> None:
    labels = [{"__typename": "Label", "id": f"L_{place}", "name": f"label {place}"} for place in range(3)]
    page = "labels(first: 2) { totalCount nodes { name } pageInfo { hasNextPage endCursor } }"
    answer = ask(f'{{ repository(owner: "o", name: "r") {{ pullRequest(number: 1) {{ {page} }} }} }}', labels=labels)
    shown = answer["data"]["repository"]["pullRequest"]["labels"]
    assert (shown["totalCount"], len(shown["nodes"]), shown["pageInfo"]["hasNextPage"]) == (3, 2, True)
    after = shown["pageInfo"]["endCursor"]
    page = f'labels(first: 2, after: "{after}") {{ nodes {{ name }} pageInfo {{ hasNextPage }} }}'
    answer = ask(f'{{ repository(owner: "o", name: "r") {{ pullRequest(number: 1) {{ {page} }} }} }}', labels=labels)
    assert answer["data"]["repository"]["pullRequest"]["labels"]["nodes"] == [{"name": "label 2"}]


def test_what_is_not_there_is_an_error_with_githubs_type_and_path() -> None:
    answer = ask('{ nodes(ids: ["PR_1", "PR_2"]) { id } }')
    assert answer["data"]["nodes"] == [{"id": "PR_1"}, None]
    assert [(error["type"], error["path"]) for error in answer["errors"]] == [("NOT_FOUND", ["nodes", 1])]


def test_the_cut_is_valid_sdl() -> None:
    assert "PullRequest" in build_schema(SCHEMA.read_text(encoding="utf-8")).type_map
