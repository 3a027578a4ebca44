"""People named in prose in roundabout ways; words of mathematics and of Lean are left as they are."""

import time

import pytest

from curate.schemas.people import PEOPLE, find_people, mask_people

PLANTS = {
    "at and dot": "write to ada at math dot org please",
    "in brackets": "ada.lovelace [at] math [dot] uni [dot] de",
    "a dot as such": "ada (at) math.org",
    "html": "ada&#64;math.org",
    "html, hexadecimal": "ada&#x40;math.org",
    "html, by name": "ada&commat;math.org",
    "percent": "mailto:ada%40math.org",
    "full width": "ada＠math.org",
    "quoted": '"ada lovelace"@math.org',
    "another alphabet": "ada@müller.рф",
    "blanks": "ada @ math.org",
    "localhost": "ada@localhost",
    "by number": "ada@[192.168.0.1]",
    "zulip": "thanks to @**Ada Lovelace** for this",
    "zulip, silent": "see @_**Ada Lovelace|123**",
    "after a slash": "cc/@ada-lovelace",
    "after another": "@user/@ada-lovelace/@emmy",
    "in italics": "_@ada-lovelace_ said",
    "dot alone spelt": "ada@math<dot>org",
    "at and dot in one word": "ada_at_math_dot_org",
    "escaped": "ada\\@math.org",
    "a page with a query": "https://github.com/ada-lovelace?tab=repositories",
    "as code": "ping `@ada-lovelace` please",
    "full width login": "thanks ＠ada",
    "a page": "see https://github.com/ada-lovelace for more",
    "a private talk": "https://leanprover.zulipchat.com/#narrow/dm/123,456-dm",
}
HARMLESS = [
    "we look at the dot product and at a dot on the line",
    "use `@Nat.add_comm` and `@[simp]` and `(@id α)`",
    "the norm at infinity; evaluated at x . Then it follows",
    "https://github.com/leanprover-community/mathlib4/pull/123",
    "https://github.com/leanprover/lean4",
    "x @ y, A @ B and f @[inline]",
    "100%40 of it",
    "git@github.com:leanprover-community/mathlib4.git",
    "@user and `@user`",
    "_@user_ and x_@y_z and continuous_at_zero_dot_product",
    "doi.org/10.1000/182@x",
]


@pytest.mark.parametrize("text", PLANTS.values(), ids=PLANTS)
def test_each_way_to_name_somebody_is_found_and_masked(text: str) -> None:
    assert list(find_people(text))
    clean = mask_people(text)
    assert list(find_people(clean)) == []
    assert not any(word in clean.lower() for word in ("ada", "lovelace", "math.org", "123"))
    assert mask_people(clean) == clean


@pytest.mark.parametrize("text", HARMLESS)
def test_mathematics_and_code_stay(text: str) -> None:
    assert list(find_people(text)) == []
    assert mask_people(text) == text


def test_every_row_of_the_table_has_somebody_planted() -> None:
    for person in PEOPLE:
        assert any(person.sign.search(text) and person.pattern.search(text) for text in PLANTS.values()), person


@pytest.mark.parametrize("text", ["ada at ", "a.", "@", "ada@", "x at y dot ", "@**a", "github.com/", "ada [at] "])
def test_a_long_text_ends_soon(text: str) -> None:
    start = time.perf_counter()
    mask_people(text * (100_000 // len(text)))
    assert time.perf_counter() - start < 20
