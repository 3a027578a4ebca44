"""What a model changes of a statement is told part by part, and what nobody asked it to change is doubtful."""

import pytest

from curate.formalize.text.signature import CONCLUSION, compare_parts, find_part, parse_parts

BEFORE = "theorem t (f : Nat → Nat) (a b : Nat) (h : f a = b)\n    [Inhabited Nat] : ∃! n, f n = b := by sorry\n"
AFTER = BEFORE.replace("∃! n, f n = b", "∃ n, f n = b ∧ ∀ m, f m = b → m = n")


def test_the_parts_of_a_statement_are_told_apart() -> None:
    assert [(part.name, part.written) for part in parse_parts(BEFORE)] == [
        ("f", "Nat → Nat"),
        ("a", "Nat"),
        ("b", "Nat"),
        ("h", "f a = b"),
        ("[Inhabited Nat]", "Inhabited Nat"),
        (CONCLUSION, "∃! n, f n = b"),
    ]
    assert find_part(BEFORE, BEFORE.index("f a")) == "h"
    assert find_part(BEFORE, BEFORE.index("∃")) == CONCLUSION


@pytest.mark.parametrize(
    ("after", "mended", "doubtful", "words"),
    [
        (AFTER, {CONCLUSION}, False, "changed the conclusion"),
        (AFTER, {"h"}, True, "changed the conclusion"),
        (AFTER, set(), True, "changed the conclusion"),
        (BEFORE.replace("(h : f a = b)", "(h : f a = b) (hb : 0 < b)"), {"h", CONCLUSION}, True, "added hb : 0 < b"),
        (BEFORE.replace(" (h : f a = b)", ""), {"h", CONCLUSION}, True, "dropped h : f a = b"),
        (BEFORE.replace("∃! n, f n = b", "∃ n, f n = n"), {CONCLUSION}, True, "no longer mentions b"),
        (BEFORE.replace("f a = b)", "f b = a)"), {CONCLUSION}, True, "changed h from f a = b to f b = a"),
    ],
)
def test_a_change_beyond_what_lean_complained_of_is_doubtful(
    after: str, mended: set[str], doubtful: bool, words: str
) -> None:
    found = compare_parts(BEFORE, after, mended)
    assert len(found) == 1
    assert (found[0].doubtful, words in found[0].words) == (doubtful, True), found


def test_blanks_and_comments_are_no_change() -> None:
    after = BEFORE.replace(" : ∃!", " :\n      -- unique\n  ∃!").replace("(a b : Nat)", "(a  b :Nat)")
    assert compare_parts(BEFORE, after, set()) == ()


@pytest.mark.parametrize(
    "text", ["", "theorem", "theorem t", "theorem t (", "theorem t (a : ", "theorem t :", "def x := 1"]
)
def test_any_text_has_parts_or_none(text: str) -> None:
    assert all(part.start <= part.end for part in parse_parts(text))
