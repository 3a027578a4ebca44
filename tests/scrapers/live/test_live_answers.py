"""What an answer means is decided on status, headers and body together."""

import json
import time
from email.utils import formatdate

import pytest

from curate.scrapers.github.answers import classify_answer
from curate.scrapers.github.headers import next_link, reset_wait, retry_wait, server_time
from curate.scrapers.github.verdicts import Answer, Denied, Good, InvalidResponse, NotFound, RateLimited, TooExpensive

NOW = 1_775_000_000
DATE = {"date": formatdate(NOW, usegmt=True)}
SPENT = {**DATE, "x-ratelimit-remaining": "0", "x-ratelimit-reset": str(NOW + 2404)}
SECONDARY = '{"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}'
PRIMARY = '{"message": "API rate limit exceeded for user ID 1."}'
LACKING = '{"message": "Resource not accessible by personal access token"}'


def graphql(status: int, body: object, headers: dict[str, str] | None = None) -> object:
    text = body if isinstance(body, str) else json.dumps(body)
    return classify_answer(Answer(status, headers or {}, text), "graphql")


def failing(kind: str | None, message: str = "no", path: list[object] | None = None) -> dict[str, object]:
    return {"data": None, "errors": [{"type": kind, "message": message, "path": path}]}


def test_an_answer_without_errors_is_good() -> None:
    assert graphql(200, {"data": {"viewer": None}}) == Good({"viewer": None})


def test_a_good_answer_is_good_though_nothing_is_left() -> None:
    assert isinstance(graphql(200, {"data": {}}, SPENT), Good)


@pytest.mark.parametrize("kind", ["RATE_LIMIT", "RATE_LIMITED"])
@pytest.mark.parametrize("left", ["0", "3"])
def test_a_limit_with_status_200_is_a_limit_whatever_is_left(kind: str, left: str) -> None:
    headers = {**SPENT, "x-ratelimit-remaining": left}
    assert graphql(200, failing(kind, "API rate limit exceeded"), headers) == RateLimited(
        True, 2405.0, "API rate limit exceeded"
    )


def test_a_secondary_limit_with_status_200_does_not_wait_for_the_primary_reset() -> None:
    verdict = graphql(200, failing("RATE_LIMITED", "You have exceeded a secondary rate limit"), SPENT)
    assert isinstance(verdict, RateLimited)
    assert (verdict.primary, verdict.wait_s) == (False, None)


@pytest.mark.parametrize("status", [403, 429])
def test_retry_after_goes_before_all_else(status: int) -> None:
    verdict = graphql(status, SECONDARY, {**SPENT, "retry-after": "17"})
    assert isinstance(verdict, RateLimited)
    assert (verdict.primary, verdict.wait_s) == (False, 17.0)


@pytest.mark.parametrize("status", [403, 429])
def test_nothing_left_means_waiting_for_the_reset_by_githubs_own_clock(status: int) -> None:
    verdict = graphql(status, PRIMARY, SPENT)
    assert isinstance(verdict, RateLimited)
    assert (verdict.primary, verdict.wait_s) == (True, 2405.0)


@pytest.mark.parametrize("status", [403, 429])
def test_a_bare_secondary_limit_names_no_time(status: int) -> None:
    verdict = graphql(status, SECONDARY, DATE)
    assert isinstance(verdict, RateLimited)
    assert (verdict.primary, verdict.wait_s) == (False, None)


@pytest.mark.parametrize("headers", [{}, DATE, {**DATE, "x-ratelimit-remaining": "4999"}, SPENT])
def test_a_missing_right_is_never_a_limit(headers: dict[str, str]) -> None:
    assert isinstance(graphql(403, LACKING, headers), Denied)


def test_a_403_of_unknown_words_is_a_refusal() -> None:
    assert isinstance(graphql(403, '{"message": "Repository access blocked"}'), Denied)


@pytest.mark.parametrize("status", [401, 404, 410, 451])
def test_other_refusals_are_for_good(status: int) -> None:
    assert graphql(status, '{"message": "Bad credentials"}') == Denied(status, "Bad credentials")


