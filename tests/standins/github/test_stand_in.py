"""The stand-in GitHub holds to GitHub's own schema, formula and refusals, and so do our queries."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    GraphQLSchema,
    build_schema,
    is_enum_type,
    is_input_object_type,
    is_interface_type,
    is_object_type,
    is_union_type,
    parse,
    validate,
)

from curate.scrapers.github.plan import SECONDS_PER_ANSWER, Step, Work, list_steps, measure
from curate.scrapers.github.queries import QUERIES, QUERY_DIR, read_query
from curate.scrapers.github.sizes import PULL_SIZES, SHA_SIZES
from curate.standins.github.points import OverLimit, estimate_cost
from curate.standins.github.resolvers import SLICE, read_schema
from curate.standins.github.server import DEMO_TOKEN, StandIn
from curate.standins.github.world import World

PULLS, COMMITS = 25_000, 7
ORDER = {"field": "CREATED_AT", "direction": "ASC"}


@pytest.fixture(scope="module")
def official(shared: Path) -> GraphQLSchema:
    text = (shared / "github" / "schema.graphql").read_text(encoding="utf-8")
    return build_schema(text, assume_valid=True, no_location=True)  # GitHub's own file is not quite valid SDL


def variables(name: str, nodes: int, items: int) -> dict[str, Any]:
    names = {"owner": "o", "name": "r"}
    ids = [f"id{place}" for place in range(nodes)]
    return {
        "repository": names,
        "walk": {**names, "page": nodes, "items": items, "after": None},
        "listing": {**names, "page": nodes, "after": None, "order": ORDER},
        "pull": {**names, "number": 1, "items": items},
        "pulls": {"ids": ids, "items": items},
        "checks": {"ids": ids, "items": items},
        "more": {"id": "x", "items": items, "commits": True, "timelineItems": True},
        "more_checks": {"id": "x", "items": items, "after": "x"},
    }[name]


@pytest.mark.parametrize("name", QUERIES)
def test_our_queries_are_valid_by_githubs_own_schema(official: GraphQLSchema, name: str) -> None:
    assert [error.message for error in validate(official, parse(read_query(name)))] == []


@pytest.mark.parametrize("name", QUERIES)
def test_our_queries_are_valid_by_the_slice(name: str) -> None:
    assert [error.message for error in validate(read_schema(), parse(read_query(name)))] == []


def test_every_file_of_a_query_is_sent() -> None:
    texts = [read_query(name) for name in QUERIES]
    for path in QUERY_DIR.glob("*.graphql"):
        assert any(path.read_text(encoding="utf-8").strip() in text for text in texts), path


def test_the_slice_agrees_with_githubs_own_schema(official: GraphQLSchema) -> None:
    assert list(disagreements(build_schema(SLICE.read_text(encoding="utf-8")), official)) == []


def disagreements(ours: GraphQLSchema, theirs: GraphQLSchema) -> Iterator[str]:
    """Where the slice says something that GitHub's schema does not."""
    for name, kind in ours.type_map.items():
        if name.startswith("__"):
            continue
        other: Any = theirs.type_map.get(name)
        if type(other) is not type(kind):
            yield f"{name} is not the same kind of type"
        elif is_object_type(kind) or is_interface_type(kind):
            yield from differing_fields(name, kind.fields, other.fields)
            missing = {i.name for i in kind.interfaces} - {i.name for i in other.interfaces}
            yield from (f"{name} does not implement {i}" for i in missing)
        elif is_input_object_type(kind):
            if {n: str(f.type) for n, f in kind.fields.items()} != {n: str(f.type) for n, f in other.fields.items()}:
                yield f"{name} has other fields"
        elif is_enum_type(kind):
            if set(kind.values) != set(other.values):
                yield f"{name} has other values"
        elif is_union_type(kind):
            yield from (f"{name} has no {t.name}" for t in kind.types if t.name not in {o.name for o in other.types})


