"""Problems as Harbor tasks: a folder each, which any harness that reads the form can run; the verifier is our judge."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tomli_w

from curate.schemas.stochbench.records import Problem

BUILD_S, VERIFY_S = 1200.0, 600.0
CPUS, MEMORY_MB, STORAGE_MB = 2, 4096, 10240
ANSWERS = ("proof.lean", "disproof.lean")
DOCKERFILE = """\
FROM python:3.12-slim-bookworm
RUN pip install --no-cache-dir 'mathlib-curate[lean]=={version}'
WORKDIR /app
COPY statement.lean /app/statement.lean
RUN curate lean check /app/statement.lean || true
"""
TEST = """\
#!/bin/bash
# The container is the sandbox: it lives for this one solution, and rarely lets a process have namespaces of its own.
# A verdict that is unknown, or none, writes no reward: such a trial is no failure of the agent's.
solution=${{CURATE_SOLUTION:-/app/solution.lean}}
logs=${{CURATE_LOGS:-/logs/verifier}}
mkdir -p "$logs"
proof=0 disproof=0
if [ -e "$solution" ]; then
  curate judge "$(dirname "$0")"/{problem} "$solution" --no-sandbox --json > "$logs/verdict.json"
  case $? in
    0) claim=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["claim"])' < "$logs/verdict.json")
       case $claim in proof) proof=1 ;; disproof) disproof=1 ;; *) exit 1 ;; esac ;;
    1) ;;
    *) exit 1 ;;
  esac
fi
echo "{{\\"reward\\": $proof, \\"disproof\\": $disproof}}" > "$logs/reward.json"
"""
SOLVE = """\
#!/bin/bash
cp "$(dirname "$0")/{name}" /app/solution.lean
"""


class TaskFile(NamedTuple):
    """One file of a task."""

    name: str
    text: str
    executable: bool = False


def render_task(
    problem: Problem, statement: str, record: str, answer: tuple[str, str] | None, version: str, cap_s: float
) -> Iterator[TaskFile]:
    """The files of one task.

    Args:
        record: the text of the problem's `problem.toml`, which the judge reads.
        answer: file name and text of a proof or disproof that is known; None: there is no oracle solution.
        version: of `mathlib-curate`, which the container installs.
        cap_s: seconds that an agent has.
    """
    yield TaskFile("instruction.md", _instruction(problem, statement))
    yield TaskFile("task.toml", _settings(problem, cap_s))
    yield TaskFile("environment/Dockerfile", DOCKERFILE.format(version=version))
    yield TaskFile("environment/statement.lean", statement)
    yield TaskFile("tests/test.sh", TEST.format(problem=shlex.quote(problem.id)), executable=True)
    yield TaskFile(f"tests/{problem.id}/problem.toml", record)
    yield TaskFile(f"tests/{problem.id}/statement.lean", statement)
    if answer is not None:
        name, text = answer
        yield TaskFile(f"solution/{name}", text)
        yield TaskFile("solution/solve.sh", SOLVE.format(name=name), executable=True)


def _instruction(problem: Problem, statement: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", statement)), default=0))
    return f"""\
# {problem.title}

{problem.informal_statement}

Prove the theorem `{problem.theorem}` in Lean {problem.environment.lean_version}. This is `/app/statement.lean`:

{fence}lean
{statement.rstrip()}
{fence}

Write your proof to `/app/solution.lean`, a whole Lean file: all that stands before the theorem, unchanged, then lemmas
of your own if you need them, then the theorem with its statement unchanged and a proof without `sorry`. If the
statement is false, prove `theorem {problem.theorem.rpartition(".")[2]}_disproof : ¬ (statement)` instead. Axioms,
options that switch checks off, notation and code that runs while Lean reads the file are refused.

`curate lean check /app/solution.lean` shows what Lean says of it.
"""


def _settings(problem: Problem, cap_s: float) -> str:
    metadata = {
        "id": problem.id,
        "statement_revision": problem.statement_revision,
        "statement_digest": problem.statement_digest,
        "topic": problem.topic,
        "representation": problem.representation,
        "source_licence": problem.source.licence,
        "category": "theorem-proving",
        "tags": ["lean4", "formal-mathematics", problem.topic],
        **({"gift": problem.gift} if problem.gift is not None else {}),
    }
    return tomli_w.dumps(
        {
            "version": "1.0",
            "metadata": metadata,
            "verifier": {"timeout_sec": VERIFY_S},
            "agent": {"timeout_sec": cap_s},
            "environment": {
                "build_timeout_sec": BUILD_S,
                "cpus": CPUS,
                "memory_mb": MEMORY_MB,
                "storage_mb": STORAGE_MB,
            },
        }
    )


def find_answer(folder: Path) -> tuple[str, str] | None:
    """The proof, else the disproof, that a problem's folder keeps."""
    for name in ANSWERS:
        if (folder / name).is_file():
            return name, (folder / name).read_text(encoding="utf-8")
    return None
