"""`curate formalize` and `curate problems` from the shell: what is written, what is said, and the exit code."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from curate import cli
from curate.formalize.lean.embedded import EmbeddedLean
from curate.formalize.records.draft import parse_draft, render_draft, render_template
from curate.formalize.records.examples import list_shipped, read_shipped, write_examples
from curate.releases.tables import read_rows
from curate.schemas.stochbench.folder import read_problem
from curate.standins.models import Fault, serve

Run = Callable[..., tuple[int, str]]
TEMPLATE = parse_draft(render_template("first-steps").encode())
GOOD = "theorem first_steps (f : Nat → Nat) (h : ∀ m, f (m + 1) = f m) : ∀ n, f n = f 0 := by sorry"
UNKNOWN = GOOD.replace("f 0 :=", "foo 0 :=")

pytestmark = pytest.mark.lean


@pytest.fixture
def run(
    lean: EmbeddedLean,
    lean_cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Runs `curate` in a folder of its own; gives the exit code and all that was printed."""
    monkeypatch.setenv("CURATE_CACHE", str(lean_cache))
    for name in [name for name in os.environ if name.endswith("_API_KEY") or name == "CURATE_MODEL"]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["curate", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        return int(ended.value.code or 0), printed.out + printed.err

    return call


def write_draft(code: str, preamble: str | None = None) -> Path:
    path = Path("draft.lean")
    header = TEMPLATE.header.model_copy(update={"preamble": preamble})
    path.write_text(render_draft(header, code), encoding="utf-8")
    return path


def answer(statement: str) -> str:
    return json.dumps({"statement": statement, "why": "because"})


def attempts(problem_id: str = "first-steps") -> list[dict[str, object]]:
    lines = [
        line for path in Path("problems", problem_id, "attempts").iterdir() for line in path.read_text().splitlines()
    ]
    return [json.loads(line) for line in lines]


def test_a_draft_is_begun_filled_in_and_recorded(run: Run) -> None:
    assert run("problems", "new", "first-steps")[0] == 0
    path = Path("first-steps.lean")
    assert run("problems", "new", "first-steps")[0] == 4
    path.write_text(path.read_text().replace("theorem first_steps (n : Nat) : n = n := by sorry", GOOD))
    before = path.read_bytes()
    code, said = run("formalize", "first-steps.lean")
    assert code == 0, said
    assert path.read_bytes() == before
    assert run("problems", "check")[0] == 0


def test_a_record_is_activated_and_archived_by_name_and_reason_and_can_then_be_released(run: Run) -> None:
    write_draft(GOOD)
    assert run("formalize", "draft.lean")[0] == 0
    code, said = run("release", "problems", "problems", "--out", "built")
    assert code == 4
    assert "curate problems activate" in said
    assert run("problems", "archive", "first-steps", "--by", "Ada", "--why", "dull")[0] == 4
    assert run("problems", "activate", "first-steps", "--by", " ", "--why", "read it twice")[0] == 2
    assert run("problems", "activate", "first-steps", "--by", "Ada", "--why", "read it twice")[0] == 0
    assert run("problems", "activate", "first-steps", "--by", "Ada", "--why", "read it twice")[0] == 4
    assert run("problems", "check")[0] == 0
    code, said = run("release", "problems", "problems", "--out", "built")
    assert code == 0, said
    assert run("problems", "archive", "first-steps", "--by", "Ben", "--why", "it is in the library now")[0] == 0
    history = read_problem(Path("problems/first-steps")).history
    assert [(entry.status, entry.by, entry.reason) for entry in history] == [
        ("draft", None, "formalized"),
        ("active", "Ada", "read it twice"),
        ("archived", "Ben", "it is in the library now"),
    ]
    assert Path("problems/first-steps/problem.toml").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize(
    "options",
    [("--record", "a.jsonl"), ("--base-url", "http://127.0.0.1:1"), ("--max-cost", "1"), ("--price-in", "1")],
)
def test_an_option_about_a_model_without_a_model_is_refused(run: Run, options: tuple[str, str]) -> None:
    write_draft(GOOD)
    assert run("formalize", "draft.lean", *options)[0] == 2


def test_how_a_statement_was_repaired_is_released_only_when_asked_for(run: Run) -> None:
    write_draft(GOOD.replace("Nat → Nat", "nat → Nat"))
    assert run("formalize", "draft.lean")[0] == 0
    assert run("problems", "activate", "first-steps", "--by", "Ada", "--why", "read it twice")[0] == 0
    assert run("release", "problems", "problems", "--out", "without")[0] == 0
    assert not Path("without/repairs").exists()
    assert run("release", "problems", "problems", "--out", "with", "--repairs")[0] == 0
    (row,) = read_rows(Path("with/repairs/test-00000-of-00001.parquet"))
    assert "Unknown identifier `nat`" in row["message"]
    assert "-theorem first_steps (f : nat → Nat)" in row["edit"]
    assert (row["made_by"], row["name"], row["doubt"], row["outcome"]) == ("rule", "known-spelling", None, "elaborates")
    assert row["repaired"].strip() == GOOD
    assert run("release", "check", "with")[0] == 0


@pytest.mark.parametrize(
    "code",
    [
        GOOD.replace("theorem", "def"),
        GOOD.replace("theorem first_steps", "example"),
        GOOD.replace("sorry", "intro n; induction n; sorry"),
    ],
)
def test_a_statement_under_another_word_and_a_proof_that_was_begun_become_a_theorem_with_one_hole(
    run: Run, code: str
) -> None:
    write_draft(code)
    assert run("formalize", "draft.lean")[0] == 0
    assert Path("problems/first-steps/statement.lean").read_text().strip() == GOOD


@pytest.mark.parametrize(
    ("name", "doubt"),
    [
        ("birth-death-balance", None),
        ("one-time-of-ruin", None),
        ("lazy-walk-range", "`List` has `length`, not `size`"),
        ("overshoot-is-bounded", "a `(` is still open"),
    ],
)
def test_a_shipped_draft_with_faults_is_repaired_with_no_model_and_a_doubtful_repair_is_asked_about(
    run: Run, name: str, doubt: str | None
) -> None:
    write_examples(Path("drafts"))
    code, said = run("formalize", f"drafts/{name}.lean")
    if doubt is not None:
        assert code == 4
        assert f"{doubt}: the edit may change what the statement says" in said
        code, said = run("formalize", f"drafts/{name}.lean", "--accept")
    assert code == 0, said
    assert run("problems", "check", name)[0] == 0


def test_a_shipped_draft_that_needs_a_model_is_repaired_with_the_shipped_cassette(run: Run) -> None:
    name = "total-of-a-constant"
    write_examples(Path("drafts"))
    assert run("formalize", f"drafts/{name}.lean")[0] == 1
    code, said = run("formalize", f"drafts/{name}.lean", "--model", "cassette:drafts/cassette.jsonl")
    assert code == 0, said
    assert run("problems", "check", name)[0] == 0


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("never-and-always", "contradict each other"),
        ("lost-and-won-back", "is false"),
        ("martingale-by-assumption", "trivial"),
    ],
)
def test_a_shipped_draft_that_is_not_worth_having_is_refused_with_its_proof(run: Run, name: str, words: str) -> None:
    write_examples(Path("drafts"))
    code, said = run("formalize", f"drafts/{name}.lean")
    assert code == 4
    assert words in said
    assert "; proof: theorem " in said
    assert not Path("problems", name, "problem.toml").exists()
    assert attempts(name)[-1]["kind"] == "ended"


