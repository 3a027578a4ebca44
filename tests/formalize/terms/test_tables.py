"""A table of constants is read strictly: what is not exactly of its form is malformed, never something else."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curate.formalize.terms.from_table import describe, to_nodes
from curate.formalize.terms.table import show_part
from curate.formalize.terms.table_reader import MAX_DIGITS, Malformed, read_table
from curate.formalize.terms.table_writer import TableWriter

MODULE = {"imports": ["Init"], "entries": {}}


def small() -> list[dict[str, object]]:
    """A whole table: `axiom a : Sort 0` and `theorem t.{u} : (x : a) → x`, with a number and a text."""
    writer = TableWriter({"githash": "", "version": "4.35.0"}, MODULE)
    a, t, u, x = (writer.name(0, part) for part in "atux")
    level = writer.level("max", writer.level("succ", 0), writer.level("param", u))
    const = writer.term("const", a, (level,))
    pi = writer.term("forallE", x, 0, const, writer.term("bvar", 0))
    number = writer.term("app", writer.term("natVal", "18446744073709551616"), writer.term("strVal", "»\0é"))
    writer.declare("axiom", {"name": a, "levelParams": [], "type": writer.term("sort", 0), "isUnsafe": False})
    writer.declare("theorem", {"name": t, "levelParams": [u], "type": pi, "value": number, "all": [t]})
    return [json.loads(line) for line in writer.text().splitlines()]


def read(lines: list[dict[str, object]]) -> None:
    read_table("".join(json.dumps(line) + "\n" for line in lines).encode())


def test_what_is_written_is_read() -> None:
    table = read_table("".join(json.dumps(line) + "\n" for line in small()).encode())
    assert describe(table)["t"] == {"kind": "theorem", "safe": True, "levels": ["u"], "type": 2, "value": 5}
    assert to_nodes(table)[0] == ["const", "a", [["max", ["succ", ["zero"]], ["param", "u"]]]]
    assert to_nodes(table)[3:5] == [["nat", "18446744073709551616"], ["str", "»\0é"]]
    assert table.used(table.constants["t"]) == {"a"}


def change(lines: list[dict[str, object]], place: int, **changed: object) -> list[dict[str, object]]:
    made = [dict(line) for line in lines]
    made[place] = {**made[place], **changed}
    return made


def find(key: str) -> int:
    return next(place for place, line in enumerate(small()) if key in line)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("natVal", "007"),
        ("natVal", "-1"),
        ("natVal", "٣"),
        ("natVal", 3),
        ("natVal", "1" * (MAX_DIGITS + 1)),
        ("strVal", "\ud800"),
        ("strVal", None),
        ("bvar", -1),
        ("bvar", 1 << 20),
        ("bvar", True),
        ("bvar", 0.5),
        ("sort", 99),
        ("app", {"fn": 3, "arg": 5}),
        ("app", {"fn": 3, "arg": 4, "more": 0}),
        ("app", [3, 4]),
        ("const", {"name": 99, "us": []}),
        ("const", {"name": 1, "us": 0}),
        ("forallE", {"name": 4, "type": 0, "body": 1, "binderInfo": "other"}),
        ("max", [1]),
        ("succ", 7),
        ("axiom", {"name": 0, "levelParams": [], "type": 0, "isUnsafe": False}),
        ("axiom", {"name": 1, "levelParams": [3, 3], "type": 0, "isUnsafe": False}),
        ("axiom", {"name": 1, "levelParams": [], "type": 0, "isUnsafe": 0}),
        ("thm", {"name": 1, "levelParams": [], "type": 0, "value": 0, "all": []}),
        ("meta", {"format": {"version": "3.1.0"}}),
    ],
)
def test_a_value_out_of_form_is_malformed(key: str, value: object) -> None:
    read(small())
    with pytest.raises(Malformed):
        read(change(small(), find(key), **{key: value}))


@pytest.mark.parametrize("number", ["in", "il", "ie"])
def test_numbers_must_follow_one_another(number: str) -> None:
    place = find(number)
    for wrong in (0, 2, True, "1", None):
        if wrong != small()[place][number]:
            with pytest.raises(Malformed):
                read(change(small(), place, **{number: wrong}))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"{}\n",
        b"[]\n",
        b'{"meta": 1}\n',
        b'{"meta": {}, "meta": {}}\n',
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
        b'{"ie": NaN}\n',
    ],
)
def test_what_is_no_table_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        read_table(data)


def test_a_table_that_is_cut_or_doubled_is_malformed() -> None:
    lines = small()
    whole = "".join(json.dumps(line) + "\n" for line in lines).encode()
    for data in (whole[:-1], whole + whole, whole + b"\n"):
        with pytest.raises(Malformed):
            read_table(data)
    for place in range(1, len(lines)):
        twice = [*lines[: place + 1], *lines[place:]]
        with pytest.raises(Malformed):
            read(twice)


def test_a_level_that_doubles_is_malformed_before_anybody_walks_it() -> None:
    writer = TableWriter({"githash": "", "version": "4.35.0"}, MODULE)
    level = writer.level("param", writer.name(0, "u"))
    for _ in range(60):
        level = writer.level("max", level, writer.level("succ", level))
    with pytest.raises(Malformed, match="too large"):
        read_table(writer.text())


@given(st.lists(st.one_of(st.text(max_size=4), st.text("«».a1", max_size=4), st.integers(0, 9)), max_size=3))
def test_a_name_is_shown_so_that_no_other_is_shown_alike(parts: list[str | int]) -> None:
    shown = ".".join(map(show_part, parts))
    assert parse(shown) == parts


def parse(shown: str) -> list[str | int]:
    """The parts of a name, from what is shown."""
    parts: list[str | int] = []
    at = 0
    while at < len(shown):
        if shown[at] == "«":
            part, at = "", at + 1
            while shown[at] != "»" or shown[at : at + 2] == "»»":
                step = 2 if shown[at] == "»" else 1
                part, at = part + shown[at], at + step
            parts.append(part)
            at += 2
        else:
            end = shown.find(".", at)
            end = len(shown) if end < 0 else end
            word = shown[at:end]
            parts.append(int(word) if word.isdigit() and word.isascii() else word)
            at = end + 1
    return parts


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_random_changes_of_a_table_are_read_or_malformed_and_nothing_else(data: st.DataObject) -> None:
    text = bytearray("".join(json.dumps(line) + "\n" for line in small()).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(st.integers(0, 255))
    try:
        table = read_table(bytes(text))
    except Malformed:
        return
    assert len(to_nodes(table)) == len(table.terms)
