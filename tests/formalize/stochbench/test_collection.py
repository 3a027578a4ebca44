"""The shipped problems: what the set holds, that its records belong to its sources, and that Lean takes them."""

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from curate.formalize.lean.inspect import inspect
from curate.formalize.lean.open import open_lean
from curate.formalize.records.collection import (
    find_source,
    read_entries,
    read_library,
    render_answer,
    render_preamble,
    render_statement,
)
from curate.formalize.records.shipped import read_records, write_set
from curate.formalize.text.blocks import parse_blocks, select_blocks
from curate.schemas.errors import Refused
from curate.schemas.stochbench.folder import find_problems, read_recorded
from curate.schemas.stochbench.records import Topic
from curate.schemas.store.digest import digest_text

ENTRIES = {entry.id: entry for entry in read_entries()}
RECORDS = {problem.id: problem for problem in read_records()}


def test_the_set_has_what_was_promised() -> None:
    on = Counter(entry.library for entry in ENTRIES.values())
    assert len(ENTRIES) == len(RECORDS) >= 120
    assert on["prelude"] >= 60
    assert on["mathlib"] >= 60
    topics = Counter(entry.topic for entry in ENTRIES.values())
    assert min(topics[topic] for topic in get_args(Topic)) >= 8
    answers = Counter(entry.settled for entry in ENTRIES.values())
    assert answers["proof"] >= 50
    assert answers["disproof"] >= 5


def test_every_record_belongs_to_its_source() -> None:
    assert list(RECORDS) == list(ENTRIES)
    for name, entry in ENTRIES.items():
        problem, preamble = RECORDS[name], render_preamble(entry)
        assert problem.text_sha256 == digest_text(render_statement(entry)), name
        assert problem.preamble_sha256 == (digest_text(preamble) if preamble else None), name
        shown = (problem.title, problem.informal_statement, problem.topic, problem.representation, problem.pair)
        assert shown == (entry.title, entry.informal, entry.topic, entry.representation, entry.pair), name
        assert problem.source == find_source(entry)


def test_pairs_lead_both_ways_between_the_two_representations_of_one_topic() -> None:
    pairs = [(one, RECORDS[one.pair]) for one in RECORDS.values() if one.pair]
    assert len(pairs) >= 60
    for one, other in pairs:
        assert other.pair == one.id
        assert one.topic == other.topic
        assert {one.representation, other.representation} == {"literal", "abstract"}


def test_every_hypothesis_is_tagged_so_that_every_record_is_rated() -> None:
    assert [one.id for one in RECORDS.values() if one.gift is None] == []
    assert all(one.gift_reason for one in RECORDS.values())


def test_status_says_what_a_record_is_for() -> None:
    for name, problem in RECORDS.items():
        entry = ENTRIES[name]
        expected = "draft" if entry.library == "mathlib" else "archived" if entry.settled == "disproof" else "active"
        assert problem.status == expected, name
        answers = {one.check: one.answer for one in problem.checks}
        assert (answers["disproved"] == "proven") == (entry.settled == "disproof"), name
        if entry.library == "mathlib":
            assert set(answers.values()) == {"unknown"}, name
        else:
            assert answers["vacuous"] == answers["trivial"] == "not_found", name


def test_a_preamble_holds_the_definitions_that_the_statement_names_and_no_others() -> None:
    library = parse_blocks("/-- A. -/\ndef a : Nat := 0\n\ndef Far.b : Nat := a\n\ndef c : Nat := 1")
    assert [block.name for block in select_blocks("theorem x : b = 0 -- c", library)] == ["a", "Far.b"]
    with pytest.raises(ValueError, match="declares nothing"):
        parse_blocks("open Nat")


def test_every_definition_of_the_libraries_says_in_words_what_it_is() -> None:
    for name in ("Discrete", "Stoch"):
        assert [block.name for block in read_library(name) if not block.text.startswith("/--")] == []


def test_the_set_is_written_as_records_and_never_over_others(tmp_path: Path) -> None:
    assert write_set(tmp_path) == len(find_problems(tmp_path)) == len(RECORDS)
    for folder in find_problems(tmp_path)[:20]:
        assert read_recorded(folder)[0] == RECORDS[folder.name]
    assert (tmp_path / "maximal-inequality" / "proof.lean").is_file()
    assert (tmp_path / "product-of-fair-capitals" / "disproof.lean").is_file()
    with pytest.raises(Refused, match="name an empty folder"):
        write_set(tmp_path)


@pytest.mark.lean
@pytest.mark.parametrize("name", ["maximal-inequality", "reflection-principle", "little-law", "hitting-is-minimal"])
def test_a_shipped_proof_is_one_of_the_recorded_statement(name: str) -> None:
    answer = render_answer(ENTRIES[name], ENTRIES)
    assert answer is not None
    inspection = inspect(open_lean(None), answer.text)
    proved = inspection.statement(RECORDS[name].theorem)
    assert inspection.unclean(RECORDS[name].theorem) is None
    assert proved is not None
    assert proved.digest == RECORDS[name].statement_digest


@pytest.mark.lean
def test_every_property_of_the_prelude_s_library_holds_somewhere_and_fails_at_a_near_miss() -> None:
    library, examples = read_library("Discrete"), read_library("DiscreteExamples")
    named = select_blocks("\n".join(block.text for block in examples), library)
    properties = {block.name for block in library if re.search(r"Prop(?: :=|\n)", block.text)}
    assert len(properties) >= 9
    assert properties <= {block.name for block in named}
    inspection = inspect(open_lean(None), "\n\n".join(block.text for block in (*named, *examples)))
    assert [inspection.unclean(block.name) for block in examples] == [None] * len(examples)
