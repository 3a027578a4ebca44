"""Comments, strings and quoted names are told from code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curate.formalize.text.lexer import lex
from curate.formalize.text.span import LineIndex


def words(text: str) -> list[str]:
    return [token.text for token in lex(text).tokens]


@pytest.mark.parametrize(
    "hidden",
    [
        "-- sorry\n",
        "/- sorry -/",
        "/- a /- b -/ sorry -/",
        "/-- sorry -/",
        "/-! sorry /-/ -/ -/",
        '"sorry"',
        '"a\\" sorry"',
        'r"sorry"',
        'r#"a" sorry"#',
        "«sorry»",
        "x.sorry",
        "sorry'",
        "'\\\"' /- \" sorry -/",
    ],
)
def test_a_word_inside_of_something_else_is_no_word(hidden: str) -> None:
    assert "sorry" not in words(f"theorem x : True := {hidden} y")


@pytest.mark.parametrize(
    "shown",
    [
        "(sorry)",
        "⟨sorry, 1⟩",
        "'a' sorry",
        "x' sorry 'b'",
        "/- -/sorry",
        '""sorry',
        "h.1 sorry",
        "fun x => sorry",
        "«a» sorry",
    ],
)
def test_a_word_of_the_code_is_found(shown: str) -> None:
    assert "sorry" in words(f"theorem x : True := {shown}")


def test_what_is_never_closed_is_told() -> None:
    assert lex("theorem /- x").unclosed == 8
    assert lex('def s := "abc').unclosed == 9
    assert lex("/- a -/ x").unclosed is None


def test_names_keep_their_dots_and_marks() -> None:
    assert words("Foo.bar₁' α «a b».c #exit x⁻¹") == ["Foo.bar₁'", "α", "«a b».c", "#exit", "x", "⁻", "¹"]


def test_places_count_code_points() -> None:
    text = "αβ\n  ∀ sorry"
    token = lex(text).tokens[-1]
    span = LineIndex(text).span(token.start, token.end)
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 4, 2, 9)


@given(st.text(alphabet="ab \n\"'/-«».#:=\\r✝α", max_size=60))
def test_any_text_has_tokens_in_order_that_cover_no_more_than_it(text: str) -> None:
    end = 0
    for token in lex(text).tokens:
        assert end <= token.start < token.end <= len(text)
        assert text[token.start : token.end] == token.text
        end = token.end
