"""When the work of one patch stands in another: by its added lines, file by file."""

import pytest

from curate.schemas.mathlibpr.rules.elsewhere import added_lines, all_added_lines, is_telling, stands_in

DIFF = """diff --git a/M/A.lean b/M/A.lean
index 1..2 100644
--- a/M/A.lean
+++ b/M/A.lean
@@ -1,2 +1,4 @@
 import B
+++ not a header
+
+  theorem a : True := trivial
-old
diff --git a/M/B.lean b/M/B.lean
new file mode 100644
--- /dev/null
+++ b/M/B.lean
@@ -0,0 +1,2 @@
+diff --git a/x b/x
+theorem a : True := trivial
"""


def test_lines_are_told_by_file_and_a_line_that_looks_like_a_header_is_one() -> None:
    a, b = {"++ not a header", "theorem a : True := trivial"}, {"diff --git a/x b/x", "theorem a : True := trivial"}
    assert added_lines(DIFF, ["M/A.lean", "M/B.lean"]) == {"M/A.lean": a, "M/B.lean": b}
    assert a | b <= all_added_lines(DIFF)


@pytest.mark.parametrize(("common", "stands"), [(3, False), (4, True), (5, True)])
def test_four_fifths_of_the_lines_are_enough(common: int, stands: bool) -> None:
    lines = [f"line {number}" for number in range(5)]
    assert stands_in(lines, [*lines[:common], *map(str, range(99))]) is stands
    assert not stands_in([], lines)


def test_a_single_attribute_says_nothing() -> None:
    assert not is_telling(["@[simp]"])
    assert is_telling(["theorem a : True := trivial"])
