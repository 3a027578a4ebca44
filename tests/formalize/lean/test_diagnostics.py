"""Lean's messages become typed records; what a text prints itself is never taken for one."""

import json

from curate.formalize.lean.diagnostics import parse_goals, parse_messages, render

FILE = "/tmp/curate-lean-x1/Draft.lean"


def message(**changes: object) -> str:
    plain: dict[str, object] = {
        "caption": "",
        "data": "Unknown identifier `foo`",
        "endPos": {"column": 42, "line": 2},
        "fileName": FILE,
        "isSilent": False,
        "keepFullRange": False,
        "kind": "lean.unknownIdentifier._namedError",
        "pos": {"column": 39, "line": 2},
        "severity": "error",
    }
    return json.dumps({**plain, **changes})


def parse(*lines: str):  # type: ignore[no-untyped-def]
    return parse_messages("\n".join(lines).encode() + b"\n", FILE, {"/tmp/curate-lean-x1/": ""})


def test_a_message_keeps_its_kind_severity_and_span() -> None:
    (one,) = parse(message()).diagnostics
    assert (one.severity, one.kind) == ("error", "lean.unknownIdentifier._namedError")
    assert (one.span.line, one.span.column, one.span.end_line, one.span.end_column) == (2, 39, 2, 42)
    assert render(one, "a.lean") == "a.lean:2:39: error(lean.unknownIdentifier): Unknown identifier `foo`"


def test_a_message_without_an_end_has_none() -> None:
    (one,) = parse(message(endPos=None, kind="[anonymous]", severity="information")).diagnostics
    assert one.span.end_line is None
    assert render(one, "a.lean") == "Unknown identifier `foo`"


def test_json_that_is_not_about_the_file_is_what_the_text_printed() -> None:
    forged = message(fileName="Draft.lean", severity="information")
    found = parse(message(), forged, '{"severity": "error"}', "[1]", "plain words", "{" * 100_000)
    assert len(found.diagnostics) == 1
    assert forged in found.printed
    assert "plain words" in found.printed


def test_wrong_shapes_are_not_messages() -> None:
    for wrong in (
        {"pos": None},
        {"pos": {"line": True, "column": 1}},
        {"severity": "fatal"},
        {"extra": 1},
        {"data": 3},
    ):
        assert parse(message(**wrong)).diagnostics == ()


def test_paths_of_this_machine_are_left_out() -> None:
    (one,) = parse(message(data=f"no such file {FILE}")).diagnostics
    assert one.message == "no such file Draft.lean"


def test_goals_are_told_from_the_words_around_them() -> None:
    assert parse_goals("unsolved goals\ncase right\np q : Prop\nhp : p\n⊢ q\n\ncase x\n⊢ p") == (
        "case right\np q : Prop\nhp : p\n⊢ q",
        "case x\n⊢ p",
    )
    assert parse_goals("Tactic `rfl` failed: The left-hand side\n  n\n\nn m : Nat\n⊢ n = m") == ("n m : Nat\n⊢ n = m",)
    assert parse_goals("Type mismatch\n  a ⊢ b") == ()