@pytest.mark.parametrize("kind", ["RESOURCE_LIMITS_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED"])
def test_a_query_over_the_budget_is_heavy_and_not_empty(kind: str) -> None:
    assert isinstance(graphql(200, {**failing(kind), "data": {"nodes": [None] * 100}}), TooExpensive)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (502, "<html>"),
        (504, "{}"),
        (200, '{"message": "We couldn\'t respond to your request in time. Sorry about that."}'),
        (200, failing(None, "Something went wrong while executing your query. This may be the result of a timeout")),
    ],
)
def test_a_query_that_took_too_long_is_heavy(status: int, body: object) -> None:
    assert isinstance(graphql(status, body), TooExpensive)


@pytest.mark.parametrize(
    "body", ["", "  \n", "<!DOCTYPE html><html>", '{"data": {"a": [1,', "[]", "null", "{}", '{"data": 1}']
)
def test_what_is_no_answer_is_never_taken_for_one(body: str) -> None:
    assert isinstance(graphql(200, body), InvalidResponse)


@pytest.mark.parametrize("status", [500, 503, 302, 202])
def test_a_servers_failure_is_no_answer(status: int) -> None:
    assert isinstance(graphql(status, '{"data": {}}'), InvalidResponse)


def test_nodes_that_are_not_there_are_told_apart_from_a_failure() -> None:
    errors = [{"type": "NOT_FOUND", "path": ["nodes", place], "message": "no"} for place in (41, 7)]
    assert graphql(200, {"data": {"nodes": []}, "errors": errors}) == NotFound((7, 41))
    assert isinstance(graphql(200, {"data": {}, "errors": [*errors, {"message": "odd"}]}), InvalidResponse)
    assert isinstance(graphql(200, failing("NOT_FOUND", path=["repository"])), Denied)


def test_an_error_list_of_any_shape_is_never_good() -> None:
    for errors in ([], [None], ["x"], [{}], [{"message": None}]):
        assert not isinstance(graphql(200, {"data": {"nodes": []}, "errors": errors}), Good)


def test_only_the_next_link_counts() -> None:
    both = '<https://h/p?after=x>; rel="next", <https://h/p?after=z>; rel="last"'
    assert next_link({"link": both}) == "https://h/p?after=x"
    assert next_link({"link": '<https://h/p?after=x>; rel="prev"'}) is None
    assert next_link({}) is None


def test_times_that_are_not_there_are_not_guessed() -> None:
    assert server_time({}) is None
    assert server_time({"date": "yesterday"}) is None
    assert reset_wait({"x-ratelimit-reset": "12"}) is None
    assert reset_wait({**DATE, "x-ratelimit-reset": str(NOW - 10)}) == 1.0


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (403, {"message": "Maximum number of login attempts exceeded. Please try again later."}),
        (200, {"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}),
        (200, {"message": "You have triggered an abuse detection mechanism."}),
        (200, {"data": None, "errors": [{"message": "slow down", "extensions": {"code": "RATE_LIMITED"}}]}),
        (403, "<html><body>You have exceeded a secondary rate limit.</body></html>"),
    ],
)
def test_a_limit_is_known_in_every_shape_that_has_been_seen(status: int, body: object) -> None:
    assert isinstance(graphql(status, body, DATE), RateLimited)


def test_a_page_that_is_too_long_for_the_server_is_asked_for_in_parts() -> None:
    assert isinstance(graphql(200, failing("EXCESSIVE_PAGINATION", "exceeds the limit")), TooExpensive)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        (formatdate(NOW + 90, usegmt=True), 90.0),
        (formatdate(NOW + 90), 90.0),
        (time.asctime(time.gmtime(NOW + 90)), 90.0),
        (formatdate(NOW - 90, usegmt=True), 0.0),
        (" 30 ", 30.0),
        ("-5", 0.0),
        ("soon", None),
        ("inf", None),
        ("10000000000000000000 Mar 2026 00:00:00 GMT", None),
    ],
)
def test_a_wait_is_read_in_each_form_of_a_date_and_from_no_other_text(text: str, seconds: float | None) -> None:
    assert retry_wait({**DATE, "retry-after": text}) == seconds
