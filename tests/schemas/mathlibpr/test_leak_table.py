"""Every row of the table of leaks finds its hostile text, and what is refused can be cleaned."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curate.schemas.mathlibpr.rules.leaks import LEAKS, Leak, clean, find_leaks
from curate.schemas.mathlibpr.rules.texts import clean_text, publish_diff

HOSTILE = {
    ("leak-bors", "prose", "holds the bors prefix"): [
        "[Merged by Bors] - feat: x", "see [merged BY bors]", "［Merged\u00a0by Bors］ - x",
    ],
    ("leak-bors", "prose", "holds a bors command"): [
        "bors r+", "Thanks to\nbors\nmerge this", "a\n bros: try", "bors\u00a0merge", "\n\n  bors d=someone",
        "ok\rbors merge", "> bors r+", "maintainer merge", "* maintainer delegate?",
    ],
    ("trailer", "prose", "holds a trailer that names a person"): [
        "Co-authored-by: Ada", " signed-off-by : E", "Co-authored by: Ada", "Coauthored-By: E",
        "\u00a0Co-author-by: X\r\n", "> Co-authored-by: Ada", "- Helped-by: E", "**Signed-off-by:** E",
        "Authored-by: Ada",
        "a\rCo-authored-by: Ada", "a\u2028Reviewed-by: Ada\u2028b", "a\x85Acked by: E", "Co‑authored‑by： Ada",
        "Based-on-patch-by: Ada", "<!-- Co-authored-by: Ada -->", "`Co-authored-by: Ada`",
        "Co-authored-by\u200b: Ada",
        "Co_authored_by&#58; Ada", "Contributed by: Ada", "Thanks-to: Ada", "Cc: Ada",
    ],
    ("leak-number", "prose", "names its own number"): [
        "#12345", "o/r#12345", "(#12345)", "x#12345", "(＃12345)", "GH-12345",
    ],
    ("leak-number", "prose", "links to itself"): ["https://github.com/o/r/pull/12345/files", "o/r/issues/12345"],
    ("leak-label", "prose", "names a label of the review"): ["it was ready-to-merge", "awaiting-author again"],
    ("leak-bors", "code", "holds the bors prefix"): ["+-- [Merged by Bors] - x"],
    ("trailer", "code", "holds a trailer that names a person"): [
        "+Co-authored-by: A B", "-  signed-off-by:x", "+-- Co-authored by: Ada", " # Helped-by: Ada",
        "+  * Acked-by: E\r",
    ],
    ("trailer", "code", "holds a trailer"): ["+Co-authored-by: redacted", "+Signed-off-by: NAME"],
    ("leak-number", "code", "names its own number"): ["+-- see #12345"],
    ("leak-number", "code", "links to itself"): ["+-- https://github.com/o/r/pull/12345"],
}  # fmt: skip
INNOCENT = [
    "feat: x (#123456)", "see #1234", "colors merge", "the neighbors", "bors-ng is a bot", "pull/123456", "co-authored",
    "written by: see below", "Co-authored-by: Author Name <…>", "Signed-off-by: NAME", "proved by: induction",
    "reported by the linter: nothing", "abc-12345", "Drive-by: a comment", "the maintainers merge",
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


CODE = [
    "+  signedOffBy : String", "+  tested_by : Nat := by", "+Co-authored-by: Author Name <author>", "+  by simp",
    "+-- reported by: the linter", "+  coauthoredBy: x", "+  exact foo - by: x",
]  # fmt: skip


@pytest.mark.parametrize("line", CODE)
def test_a_line_of_code_that_resembles_a_trailer_stays(line: str) -> None:
    assert [leak for leak, _ in find_leaks(f"{line}\n", 12345, "code") if leak.severity == "error"] == []
    assert publish_diff(f"{line}\n") == f"{line}\n"


def test_a_published_patch_keeps_its_lines_though_a_trailer_in_it_names_somebody() -> None:
    diff = "@@ -1,2 +1,3 @@\n a\n+Co-authored-by: Ada Lovelace\r\n-  Helped-by: Emmy\n"
    published = publish_diff(diff)
    assert published == "@@ -1,2 +1,3 @@\n a\n+Co-authored-by: redacted\r\n-  Helped-by: redacted\n"
    assert [leak for leak, _ in find_leaks(published, 1, "code") if leak.severity == "error"] == []


@pytest.mark.parametrize(
    "text", ["\n", "\r", "\u2028 ", "> ", "gh-12345", "cc/@a", "@a/", "bors\n", "a.12345", "xai-aA1", "by: "]
)
def test_cleaning_takes_time_in_proportion(text: str) -> None:
    """The longest text that GitHub takes; one start of a line too many took a minute for 65,536 line feeds."""
    began = time.process_time()
    clean_text((text * 65_536)[:65_536], 12345)
    assert time.process_time() - began < 8


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
