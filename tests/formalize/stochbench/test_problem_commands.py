"""`curate problems` on a folder of records: counted, paired, reviewed, probed, imported; and what signatures forbid."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from curate import cli
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.records.collection import Entry, read_entries, render_preamble, render_statement
from curate.formalize.records.draft import Header, render_draft
from curate.formalize.records.problems import write_problem
from curate.formalize.records.shipped import read_records
from curate.schemas.stochbench.folder import read_problem
from curate.schemas.stochbench.records import standing_reviews
from curate.standins.models import serve

Run = Callable[..., tuple[int, str, str]]
ENTRIES = {entry.id: entry for entry in read_entries()}
RECORDS = {problem.id: problem for problem in read_records()}
PAIR = ("memoryless-waiting-times", "coupling-inequality", "coupling-inequality-abstract", "chernoff-bound")
WORK = ("--work", "StochBench", "--author", "Its authors", "--year", "2026", "--licence", "unknown")


@pytest.fixture
def run(
    lean: EmbeddedLean,
    lean_cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Runs `curate` in a folder that holds four of the shipped records: exit code, stdout, stderr."""
    monkeypatch.setenv("CURATE_CACHE", str(lean_cache))
    monkeypatch.chdir(tmp_path)
    for name in PAIR:
        write_problem(Path("problems"), RECORDS[name], render_statement(ENTRIES[name]))

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["curate", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        return int(ended.value.code or 0), printed.out, printed.err

    return call


def test_records_are_listed_and_counted_as_json(run: Run) -> None:
    code, out, _ = run("problems", "list", "--json")
    rows = {row["id"]: row for row in json.loads(out)}
    assert code == 0
    assert set(rows) == set(PAIR)
    assert rows["chernoff-bound"]["library"] == "signatures efe911a4"
    assert rows["coupling-inequality"]["pair"] == "coupling-inequality-abstract"
    code, out, _ = run("problems", "stats", "--json")
    assert sum(row["count"] for row in json.loads(out)) == len(PAIR)
    assert {"topic", "representation", "library", "gift", "status", "count"} == set(json.loads(out)[0])


def test_each_record_is_checked_with_what_it_was_made_with(run: Run) -> None:
    code, _, err = run("problems", "check", "--timeout", "300")
    assert code == 0
    assert "4 of 4 as recorded; embedded, signatures efe911a4" in err


def test_pairs_are_listed_and_a_link_that_leads_nowhere_is_told(run: Run) -> None:
    code, out, _ = run("problems", "pair", "--json")
    assert (code, [row["literal"] for row in json.loads(out)]) == (1, ["coupling-inequality"])
    write_problem(
        Path("problems"),
        RECORDS["chernoff-bound"].model_copy(update={"pair": None}),
        render_statement(ENTRIES["chernoff-bound"]),
    )
    assert run("problems", "pair")[0] == 0
    code, _, err = run("problems", "pair", "coupling-inequality", "chernoff-bound")
    assert (code, "both literal" in err) == (4, True)
    code, _, err = run("problems", "pair", "chernoff-bound", "memoryless-waiting-times")
    assert (code, "a pair states one fact" in err) == (4, True)


def test_a_record_on_signatures_is_never_made_active(run: Run) -> None:
    code, _, err = run("problems", "activate", "chernoff-bound", "--by", "Ann", "--why", "it looks right")
    assert code == 4
    assert "not checked in Mathlib, nothing proved" in err
    assert read_problem(Path("problems/chernoff-bound")).status == "draft"


Edit = Callable[[str], str]
ODD: dict[str, tuple[Edit, str]] = {
    "no TOML": (lambda text: "id = [", "is not TOML"),
    "nothing": (lambda text: "", "is not a problem record"),
    "another id": (lambda text: text.replace('id = "coupling-inequality"', 'id = "名"', 1), "String should match"),
    "a twin's id": (lambda text: text.replace('id = "coupling-inequality"', 'id = "other"', 1), "rename one of them"),
    "a gift that is none": (lambda text: text.replace("gift = ", "gift = 9", 1), "is not a problem record: gift"),
    "paired with itself": (lambda text: text.replace("inequality-abstract", "inequality"), "paired with itself"),
    "a signature in use": (lambda text: text.replace('implementation = "embedded"', 'implementation = "signatures"'),
                           "only a draft may be that"),
}  # fmt: skip


EVERY = [
    ("list",),
    ("stats",),
    ("pair",),
    ("quiz",),
    *((name, "coupling-inequality") for name in ("show", "check", "review")),
    ("archive", "coupling-inequality", "--by", "A", "--why", "b"),
]


@pytest.mark.parametrize("name", list(ODD))
def test_a_record_edited_by_hand_is_refused_by_every_command_with_what_is_wrong(run: Run, name: str) -> None:
    path = Path("problems/coupling-inequality/problem.toml")
    edit, words = ODD[name]
    path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")
    for command in EVERY:
        code, _, err = run("problems", *command)
        assert (code, words in err, "Traceback" in err) == (4, True, False), (command, err)


def test_a_record_whose_parts_contradict_each_other_is_not_as_recorded(run: Run) -> None:
    plain, text = RECORDS["coupling-inequality"], render_statement(ENTRIES["coupling-inequality"])
    for update, words in (
        ({"statement_digest": "0" * 64}, "its statement_digest is not the one that its history ends with"),
        ({"gift": 3}, "its gift is 3, and its hypotheses give"),
        ({"gift_reason": None}, "its gift has no reason"),
    ):
        write_problem(Path("problems"), plain.model_copy(update=update), text)
        code, out, _ = run("problems", "check", "coupling-inequality")
        assert (code, words in out) == (1, True), out


def test_a_review_shows_the_lean_before_the_words_and_a_word_on_it_expires_with_the_statement(run: Run) -> None:
    code, out, _ = run("problems", "review", "coupling-inequality-abstract")
    assert code == 0
    assert out.index("theorem coupling_inequality_abstract") < out.index("what the words say")
    assert "without h_cover" in out
    code, _, _ = run(
        "problems", "review", "coupling-inequality", "--mark", "faithful", "--by", "Ann", "--why", "read it"
    )
    marked = read_problem(Path("problems/coupling-inequality"))
    assert (code, [one.by for one in standing_reviews(marked)]) == (0, ["Ann"])
    assert standing_reviews(marked.model_copy(update={"statement_digest": "0" * 64})) == ()
    assert run("problems", "review", "coupling-inequality", "--mark", "faithful")[0] == 2


def test_a_model_reads_the_lean_without_the_words(run: Run) -> None:
    with serve(["For all sets, a count is at most two counts."]) as stand_in:
        _, out, _ = run(
            "problems", "review", "coupling-inequality", "--model", "reader", "--base-url", f"{stand_in.base_url}/v1"
        )
    asked = json.dumps(stand_in.requests, ensure_ascii=False)
    assert "a count is at most two counts" in out
    assert "theorem coupling_inequality" in asked
    assert RECORDS["coupling-inequality"].informal_statement not in asked


def test_planted_near_misses_give_a_reader_a_miss_rate(run: Run) -> None:
    code, _, _ = run("problems", "quiz", "--count", "3", "--seed", "1")
    key = [json.loads(line) for line in Path("quiz/key.jsonl").read_text(encoding="utf-8").splitlines()]
    sheets = Path("quiz/sheets.jsonl").read_text(encoding="utf-8")
    planted = sum(one["planted"] is not None for one in key)
    assert (code, len(key)) == (0, 3)
    assert planted > 0
    assert not any(one["problem"] in sheets for one in key)
    lines = [json.dumps({"sheet": one["sheet"], "verdict": "faithful"}) for one in key]
    Path("answers.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    code, out, _ = run("problems", "quiz", "--score", "answers.jsonl", "--json")
    assert (code, json.loads(out)["missed"], json.loads(out)["miss_rate"]) == (0, planted, 1.0)
    assert run("problems", "quiz")[0] == 4


def test_a_statement_that_a_tactic_closes_is_noted_once(run: Run) -> None:
    text = "theorem plain (n : Nat) (h : n ≤ 3) : n ≤ 3 := by sorry\n"
    header = Header.model_validate(
        {
            "id": "plain",
            "title": "Plain",
            "informal": "A number that is at most 3 is at most 3.",
            "topic": "markov-chains",
            "representation": "abstract",
            "source": RECORDS["chernoff-bound"].source,
            "hypotheses": {"h": "conclusion: it is the claim"},
        }
    )
    Path("plain.lean").write_text(render_draft(header, text), encoding="utf-8")
    assert run("formalize", "plain.lean", "--accept")[0] == 0
    made = read_problem(Path("problems/plain"))
    assert (made.gift, made.hypotheses[0].by) == (3, "rule")
    code, _, err = run("problems", "check", "plain", "--probe")
    assert (code, "simp_all closes it since Lean" in err) == (0, True)
    run("problems", "check", "plain", "--probe")
    assert [one.tactic for one in read_problem(Path("problems/plain")).closed] == ["simp_all"]


def test_a_draft_on_signatures_says_what_it_is_worth(run: Run) -> None:
    entry: Entry = ENTRIES["chernoff-bound"]
    header = Header.model_validate(
        {
            "id": "again",
            "title": entry.title,
            "informal": entry.informal,
            "topic": entry.topic,
            "representation": entry.representation,
            "preamble": render_preamble(entry),
            "source": RECORDS["chernoff-bound"].source,
        }
    )
    code = entry.statement.replace("chernoff_bound", "again")
    Path("again.lean").write_text(render_draft(header, code), encoding="utf-8")
    assert run("formalize", "again.lean", "--library", "signatures:efe911a4")[0] == 0
    made = read_problem(Path("problems/again"))
    assert made.environment.label.endswith("not checked in Mathlib, nothing proved")
    assert {one.answer for one in made.checks} == {"unknown"}
    assert made.status == "draft"
    code_, _, err = run("formalize", "again.lean", "--library", "signatures:12345678")
    assert (code_, "there are no signatures of Mathlib 12345678" in err) == (4, True)


def test_published_rows_become_drafts_and_what_is_left_out_is_said_row_by_row(run: Run) -> None:
    rows = [
        {
            "question_id": 7,
            "problem_name": "walks_and_bounds",
            "informal_statement": "A walk that moves by at most one is no farther than its time.",
            "lean_statement": "theorem q7 (n : Nat) (h : ∀ m, m < n → m + 1 ≤ n) : n ≤ n + 1 := by sorry",
            "true_to_source": "literal",
            "proof": "theorem q7 : True := trivial",
            "time_seconds": 40,
            "topic": "Random walk/LD",
        },
        {"question_id": 8, "problem_name": "no_lean", "lean_statement": None, "topic": "Poisson"},
        {"question_id": 9, "problem_name": "odd", "lean_statement": "theorem x : True := by sorry", "topic": "Cooking"},
    ]
    rows[0]["topic"] = "Random walk & LD"
    Path("rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    code, out, _ = run("problems", "import", "rows.jsonl", *WORK, "--json")
    said = {row["name"]: row for row in json.loads(out)}
    assert code == 0
    assert said["walks_and_bounds"]["id"] == "walks-and-bounds"
    assert "time_seconds" in said["walks_and_bounds"]["unmapped"][0]
    assert said["no_lean"]["unmapped"] == ["lean_statement is empty"]
    assert "none of the eight" in said["odd"]["unmapped"][0]
    assert sorted(path.name for path in Path("drafts").iterdir()) == [
        "walks-and-bounds.lean",
        "walks-and-bounds.proof.lean",
    ]
    assert run("problems", "import", "rows.jsonl", *WORK)[0] == 4


def test_lean_files_become_drafts_with_their_docstrings_as_words(run: Run) -> None:
    Path("files").mkdir()
    Path("files/Walk.lean").write_text(
        "import FormalConjecturesUtil\n\nnamespace Walk\n\n/-- A walk returns to its start. -/\n"
        "@[category research open, AMS 60]\ntheorem returns (n : Nat) (h : n < 3) : n ≤ 3 := by\n  sorry\n\n"
        "/-- What is it? -/\n@[category research]\ntheorem asks : answer(sorry) ↔ True := by\n  sorry\n\nend Walk\n"
    )
    code, out, _ = run("problems", "import", "files", "--topic", "random-walks-and-large-deviations", *WORK)
    draft = Path("drafts/walk-returns.lean").read_text(encoding="utf-8")
    assert code == 0
    assert "asks for an answer" in out
    assert 'informal = "A walk returns to its start."' in draft
    assert "namespace Walk" in draft
    assert draft.rstrip().endswith("sorry")
    assert run("problems", "import", "files", *WORK)[0] == 2
