"""The next step follows from what was tried, and every way ends."""

import pytest
from repairing import context_of

from curate.formalize.lean.api import Diagnostic, Elaboration
from curate.formalize.repair.journal import Event, Judged, Made, Origin, Spending, Unanswered
from curate.formalize.repair.loop import ApplyRule, AskModel, Budget, Elaborate, State, Stop, next_step
from curate.formalize.text.span import Span
from curate.schemas.stochbench.environment import Environment

ENVIRONMENT = Environment(implementation="embedded", lean_version="4.35.0", options=(), label="Lean")
UNKNOWN = "theorem t (n : Nat) : foo n = n := by sorry\n"
LEMMA = "lemma t (n : Nat) : n = n := by sorry\n"


def made(text: str = UNKNOWN, origin: Origin = "draft", rule: str | None = None, cost: float | None = None) -> Made:
    spending = Spending(model="m", input_tokens=1, output_tokens=1, cost=cost, wall_s=1, asks=1) if cost else None
    return Made(origin=origin, text=text, diff="", why="", rule=rule, spending=spending)


def judged(*messages: str, status: str = "errors", objection: str | None = None, column: int = 22) -> Judged:
    said = tuple(
        Diagnostic(
            severity="error",
            kind="[anonymous]",
            span=Span(line=1, column=column, end_line=1, end_column=column + 3),
            message=message,
        )
        for message in messages
    )
    elaboration = Elaboration(
        status=status,  # type: ignore[arg-type]  # the tests name the three
        reason="time limit" if status == "unknown" else None,
        diagnostics=said,
        environment=ENVIRONMENT,
        wall_s=0.1,
        peak_memory_mb=None,
    )
    return Judged(objection=objection, elaboration=None if objection else elaboration)


FOO = judged("Unknown identifier `foo`")
NO_COMMAND = judged("unexpected identifier; expected command", column=0)


def state(*events: Event, has_model: bool = False, **rest: object) -> State:
    fields: dict[str, object] = {"budget": Budget(), "rounds": 1, "elapsed_s": 0.0, "cost": 0.0} | rest
    return State(events=events, names=context_of(UNKNOWN).names, theorem_name="t", has_model=has_model, **fields)  # type: ignore[arg-type]  # the tests give fields of the right types


def unanswered(final: bool = False) -> Unanswered:
    return Unanswered(why="no", strategy="repair", answer="", spending=None, final=final)


def test_a_new_text_is_given_to_lean() -> None:
    assert next_step(state(made())) == Elaborate(text=UNKNOWN)


def test_an_error_that_a_rule_knows_is_repaired_by_it_before_any_model_is_asked() -> None:
    step = next_step(state(made(LEMMA), NO_COMMAND, has_model=True))
    assert isinstance(step, ApplyRule)
    assert step.proposal.rule == "command"


def test_an_error_that_no_rule_knows_goes_to_the_model() -> None:
    assert next_step(state(made(), FOO, has_model=True)) == AskModel(strategy="repair")


@pytest.mark.parametrize(
    ("events", "rest", "reason"),
    [
        ((made(), judged(status="ok")), {}, "elaborates"),
        ((made(), judged(status="unknown")), {}, "unknown"),
        ((made(), judged(objection="it declares an axiom")), {}, "refused"),
        ((made(), FOO), {}, "no-repair"),
        ((), {}, "no-repair"),
        ((made(), FOO), {"has_model": True, "rounds": 20}, "rounds"),
        ((made(), FOO), {"has_model": True, "elapsed_s": 600.0}, "time"),
        ((made(), FOO), {"has_model": True, "budget": Budget(max_cost=0.5), "cost": 0.5}, "cost"),
        ((made(),), {"rounds": 20}, "rounds"),
        ((made(), FOO, unanswered(final=True)), {"has_model": True}, "provider"),
        ((made(), FOO, unanswered(), unanswered()), {"has_model": True}, "unanswered"),
    ],
)
def test_a_run_stops_for_a_named_reason(events: tuple[Event, ...], rest: dict[str, object], reason: str) -> None:
    step = next_step(state(*events, **rest))
    assert isinstance(step, Stop)
    assert step.reason == reason
    assert step.words


def test_the_same_error_twice_changes_the_strategy_and_a_third_time_stops() -> None:
    twice = (made(), FOO, made(UNKNOWN + " ", "model"), FOO)
    assert next_step(state(*twice, has_model=True)) == AskModel(strategy="restate")
    thrice = (*twice, made(UNKNOWN + "  ", "model"), FOO)
    step = next_step(state(*thrice, has_model=True))
    assert isinstance(step, Stop)
    assert step.reason == "same-error"


def test_a_rule_that_did_not_help_gives_way_to_the_model() -> None:
    events = (made(LEMMA), NO_COMMAND, made("Lemma" + LEMMA[5:], "rule", "other"), NO_COMMAND)
    assert next_step(state(*events, has_model=True)) == AskModel(strategy="repair")


def test_the_same_words_further_on_are_another_error_after_a_rule() -> None:
    text = "theorem t (f : Nat → Nat) : (fun x, x) = (fun x, x) := by sorry\n"
    first = judged("unexpected token ','; expected '↦', '=>'", column=34)
    later = judged("unexpected token ','; expected '↦', '=>'", column=49)
    events = (made(text), first, made(text.replace("x,", "x =>", 1), "rule", "function-arrow"), later)
    assert state(*events).repetition == 1


def test_an_unanswered_question_is_asked_again_in_other_words() -> None:
    assert next_step(state(made(), FOO, unanswered(), has_model=True)) == AskModel(strategy="restate")


def test_a_text_of_the_models_that_is_objected_to_is_not_worked_on() -> None:
    bad = made("theorem t : True := by sorry\n", "model")
    events = (made(), FOO, bad, judged(objection="it declares an axiom"))
    current = state(*events).current
    assert current is not None
    assert current.made.text == UNKNOWN
    assert next_step(state(*events, has_model=True)) == AskModel(strategy="repair")


@pytest.mark.parametrize("answers", ["same", "other", "objection", "nothing"])
def test_every_run_ends_whatever_the_model_answers(answers: str) -> None:
    events: tuple[Event, ...] = (made(),)
    for number in range(200):
        step = next_step(state(*events, has_model=True, rounds=sum(isinstance(e, Judged) for e in events)))
        if isinstance(step, Stop):
            return
        if isinstance(step, Elaborate):
            again = judged(f"Unknown identifier `foo{number if answers == 'other' else ''}`")
            refused = answers == "objection" and number > 1
            events = (*events, judged(objection="no") if refused else again)
        elif answers == "nothing":
            events = (*events, unanswered())
        else:
            events = (*events, made(f"{UNKNOWN}-- {number}\n", "model"))
    pytest.fail("the loop did not end")
