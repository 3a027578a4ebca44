"""What is written as TOML is read by the standard library as it was."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from curate.formalize.records.toml import render_toml

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
PLAIN = st.one_of(TEXTS, st.booleans(), st.integers(-(2**63), 2**63 - 1), st.dates())
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.lists(PLAIN, max_size=3),
        st.dictionaries(TEXTS, inner, max_size=3),
        st.lists(st.dictionaries(TEXTS, PLAIN, min_size=1, max_size=2), max_size=2),
    ),
    max_leaves=8,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_a_table_is_read_back_as_it_was(table: dict[str, object]) -> None:
    assert tomllib.loads(render_toml(table)) == table


def test_nothing_is_left_out() -> None:
    assert render_toml({"a": None, "b": 1}) == "b = 1\n"