def test_a_false_statement_that_a_repair_made_names_the_repair(run: Run) -> None:
    write_draft("theorem first_steps (a b c : Nat) : a + b) * c = a * c + b * c := by sorry")
    code, said = run("formalize", "draft.lean")
    assert code == 4
    assert "the statement is false" in said
    assert "it may be none of yours: unmatched `)`" in said


def test_a_trivial_statement_is_recorded_when_a_person_accepts_it(run: Run) -> None:
    write_examples(Path("drafts"))
    assert run("formalize", "drafts/martingale-by-assumption.lean", "--accept")[0] == 0
    assert run("formalize", "drafts/never-and-always.lean", "--accept")[0] == 4


def test_every_other_shipped_draft_elaborates_as_it_is() -> None:
    assert len([name for name in list_shipped() if name.endswith(".lean")]) >= 20
    assert all(parse_draft(read_shipped(name)) for name in list_shipped() if name.endswith(".lean"))


@pytest.mark.parametrize(
    ("code", "exit_code", "words"),
    [
        ("def two : Nat := 2", 4, "no theorem"),
        (f"{GOOD}\n\ntheorem other : True := by sorry", 4, "2 theorems"),
        ("theorem first_steps (n : Nat) : n = n := rfl", 4, "proved already"),
        (
            "theorem first_steps (n : Nat) : n = n := by\n  induction n with\n  | zero => rfl\n  | succ n ih => rfl",
            4,
            "proved",
        ),
        (f"prelude\n{GOOD}", 4, "prelude"),
        (f"#exit\n{GOOD}", 4, "#exit"),
        (f"run_cmd pure ()\n{GOOD}", 4, "run_cmd"),
        (f"axiom cheat : False\n{GOOD}", 4, "axiom"),
        (f"set_option autoImplicit true\n{GOOD}", 4, "autoImplicit"),
        (f'local notation "zero" => 1\n{GOOD}', 4, "notation"),
        ("theorem first_steps (a : Real) : a = a := by sorry", 1, "Unknown identifier `Real`"),
        (UNKNOWN, 1, "Unknown identifier `foo`"),
        (GOOD.replace("\n", "\r\n"), 0, "wrote"),
        ("theorem first_steps : " + "(" * 400_000 + "True" + ")" * 400_000 + " := by sorry", 4, "deep"),
    ],
)
def test_bad_input_gets_a_clear_word_and_an_exit_code(run: Run, code: str, exit_code: int, words: str) -> None:
    path = write_draft(code)
    before = path.read_bytes()
    found, said = run("formalize", str(path))
    assert (found, words in said) == (exit_code, True), said[-2000:]
    assert path.read_bytes() == before


