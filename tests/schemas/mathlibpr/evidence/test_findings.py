"""The checks on a change: each fires on what it names, and not on its neighbour."""

from datetime import date

import pytest

from curate.schemas.mathlibpr.evidence.change import Change, assemble_change
from curate.schemas.mathlibpr.evidence.findings import CHECKS, NO_DIFF, check_change
from curate.schemas.mathlibpr.evidence.hunks import new_sides
from curate.schemas.mathlibpr.evidence.lean_file import LeanFile, parse_lean
from curate.schemas.mathlibpr.evidence.measures import Finding
from curate.schemas.mathlibpr.evidence.tree import BlobChange, TreeIndex

BASE = {
    "Mathlib/A.lean": "/-! # A -/\ntheorem a.one (x : ℕ) (h : 0 < x) (k : x < 100) : x ≠ 0 := h.ne'\n",
    "Mathlib/B.lean": "import Mathlib.A\n/-! # B -/\ntheorem b.two (p q : Prop) (hp : p) (hq : q) : p ∧ q := ⟨hp, hq⟩\n"
    '@[deprecated a.one (since := "2024-01-01")] alias b.old := a.one\n',
    "Mathlib/C.lean": "import Mathlib.B\n/-! # C -/\n/-- A constant. -/\ndef c.three : ℕ := 3\n",
    "Mathlib/D.lean": "/-! # D -/\n",
}


def index(files: dict[str, str]) -> TreeIndex:
    parsed = {path: parse_lean(text.encode()) for path, text in files.items()}
    tree = TreeIndex(parsed.get)
    tree.move(BlobChange(path, None, path) for path in files)
    return tree


def unified(path: str, text: str) -> str:
    lines = text.split("\n")[:-1]
    body = "".join(f"+{line}\n" for line in lines)
    return f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -0,0 +1,{len(lines)} @@\n{body}"


def change(
    new: dict[str, str | None], moved: dict[str, str] | None = None, day: date = date(2025, 1, 1), lines: bool = True
) -> Change:
    """The change of `BASE` to `new` (None: gone); every line of a touched file counts as added."""
    files: list[tuple[str | None, str, LeanFile | None, LeanFile | None]] = []
    for path, text in new.items():
        previous = (moved or {}).get(path, path if path in BASE else None)
        before = parse_lean(BASE[previous].encode()) if previous else None
        files.append((previous, path, before, parse_lean(text.encode()) if text is not None else None))
    diff = "".join(unified(path, text or "") for path, text in new.items())
    return assemble_change(files, diff if lines else None, list(new), index(BASE), day)


def found(one: Change, check: str) -> Finding:
    return next(finding for finding in check_change(one) if finding.check == check)


