"""A model's answer is of the asked form, or there is a word on why it is not."""

import json

import pytest

from curate.formalize.repair.answers import Answer, parse_answer

GOOD = "theorem t (n : Nat) : n = n := by sorry"


def answer(statement: object) -> str:
    return json.dumps({"statement": statement, "why": "because"})


@pytest.mark.parametrize("text", [answer(GOOD), f"Sure:\n```json\n{answer(GOOD)}\n```\nDone.", answer(f"\n{GOOD}\r\n")])
def test_a_statement_is_found(text: str) -> None:
    assert parse_answer(text, "t") == Answer(statement=GOOD, why="because")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("I think that the statement is fine as it is.", "not the JSON object"),
        (answer(GOOD)[:-20], "not the JSON object"),
        ("[" * 100_000, "not the JSON object"),
        (answer(3), "not the JSON object"),
        (answer(""), "empty"),
        (answer("theorem u (n : Nat) : n = n := by sorry"), "another theorem"),
        (answer("theorem t (n : Nat) : n = n := rfl"), "proved"),
        (answer("theorem t (n : Nat) : n = n := by\n  rfl -- sorry"), "proved"),
        (answer("theorem t (n : Nat) : n = n"), "no ending"),
        (answer(f"axiom a : False\n{GOOD}"), "before the theorem"),
        (answer(f"import Mathlib\n{GOOD}"), "before the theorem"),
        (answer(f"-- a word\n{GOOD}"), "before the theorem"),
        (answer(f"{GOOD}\nopen Nat"), "after the theorem"),
        (answer(f"{GOOD}\ntheorem u : True := by sorry"), "2 theorems"),
        (answer('theorem t : True := by\n  sorry\nmacro "x" : term => `(1)\n'), "after the theorem"),
        (answer("def t : Nat := 1"), "not a theorem"),
        (answer("theorem t : \0 := by sorry"), "no text"),
        (answer("theorem t : \ud800 := by sorry"), "no text"),
        (answer("theorem t : " + "x" * 30_000 + " := by sorry"), "more than"),
    ],
)
def test_what_is_no_statement_is_named(text: str, word: str) -> None:
    found = parse_answer(text, "t")
    assert isinstance(found, str)
    assert word in found