def test_an_endless_elaboration_is_stopped_and_is_no_verdict(run: Run) -> None:
    path = write_draft(
        "def ack : Nat → Nat → Nat\n  | 0, n => n + 1\n  | m + 1, n => Nat.rec (ack m 1) (fun _ r => ack m r) n\n\n"
        "theorem first_steps (h : Fin (ack 4 1)) : (⟨0, by decide⟩ : Fin (ack 4 2)).val = h.val := by sorry"
    )
    found, said = run("formalize", str(path), "--timeout", "3")
    assert found in (1, 3), said
    assert not Path("problems/first-steps/problem.toml").exists()


@pytest.mark.parametrize(
    ("answers", "exit_code", "words"),
    [
        ([answer(GOOD)], 0, "wrote"),
        (["Sure! Here is the statement you asked for."], 1, "not the JSON object"),
        ([answer("theorem other (n : Nat) : n = n := by sorry")], 1, "another theorem"),
        ([""], 1, "empty"),
        ([answer("theorem first_steps (n : Nat) : n = n := rfl")], 1, "proved"),
        (["prose", answer(GOOD)], 0, "wrote"),
        ([answer(UNKNOWN + " ")], 1, "same error"),
        ([Fault(status=402, body={"error": {"message": "pay"}})], 3, "no credit"),
        ([Fault(status=401, body={"error": {"message": "key"}})], 3, "refused the key"),
    ],
)
def test_what_a_model_answers_decides_the_exit_code_and_is_kept(
    run: Run, answers: list[str | Fault], exit_code: int, words: str
) -> None:
    path = write_draft(UNKNOWN)
    with serve(answers) as stand_in:
        found, said = run("formalize", str(path), "--model", "small", "--base-url", f"{stand_in.base_url}/v1")
    assert (found, words in said) == (exit_code, True), said[-2000:]
    kinds = [event["kind"] for event in attempts()]
    assert kinds[:2] == ["made", "judged"]
    assert kinds[-1] == "ended"
    assert "foo" in json.dumps(stand_in.requests[0]["messages"])


def test_a_run_without_credit_goes_on_when_there_is_some(run: Run) -> None:
    path = write_draft(UNKNOWN)
    for answers, expected in (([Fault(status=402)], 3), ([answer(GOOD)], 0)):
        with serve(answers) as stand_in:  # type: ignore[arg-type]  # one list of faults, one of texts
            url = f"{stand_in.base_url}/v1"
            assert run("formalize", str(path), "--model", "small", "--base-url", url)[0] == expected
    assert [event["kind"] for event in attempts()].count("made") == 2


ADDED = GOOD.replace("(h :", "(f_zero : f 0 = 0) (h :")


