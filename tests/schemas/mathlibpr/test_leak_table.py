"""Every row of the table of leaks finds its hostile text, and what is refused can be cleaned."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curate.schemas.mathlibpr.rules.leaks import LEAKS, Leak, clean, find_leaks
from curate.schemas.mathlibpr.rules.texts import clean_text

HOSTILE = {
    ("leak-bors", "prose", "holds the bors prefix"): ["[Merged by Bors] - feat: x", "see [merged BY bors]"],
    ("leak-bors", "prose", "holds a bors command"): [
        "bors r+", "Thanks to\nbors\nmerge this", "a\n bros: try", "bors\u00a0merge", "\n\n  bors d=someone",
    ],
    ("trailer", "prose", "holds a trailer that names a person"): [
        "Co-authored-by: Ada", " signed-off-by : E", "Co-authored by: Ada", "Coauthored-By: E",
        "\u00a0Co-author-by: X\r\n",
    ],
    ("leak-number", "prose", "names its own number"): ["#12345", "o/r#12345", "(#12345)", "x#12345"],
    ("leak-number", "prose", "links to itself"): ["https://github.com/o/r/pull/12345/files", "o/r/issues/12345"],
    ("leak-label", "prose", "names a label of the review"): ["it was ready-to-merge", "awaiting-author again"],
    ("leak-bors", "code", "holds the bors prefix"): ["+-- [Merged by Bors] - x"],
    ("trailer", "code", "holds a trailer that names a person"): ["+Co-authored-by: A B", "-  signed-off-by:x"],
    ("leak-number", "code", "names its own number"): ["+-- see #12345"],
    ("leak-number", "code", "links to itself"): ["+-- https://github.com/o/r/pull/12345"],
}  # fmt: skip
INNOCENT = [
    "feat: x (#123456)", "see #1234", "colors merge", "the neighbors", "bors-ng is a bot", "pull/123456", "co-authored",
]  # fmt: skip


def key_of(leak: Leak) -> tuple[str, str, str]:
    return (leak.name, leak.where, leak.what)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: f"{leak.name}, {leak.what}, {leak.where}")
def test_each_kind_of_leak_is_found_and_is_gone_after_cleaning(leak: Leak) -> None:
    for text in HOSTILE[key_of(leak)]:
        assert key_of(leak) in {key_of(found) for found, _ in find_leaks(text, 12345, leak.where)}, text
        if leak.replacement is not None:
            left = {key_of(found) for found, _ in find_leaks(clean(text, 12345, leak.where), 12345, leak.where)}
            assert key_of(leak) not in left, text


@pytest.mark.parametrize("text", INNOCENT)
def test_a_text_that_only_resembles_a_leak_stays_as_it_is(text: str) -> None:
    assert clean(text, 12345, "prose") == text


def test_what_is_left_of_one_leak_is_no_other() -> None:
    assert clean("[Merged by [merged by bors] - Bors] - x", 7, "prose") == "x"


pieces = st.sampled_from(
    ["[Merged by Bors]", " - ", "[merged by bors]", "bors", "bors ", "merge", "r+", "\n", "\r\n", "\t", "\u00a0",
     "#12345", "o/r", "/pull/", "/issues/", "12345", "Co-authored-by:", "Signed-off-by:", "@ada", "a@b.org", "x", "#"]
)  # fmt: skip


@given(st.lists(pieces, max_size=12).map("".join))
def test_no_text_that_was_cleaned_is_refused(text: str) -> None:
    cleaned = clean_text(text, 12345)
    assert [leak for leak, _ in find_leaks(cleaned, 12345, "prose") if leak.severity == "error"] == []
    assert clean_text(cleaned, 12345) == cleaned
