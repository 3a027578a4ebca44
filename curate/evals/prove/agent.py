"""An agent: a model in a loop with Lean. It sees the statement, Lean's words and a bounded set of tools."""

import json
import re
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

from curate.evals.prove.records import Ended, Told
from curate.evals.prove.workbench import Tried, Workbench
from curate.formalize.models.api import ChatModel, Message

MAX_TURNS = 60
TIMEOUT_S = 300.0
SHOWN = 4000
"""Characters of one answer of a tool."""
FOUND = 20
"""Declarations that one search shows."""
WORDS = """\
You prove a theorem in Lean 4. Each of your turns is one JSON object and nothing else:

{"tool": "check", "text": "…"}    Lean's answer about a whole file. It must hold everything that stands before the
                                  theorem, unchanged, then lemmas of your own if you need them, then the theorem
                                  with its statement unchanged and a proof without `sorry`.
{"tool": "search", "query": "…"}  declarations of the library whose name or type holds these words
{"tool": "show", "name": "…"}     a declaration of the library, as it stands
{"tool": "give_up"}

If the statement is false, prove `theorem NAME_disproof : ¬ (statement)` instead of it. A file that checks without
errors and holes is handed in, and ends your work. Options that switch checks off, axioms, notation and code that runs
while Lean reads the file are not allowed.
"""
_DECLARES = r"(@\[[^\]]*\] )?(theorem|def|instance|inductive"
"""The start of a declaration; the bracket is closed by who uses it."""
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


def run_agent(
    model: ChatModel, bench: Workbench, informal: str, theorem: str, max_tokens: int, tell: Callable[[Told], None]
) -> Ended:
    """Lets a model work until a file checks, it gives up, or its tokens or turns are used up.

    Raises:
        OutOfChecks: there are no checks left.
        ProviderProblem: the model gives no answer.
    """
    task = f"In words: {informal}\n\nThe theorem is `{theorem}`:\n\n```lean\n{bench.statement}```"
    messages: tuple[Message, ...] = (
        Message(role="system", content=WORDS),
        Message(role="user", content=task),
    )
    given = taken = 0
    for _ in range(MAX_TURNS):
        reply = model.answer(messages, TIMEOUT_S)
        given, taken = given + reply.input_tokens, taken + reply.output_tokens
        tell(Told(input_tokens=given, output_tokens=taken, served=reply.served or model.name))
        action = parse_action(reply.text)
        if action.get("tool") == "give_up":
            return "gave-up"
        answer, solved = use_tool(action, bench)
        if solved:
            return "solved"
        if given + taken >= max_tokens:
            return "tokens"
        said = Message(role="assistant", content=reply.text or "(empty)")
        messages = (*messages, said, Message(role="user", content=answer[:SHOWN]))
    return "gave-up"


def parse_action(text: str) -> dict[str, Any]:
    """The one object in a model's turn; {} where there is none."""
    found = _OBJECT.search(text)
    try:
        action = json.loads(found[0]) if found else {}
    except ValueError:
        return {}
    return action if isinstance(action, dict) else {}


def use_tool(action: dict[str, Any], bench: Workbench) -> tuple[str, bool]:
    """A tool's answer, and whether a file checked.

    Raises:
        OutOfChecks: there are no checks left.
    """
    match action:
        case {"tool": "check", "text": str(text)}:
            tried = bench.check(text)
            return describe(tried), tried.status == "solved"
        case {"tool": "search", "query": str(query)}:
            return "\n".join(find_declarations(query)) or "nothing found", False
        case {"tool": "show", "name": str(name)}:
            return show_declaration(name) or "there is no such declaration", False
    return 'Answer with one JSON object: {"tool": "check" | "search" | "show" | "give_up", …}', False


def describe(tried: Tried) -> str:
    """Lean's answer in words."""
    if tried.status == "solved":
        return "it checks"
    if tried.status == "open":
        return "goals are left:\n" + "\n\n".join(tried.goals)
    return f"{tried.status}: {tried.said}"


def find_declarations(query: str) -> list[str]:
    """Lines that declare something of the library, in which all words of a query stand."""
    words = query.lower().split()
    lines = (line for _, line in library_lines() if re.match(f"{_DECLARES})", line))
    return [line.strip()[:200] for line in lines if words and all(word in line.lower() for word in words)][:FOUND]


def show_declaration(name: str) -> str | None:
    """A declaration of the library with the lines below it: of this full name, else of its last part."""
    lines = list(library_lines())
    for written in (re.escape(name), rf"(\w+\.)*{re.escape(name.rpartition('.')[2])}"):
        declares = re.compile(rf"{_DECLARES}|structure|class) {written}(?![\w.'])")
        for place, (module, line) in enumerate(lines):
            if declares.match(line):
                return "\n".join(text for where, text in lines[place : place + 12] if where == module)
    return None


def library_lines() -> Iterator[tuple[str, str]]:
    """The embedded library's text, line by line, with the module in which each stands."""
    folder = resources.files("curate.formalize.lean") / "library" / "MiniLean"
    for module in sorted(folder.iterdir(), key=lambda one: one.name):
        for line in module.read_text(encoding="utf-8").splitlines():
            yield module.name, line