def test_a_hypothesis_that_the_model_added_needs_a_persons_word(run: Run) -> None:
    path = write_draft(GOOD.replace("f 0 :=", "foo 0 :="))
    with serve([answer(ADDED)]) as stand_in:
        options = ("--model", "small", "--base-url", f"{stand_in.base_url}/v1")
        code, said = run("formalize", str(path), *options)
        assert (code, "added f_zero : f 0 = 0" in said, "--accept" in said) == (4, True, True), said
        code, said = run("formalize", str(path), *options, "--accept")
    assert code == 0, said
    assert len(stand_in.requests) == 1
    assert "added f_zero" in Path("problems/first-steps/problem.toml").read_text()


def test_a_recorded_statement_is_replaced_by_another_one_only_when_a_person_accepts_it(run: Run) -> None:
    assert run("formalize", str(write_draft(GOOD)))[0] == 0
    assert run("formalize", str(write_draft(GOOD + " -- again")))[0] == 0
    path = write_draft(ADDED)
    code, said = run("formalize", str(path))
    assert (code, "added f_zero" in said, "weaker" in said) == (4, True, True), said
    assert run("formalize", str(path), "--accept")[0] == 0
    record = Path("problems/first-steps/problem.toml").read_text()
    assert "statement_revision = 2" in record
    assert record.count("[[history]]") == 2


def test_a_run_that_may_cost_nothing_more_stops_before_the_model_is_asked(run: Run) -> None:
    path = write_draft(UNKNOWN)
    options = ("--model", "small", "--base-url", "http://127.0.0.1:9/v1", "--max-cost", "0")
    code, said = run("formalize", str(path), *options)
    assert (code, "price of small is not known" in said) == (2, True)
    code, said = run("formalize", str(path), *options, "--price-in", "1", "--price-out", "1")
    assert (code, "--max-cost" in said) == (3, True)


def test_the_words_alone_become_a_statement_with_a_model(run: Run) -> None:
    front = render_template("first-steps").split("+++")[1]
    Path("words.md").write_text(f"+++{front}+++\n", encoding="utf-8")
    assert run("formalize", "--informal", "words.md")[0] == 1
    with serve([answer(GOOD)]) as stand_in:
        code, said = run("formalize", "--informal", "words.md", "--model", "m", "--base-url", f"{stand_in.base_url}/v1")
    assert code == 0, said


def test_a_record_whose_statement_changed_is_found(run: Run) -> None:
    run("formalize", str(write_draft(GOOD)))
    statement = Path("problems/first-steps/statement.lean")
    statement.write_text("-- a comment more\n" + statement.read_text())
    assert run("problems", "check")[0] == 0
    statement.write_text(statement.read_text().replace("f n = f 0", "f n = f 1"))
    code, said = run("problems", "check")
    assert (code, "changed" in said) == (1, True)
    statement.write_text(statement.read_text().replace("f n = f 1", "f n = o"))
    code, said = run("problems", "check")
    assert (code, "broken" in said) == (1, True)


def test_a_damaged_record_is_named_and_the_others_are_checked(run: Run) -> None:
    run("formalize", str(write_draft(GOOD)))
    Path("problems/zebra").mkdir()
    Path("problems/zebra/problem.toml").write_text('id = "zebra"\n')
    code, said = run("problems", "check")
    assert code == 4
    assert "1 of 2 as recorded" in said
    assert "zebra" in run("problems", "list")[1]
    assert run("problems", "show", "nowhere")[0] == 4
    assert "first_steps" in run("problems", "show", "first-steps")[1]


def test_a_name_of_the_users_own_project_is_found_and_its_module_imported(
    run: Run, project: Path, lean: EmbeddedLean
) -> None:
    source = "namespace Walk\n\ndef steps (n : Nat) : Nat := n\n\nend Walk\n"
    (project / "Walks").mkdir()
    (project / "Walks" / "Basic.lean").write_text(source)
    olean = project / ".lake" / "build" / "lib" / "lean" / "Walks" / "Basic.olean"
    olean.parent.mkdir()
    assert lean.compile(source, olean).status == "ok"
    statement = "theorem first_steps (f : Nat → Nat) (h : ∀ n, f (n + 1) = f n) : ∀ n, f n = f (steps 0) := by sorry"
    code, said = run("formalize", str(write_draft(statement)), "--project", str(project))
    assert code == 0, said
    text = Path("problems/first-steps/statement.lean").read_text()
    assert text.startswith("import Walks.Basic\n")
    assert "Walk.steps 0" in text
    assert run("problems", "check", "--project", str(project))[0] == 0
    code, said = run("problems", "check")
    assert (code, "see --project" in said) == (1, True)