@pytest.mark.parametrize(
    ("check", "new", "value", "place"),
    [
        ("imports-added", {"Mathlib/D.lean": "import Mathlib.A\n"}, 1, "Mathlib/D.lean Mathlib.A"),
        ("imports-removed", {"Mathlib/B.lean": BASE["Mathlib/B.lean"].replace("import Mathlib.A\n", "")}, 1,
         "Mathlib/B.lean Mathlib.A"),
        ("imports-redundant", {"Mathlib/D.lean": "import Mathlib.A\nimport Mathlib.C\n"}, 1,
         "Mathlib/D.lean Mathlib.A"),
        ("imports-redundant", {"Mathlib/D.lean": "import Mathlib.C\n"}, 0, None),
        ("imports-growth", {"Mathlib/D.lean": "import Mathlib.C\n"}, 3, "Mathlib/D.lean 0 → 3"),
        ("imports-large", {"Mathlib/B.lean": "import Mathlib.A\nimport Mathlib.D\n"}, 1, "Mathlib/B.lean 1 → 2"),
        ("declarations-added", {"Mathlib/D.lean": "theorem d : 1 = 1 := rfl\n"}, 1, "Mathlib/D.lean:1 d"),
        ("declarations-removed", {"Mathlib/C.lean": "/-! # C -/\n"}, 1, "Mathlib/C.lean:4 c.three"),
        ("removed-undeprecated", {"Mathlib/C.lean": "/-! # C -/\n"}, 1, "Mathlib/C.lean:4 c.three"),
        ("removed-undeprecated", {"Mathlib/B.lean": BASE["Mathlib/B.lean"].rpartition("@[")[0]}, 0, None),
        ("declarations-moved", {"Mathlib/C.lean": "", "Mathlib/D.lean": "/-- Three. -/\ndef c.three : ℕ := 3\n"}, 1,
         "Mathlib/C.lean → Mathlib/D.lean:2 c.three"),
        ("declarations-renamed", {"Mathlib/A.lean": BASE["Mathlib/A.lean"].replace("a.one", "a.uno")}, 1,
         "Mathlib/A.lean:2 a.one → a.uno"),
        ("duplicate-names", {"Mathlib/D.lean": "theorem a.one : True := trivial\n"}, 1, "Mathlib/D.lean:1 a.one"),
        ("duplicate-statements",
         {"Mathlib/D.lean": "lemma d (x : ℕ) (h : 0 < x)\n    (k : x < 100) :\n    x ≠ 0 := by omega\n"}, 1,
         "Mathlib/D.lean:1 d = a.one in Mathlib/A.lean"),
        ("duplicate-statements", {"Mathlib/A.lean": BASE["Mathlib/A.lean"].replace("a.one", "a.uno")}, 0, None),
        ("definitions-undocumented", {"Mathlib/D.lean": "def d : ℕ := 0\n"}, 1, "Mathlib/D.lean:1 d"),
        ("definitions-undocumented", {"Mathlib/D.lean": "/-- Nought. -/\ndef d : ℕ := 0\n"}, 0, None),
        ("definitions-undocumented", {"Mathlib/D.lean": "private def d : ℕ := 0\n"}, 0, None),
        ("files-without-docstring", {"Mathlib/X/E.lean": "theorem e : 1 = 1 := rfl\n"}, 1, "Mathlib/X/E.lean"),
        ("files-without-copyright", {"Mathlib/X/E.lean": "/-! # E -/\n"}, 1, "Mathlib/X/E.lean"),
        ("theorems-capitalised", {"Mathlib/D.lean": "theorem X.Foo : 1 = 1 := rfl\n"}, 1, "Mathlib/D.lean:1 X.Foo"),
        ("definitions-snake-case", {"Mathlib/D.lean": "def X.foo_bar : ℕ := 1\n"}, 1, "Mathlib/D.lean:1 X.foo_bar"),
        ("names-primed", {"Mathlib/D.lean": "theorem x' : 1 = 1 := rfl\n"}, 1, "Mathlib/D.lean:1 x'"),
        ("names-unspoken", {"Mathlib/D.lean": "theorem mul_eq : 1 = 1 := rfl\n"}, 1, "Mathlib/D.lean:1 mul_eq: mul"),
        ("files-added", {"Mathlib/X/E.lean": "/-! # E -/\n"}, 1, "Mathlib/X/E.lean"),
        ("files-at-the-top", {"Mathlib/E.lean": "/-! # E -/\n"}, 1, "Mathlib/E.lean"),
        ("files-removed", {"Mathlib/D.lean": None}, 1, "Mathlib/D.lean"),
        ("files-over-1000-lines", {"Mathlib/D.lean": "\n" * 1001}, 1, "Mathlib/D.lean 1001 lines"),
        ("erw", {"Mathlib/D.lean": "-- erw\ntheorem d : a := by\n  erw [foo]\n"}, 1, "Mathlib/D.lean:3"),
        ("todos", {"Mathlib/D.lean": "/-! TODO: more -/\n"}, 1, "Mathlib/D.lean:1"),
        ("linters-off", {"Mathlib/D.lean": "set_option linter.all false in\n"}, 1, "Mathlib/D.lean:1"),
        ("simps-open", {"Mathlib/D.lean": "theorem d : a := by\n  simp\n  ring\n"}, 1, "Mathlib/D.lean:2"),
        ("simps-open", {"Mathlib/D.lean": "theorem d : a := by\n  simp only [x]\n  ring\n  simp\n"}, 0, None),
        ("deprecated-used", {"Mathlib/D.lean": "theorem d : x ≠ 0 := b.old x h\n"}, 1, "Mathlib/D.lean:1 b.old"),
        ("longest-proof", {"Mathlib/D.lean": "theorem d : a := by\n  simp\n  ring\n"}, 3, "Mathlib/D.lean:1 d: 3"),
    ],
)  # fmt: skip
def test_a_check_sees_what_it_names(check: str, new: dict[str, str | None], value: int, place: str | None) -> None:
    finding = found(change(new), check)
    assert finding.value == value
    assert finding.where == ((place,) if place else ())


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("x" * 101, "LIN"), ("  by", "IBY"), ("foo ; bar", "SEM"), ("foo\r", "WIN"), ("foo ", "TWS"),
        ("  : foo", "CLN"),
        ("  rw [←foo]", "ARR"), ("where", "IWH"), ("-- Adaptation note: x", "ADN"),
    ],
)  # fmt: skip
def test_a_style_rule_holds_from_its_day_on(line: str, code: str) -> None:
    text = {"Mathlib/D.lean": f"foo\n{line}\n"}
    assert found(change(text), "style").detail == f"{code} 1"
    early = found(change(text, day=date(2022, 1, 1)), "style")
    assert (early.value, early.detail) == (0, None)


@pytest.mark.parametrize("line", ["-- " + "x" * 60, "  exact ← foo", "", "a :: b", "by simp", "http" + "x" * 120])
def test_a_line_in_order_breaks_no_style_rule(line: str) -> None:
    assert found(change({"Mathlib/D.lean": f"foo\n{line}\n"}), "style").value == 0


def test_every_change_has_the_same_checks_in_the_same_order() -> None:
    names = [check.name for check in CHECKS]
    assert len(set(names)) == len(names)
    for one in (change({}), change({"Mathlib/D.lean": None}), change({"Mathlib/D.lean": "x\n"}, lines=False)):
        assert [finding.check for finding in check_change(one)] == names


def test_what_needs_the_diff_is_not_known_without_it() -> None:
    findings = check_change(change({"Mathlib/D.lean": "theorem d : a := by\n  erw [x]\n"}, lines=False))
    unknown = {one.check for one in findings if one.value is None}
    assert unknown == {check.name for check in CHECKS if check.needs_lines}
    assert all(one.detail == NO_DIFF for one in findings if one.value is None)


def test_a_renamed_file_moves_no_declaration() -> None:
    one = change({"Mathlib/X/C.lean": BASE["Mathlib/C.lean"]}, moved={"Mathlib/X/C.lean": "Mathlib/C.lean"})
    assert found(one, "declarations-moved").value == 0
    assert found(one, "declarations-removed").value == 0
    assert found(one, "files-added").value == 0


def test_lines_that_look_like_a_diffs_own_are_content() -> None:
    diff = (
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n diff --git a/y b/y\n+@@ -1 +1 @@\n+++ b/z\n--- gone\n"
    )
    (side,) = new_sides(diff)
    assert [(line.number, line.text, line.added) for line in side] == [
        (1, "diff --git a/y b/y", False), (2, "@@ -1 +1 @@", True), (3, "++ b/z", True),
    ]  # fmt: skip