def differing_fields(name: str, ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[str]:
    for field, mine in ours.items():
        other = theirs.get(field)
        if other is None or str(other.type) != str(mine.type):
            yield f"{name}.{field} is {mine.type}, GitHub has {other and other.type}"
            continue
        arguments = {n: (str(a.type), str(a.default_value)) for n, a in mine.args.items()}
        if arguments != {n: (str(a.type), str(a.default_value)) for n, a in other.args.items()}:
            yield f"{name}.{field} has other arguments"


def test_a_disagreement_is_found() -> None:
    slice_text = SLICE.read_text(encoding="utf-8")
    for right, wrong in (
        ("oid: GitObjectID!", "oid: String!"),
        ("  STARTUP_FAILURE\n", ""),
        ("orderBy: LabelOrder", "orderBy: IssueOrder"),
        ("name: String!", "nom: String!"),
    ):
        assert right in slice_text
        changed = build_schema(slice_text.replace(right, wrong), assume_valid=True)
        assert list(disagreements(changed, build_schema(slice_text))) != []


def test_the_formula_gives_the_example_of_githubs_documentation() -> None:
    """5,101 requests, 51 points: docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api."""
    text = """
    query {
      viewer {
        repositories(first: 100) {
          edges { node {
            issues(first: 50) { edges { node { labels(first: 60) { edges { node { id name } } } } } }
          } }
        }
      }
    }
    """
    cost = estimate_cost(parse(text), {})
    assert (cost.points, cost.nodes) == (51, 100 + 100 * 50 + 100 * 50 * 60)


@pytest.mark.parametrize(("name", "sizes"), [("walk", PULL_SIZES), ("pulls", PULL_SIZES), ("checks", SHA_SIZES)])
def test_a_bulk_query_costs_one_point_at_every_size(name: str, sizes: tuple[tuple[int, int], ...]) -> None:
    for nodes, items in sizes:
        assert estimate_cost(parse(read_query(name)), variables(name, nodes, items)).points == 1


@pytest.mark.parametrize("name", ["repository", "listing", "pull", "more", "more_checks"])
def test_every_other_query_costs_one_point(name: str) -> None:
    assert estimate_cost(parse(read_query(name)), variables(name, 100, 100)).points == 1


def plan_steps(fresh: int, todo: int, waiting: int) -> tuple[Step, ...]:
    """The steps of a run by the guesses of a first one."""
    work = Work(fresh=fresh, known=0, waiting=waiting, todo=todo, absent=0, days=0.0, most_changed=0)
    return list_steps(work, measure(None, work, 0), "value", since=False)


def test_25000_pull_requests_of_7_commits_stay_within_7000_points_and_6500_requests() -> None:
    steps = plan_steps(PULLS, 0, 0)
    assert next(step.units for step in steps if step.what == "checks of commits") == PULLS * COMMITS
    requests = sum(step.requests for step in steps)
    assert sum(step.points for step in steps) <= 7000
    assert requests <= 6500
    assert requests * SECONDS_PER_ANSWER / 3600 < 6


def test_a_day_of_150_changed_pull_requests_stays_within_100_points() -> None:
    steps = plan_steps(75, 75, 75 * COMMITS + 150 * 2 * COMMITS)
    assert sum(step.points for step in steps) < 100


@pytest.mark.parametrize(
    ("name", "nodes", "items", "kind"),
    [
        ("walk", 101, 100, "EXCESSIVE_PAGINATION"),
        ("walk", 25, 101, "EXCESSIVE_PAGINATION"),
        ("walk", 0, 100, "EXCESSIVE_PAGINATION"),
        ("checks", 101, 100, "ARGUMENT_LIMIT"),
    ],
)
def test_what_github_would_refuse_is_refused(name: str, nodes: int, items: int, kind: str) -> None:
    with pytest.raises(OverLimit) as refused:
        estimate_cost(parse(read_query(name)), variables(name, nodes, items))
    assert refused.value.kind == kind


def test_more_than_500000_nodes_are_refused() -> None:
    text = "query { r { a(first: 100) { nodes { b(first: 100) { nodes { c(first: 60) { x } } } } } } }"
    with pytest.raises(OverLimit, match="610100"):
        estimate_cost(parse(text), {})


def test_a_query_that_the_slice_does_not_know_is_an_error_and_not_a_crash() -> None:
    import requests

    world = World({}, lambda _: {}, lambda _, __: {})
    with StandIn(world) as stand_in:
        body = {"query": "query Walk { nonsense }", "variables": {}}
        headers = {"Authorization": f"token {DEMO_TOKEN}"}
        with requests.post(f"{stand_in.url}/graphql", json=body, headers=headers, timeout=10) as answer:
            assert "errors" in answer.json()
        with requests.get(f"{stand_in.url}/repos/x/y", headers=headers, timeout=10) as answer:
            assert answer.status_code == 404
