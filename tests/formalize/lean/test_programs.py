"""The Lean programs for a project's own Lean, as far as they can be tried without it: Lean's parser reads them."""

import re
from pathlib import Path

import pytest

from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.lean.parsing import PARSE_SOURCE
from curate.formalize.lean.readers import INSPECT_SOURCE
from curate.formalize.lean.toolchain import EXPORT_SOURCE

pytestmark = pytest.mark.lean

OF_THE_LIBRARY = (
    (r"^import .*", ""),
    (r"#\[", "["),
    (r"``(?=\w)", ""),
    (r"( \| \.\w+Info _)+ then", " then"),
    (r"\[(\w+|\([^()]*\))\]\?", ".get"),
)
"""Notation that Lean's library brings and curate's prelude lacks, and what stands in its place."""


@pytest.mark.parametrize("program", [PARSE_SOURCE, INSPECT_SOURCE, EXPORT_SOURCE], ids=lambda path: path.stem)
def test_a_program_for_a_projects_lean_is_lean(lean: EmbeddedLean, program: Path) -> None:
    text = program.read_text(encoding="utf-8")
    for notation, instead in OF_THE_LIBRARY:
        text = re.sub(notation, instead, text, flags=re.MULTILINE)
    parsed = lean.parse(text)
    assert not isinstance(parsed, str)
    assert not parsed.has_errors
    assert len(parsed.commands) > 10
