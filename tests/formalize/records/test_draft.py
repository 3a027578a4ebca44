"""Drafts are read with clear errors, and written so that they are read again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curate.formalize.records.draft import (
    draft_from_words,
    parse_draft,
    render_draft,
    render_template,
    require_statement,
)
from curate.schemas.errors import Refused

GOOD = render_template("first-steps")


def test_a_template_is_a_draft() -> None:
    draft = parse_draft(GOOD.encode())
    assert draft.header.id == "first-steps"
    assert require_statement(draft.text).name == "first_steps"


def test_a_draft_is_read_as_it_was_written() -> None:
    draft = parse_draft(GOOD.encode())
    assert parse_draft(render_draft(draft.header, draft.code).encode()) == draft


@given(st.text(min_size=20, max_size=300).filter(lambda text: len(text.strip()) >= 20 and "\r" not in text))
def test_any_words_survive_the_front_matter(informal: str) -> None:
    header = parse_draft(GOOD.encode()).header.model_copy(update={"informal": informal.strip()})
    try:
        text = render_draft(header, "theorem t : True := by sorry").encode()
    except UnicodeEncodeError:
        return
    if "\0" in informal:
        return
    assert parse_draft(text).header == header


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    data = b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    assert parse_draft(data) == parse_draft(GOOD.encode())


def test_the_preamble_stands_before_the_statement() -> None:
    draft = parse_draft(GOOD.encode())
    header = draft.header.model_copy(update={"preamble": "def two : Nat := 2"})
    text = parse_draft(render_draft(header, draft.code).encode()).text
    assert text.startswith("def two : Nat := 2\n\ntheorem first_steps")


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"theorem t : True := by sorry", "front matter"),
        (GOOD.replace("markov-chains", "topology").encode(), "topic"),
        (GOOD.replace('id = "first-steps"', 'id = "../first"').encode(), "id"),
        (GOOD.replace("title =", "titel =").encode(), "titel"),
        (GOOD.replace("+++\nid", "+++\nid = [").encode(), "TOML"),
        (GOOD.encode() + b"\0", "null byte"),
        (GOOD.encode() + b"\xff", "UTF-8"),
        (GOOD.encode() + b" " * (1 << 20), "bytes"),
    ],
)
def test_what_is_no_draft_is_refused_with_a_word_on_it(data: bytes, word: str) -> None:
    with pytest.raises(Refused, match=word):
        parse_draft(data)


def test_no_theorem_and_two_theorems_are_refused() -> None:
    with pytest.raises(Refused, match="no theorem"):
        require_statement("def two : Nat := 2\n")
    with pytest.raises(Refused, match="2 theorems"):
        require_statement("theorem a : True := by sorry\ntheorem b : True := by sorry\n")
    assert require_statement("/- theorem a -/ -- theorem b\ntheorem c : True := by sorry\n").name == "c"


def test_words_alone_are_a_draft_without_lean() -> None:
    front = GOOD.split("+++")[1].replace("informal =", "# informal =")
    draft = draft_from_words(f"+++{front}+++\n\nA walk of no steps stays where it is.\n".encode())
    assert draft.header.informal == "A walk of no steps stays where it is."
    assert draft.code == ""


def test_a_bad_id_for_a_template_is_refused() -> None:
    with pytest.raises(Refused, match="id"):
        render_template("../elsewhere")
