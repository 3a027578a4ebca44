"""An agent: a model in a loop with Lean. It sees the statement, Lean's words and a bounded set of tools."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from curate.evals.prove.library import find_declarations, show_declaration
from curate.evals.prove.records import Ended, Told
from curate.evals.prove.workbench import Tried, Workbench
from curate.formalize.models.api import ChatModel, Message, Reply, ToolCall
from curate.formalize.models.tools import Bounds, Tool, converse
from curate.schemas.base import Record

MAX_TURNS = 60
TIMEOUT_S = 300.0
SHOWN = 4000
"""Characters of one answer of a tool."""
RULES = """\
You prove a theorem in Lean 4. Hand in a whole file with `check`. It must hold everything that stands before the
theorem, unchanged, then lemmas of your own if you need them, then the theorem with its statement unchanged and a proof
without `sorry`. If the statement is false, prove `theorem NAME_disproof : ¬ (statement)` instead of it. A file that
checks without errors and holes is handed in, and ends your work. Options that switch checks off, axioms, notation and
code that runs while Lean reads the file are not allowed.
"""
IN_TEXT = """
Each of your turns is one JSON object and nothing else, such as {"tool": "check", "text": "…"}. The tools:
"""
AGAIN = "Use one of the tools; give_up ends your work."
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


class Text(Record):
    """A whole Lean file."""

    text: str


class Query(Record):
    """Words that must stand in a declaration."""

    query: str


class Name(Record):
    """The full name of a declaration."""

    name: str


class Nothing(Record):
    """No arguments."""


class Work:
    """What an agent may do on one statement, and how its work ended."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self.ended: Ended | None = None

    def tools(self) -> tuple[Tool, ...]:
        """The tools that every agent has."""
        return (
            Tool("check", "Lean's answer about a whole file; one that checks is handed in.", Text, self._check),
            Tool("search", "Declarations of the library whose name or type holds these words.", Query, _search),
            Tool("show", "A declaration of the library, as it stands.", Name, _show),
            Tool("give_up", "Ends your work without a proof.", Nothing, self._give_up),
        )

    def _check(self, asked: Text) -> str | None:
        tried = self._bench.check(asked.text)
        if tried.status == "solved":
            self.ended = "solved"
            return None
        return describe(tried)

    def _give_up(self, _: Nothing) -> None:
        self.ended = "gave-up"


class TextTools:
    """A model that was told of tools in words: its turns are read as calls, and answers are turns of the user."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The model that is asked."""
        return self._model.name

    def answer(self, messages: tuple[Message, ...], timeout_s: float) -> Reply:
        """The next turn, with the call that its one object makes.

        Raises:
            ProviderProblem: there is none.
        """
        plain = tuple(
            Message(role="user" if one.role == "tool" else one.role, content=one.content or "(empty)")
            for one in messages
        )
        reply = self._model.answer(plain, timeout_s)
        action = parse_action(reply.text)
        name = action.pop("tool", None)
        if not isinstance(name, str):
            return reply
        call = ToolCall(id=f"call-{len(messages)}", name=name, arguments=json.dumps(action))
        return reply.model_copy(update={"calls": (call,)})


def run_agent(
    model: ChatModel,
    work: Work,
    tools: Sequence[Tool],
    opening: tuple[Message, ...],
    max_tokens: int,
    tell: Callable[[Told], None],
) -> Ended:
    """Lets a model work until a file checks, it gives up, or its tokens or turns are used up.

    Raises:
        OutOfChecks: there are no checks left.
        ProviderProblem: the model gives no answer.
    """
    messages, turns, given, taken = opening, 0, 0, 0

    def told(reply: Reply) -> None:
        nonlocal turns, given, taken
        turns, given, taken = turns + 1, given + reply.input_tokens, taken + reply.output_tokens
        tell(Told(input_tokens=given, output_tokens=taken, served=reply.served or model.name))

    while turns < MAX_TURNS:
        bounds = Bounds(MAX_TURNS - turns, max_tokens - given - taken, SHOWN, TIMEOUT_S)
        talk = converse(model, messages, tools, bounds, told)
        if work.ended is not None:
            return work.ended
        if given + taken >= max_tokens:
            return "tokens"
        messages = (*talk.messages, Message(role="user", content=AGAIN))
    return "gave-up"


def open_conversation(
    statement: str, informal: str, theorem: str, tools: Sequence[Tool], in_text: bool
) -> tuple[Message, ...]:
    """What an agent is told first; of its tools too, where the model can't be told of them by its provider."""
    task = f"In words: {informal}\n\nThe theorem is `{theorem}`:\n\n```lean\n{statement}```"
    offers = "".join(f"{_in_words(tool)}\n" for tool in tools)
    rules = RULES + IN_TEXT + offers if in_text else RULES
    return (Message(role="system", content=rules), Message(role="user", content=task))


def _in_words(tool: Tool) -> str:
    properties = tool.offer.parameters.get("properties", {})
    form = json.dumps({"tool": tool.name, **dict.fromkeys(properties, "…")}, ensure_ascii=False)
    return f"{form}  {tool.description}"


def parse_action(text: str) -> dict[str, Any]:
    """The one object in a model's turn; {} where there is none."""
    found = _OBJECT.search(text)
    try:
        action = json.loads(found[0]) if found else {}
    except (ValueError, RecursionError):  # RecursionError: deep nesting
        return {}
    return action if isinstance(action, dict) else {}


def _search(asked: Query) -> str:
    return "\n".join(find_declarations(asked.query)) or "nothing found"


def _show(asked: Name) -> str:
    return show_declaration(asked.name) or "there is no such declaration"


def describe(tried: Tried) -> str:
    """Lean's answer in words."""
    if tried.status == "open":
        return "goals are left:\n" + "\n\n".join(tried.goals)
    return f"{tried.status}: {tried.said}"
