"""Answers are read strictly: valid, or invalid for one of seven named reasons; nothing raises."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curate.evals.review.answer import (
    AXES,
    MAX_ANSWER_CHARS,
    REASONS,
    REVIEW_SCHEMA,
    Answered,
    Invalid,
    Reason,
    Review,
    parse_axis,
    parse_comparison,
    parse_review,
    read_answer,
)

GOOD = {"verdict": "merge_ready", "p_merge_ready": 80, "axes": dict.fromkeys(AXES, "ok"), "notes": ["fine"]}


def changed(**fields: object) -> str:
    return json.dumps({**GOOD, **fields})


def without(field: str) -> str:
    return json.dumps({name: value for name, value in GOOD.items() if name != field})


@pytest.mark.parametrize("text", [json.dumps(GOOD), f"\n```json\n{json.dumps(GOOD)}\n```\n", without("notes")])
def test_an_answer_of_the_asked_form_is_read(text: str) -> None:
    review = read_answer(text, False, parse_review)
    assert isinstance(review, Review)
    assert (review.verdict, review.p_merge_ready, set(review.axes)) == ("merge_ready", 80, set(AXES))


def test_a_verdict_and_a_probability_that_contradict_each_other_are_both_kept() -> None:
    review = parse_review(changed(verdict="not_merge_ready", p_merge_ready=100))
    assert (review.verdict, review.p_merge_ready) == ("not_merge_ready", 100)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("x" * (MAX_ANSWER_CHARS + 1), "too-long"),
        ("I think it is fine.", "not-json"),
        (f"Here: {json.dumps(GOOD)}", "not-json"),
        ("[" * 19_000, "not-json"),
        ("[1]", "not-json"),
        ("9" * 6_000, "not-json"),
        ('{"verdict": "merge_ready", "verdict": "uncertain"}', "duplicate-key"),
        (without("axes"), "wrong-fields"),
        (changed(label="merge_ready"), "wrong-fields"),
        (changed(axes={"naming": "ok"}), "wrong-fields"),
        (changed(axes=[]), "wrong-fields"),
        (changed(verdict="yes"), "wrong-value"),
        (changed(p_merge_ready=0.5), "wrong-value"),
        (changed(p_merge_ready=True), "wrong-value"),
        (changed(p_merge_ready="80"), "wrong-value"),
        (changed(p_merge_ready=101), "wrong-value"),
        (json.dumps(GOOD).replace("80", "NaN"), "wrong-value"),
        (changed(axes=dict.fromkeys(AXES, "bad")), "wrong-value"),
        (changed(notes=["x"] * 6), "wrong-value"),
        (changed(notes=[1]), "wrong-value"),
    ],
)
def test_an_invalid_answer_has_one_named_reason(text: str, reason: Reason) -> None:
    read = read_answer(text, False, parse_review)
    assert isinstance(read, Invalid)
    assert read.reason == reason


def test_an_answer_that_the_limit_of_tokens_ended_is_cut_off_unless_it_is_whole() -> None:
    read = read_answer(json.dumps(GOOD)[:-5], True, parse_review)
    assert isinstance(read, Invalid)
    assert read.reason == "cut-off"
    assert isinstance(read_answer(json.dumps(GOOD), True, parse_review), Review)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*GOOD, *AXES, "x"]), inner, max_size=9)
    ),
    max_leaves=20,
)


@settings(deadline=None)
@given(st.text(max_size=300) | JSON.map(json.dumps) | JSON.map(lambda value: changed(axes=value)), st.booleans())
def test_no_text_breaks_the_parsers(text: str, cut_off: bool) -> None:
    for parse in (parse_review, parse_comparison, parse_axis):
        read: Answered | Invalid = read_answer(text, cut_off, parse)
        assert not isinstance(read, Invalid) or read.reason in REASONS


def test_the_schema_asks_for_what_the_parser_takes() -> None:
    assert set(REVIEW_SCHEMA["properties"]) == set(GOOD)
    assert REVIEW_SCHEMA["properties"]["p_merge_ready"]["enum"] == list(range(101))
