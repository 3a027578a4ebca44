"""How fast `curate problems check` is: 200 small statements, 1, 2 and 4 workers, beside plain `lean` in a shell loop.

    python benchmarks/problem_checks.py [COUNT]

The shell loop is the floor: the same Lean, prelude and files, one process after another, nothing looked at. Rounds of
floor and workers alternate, and the ratio is that of the medians, so that a busy machine hurts both alike.
"""

import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from curate.formalize.gate.module_rules import check_honesty
from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import EmbeddedLean, open_embedded
from curate.formalize.lean.prelude import launch
from curate.formalize.records.draft import parse_draft, render_template
from curate.formalize.records.problems import write_problem
from curate.schemas.stochbench.folder import STATEMENT
from curate.schemas.stochbench.records import Formalization, Problem, revise
from curate.schemas.store.digest import digest_text
from curate.tasks.local import LocalEngine
from curate.tasks.records import check_with

ROUNDS = 3
SHAPES = (
    "theorem {name} (a b : Nat) (h : a < b + {n}) : a + {n} < b + {n} + {n} := by sorry",
    "theorem {name} (f : Nat → Nat) (h : ∀ n, f (n + 1) = f n + {n}) : f {n} = f 0 + {n} * {n} := by sorry",
    "theorem {name} (w : List Nat) (h : ∀ s, s ∈ w → s ≤ {n}) : w.length + {n} = {n} + w.length := by sorry",
    "theorem {name} (p : Nat → Prop) (h : p {n}) (up : ∀ n, p n → p (n + 1)) : ∀ m, p ({n} + m) := by sorry",
    "def up{n} (x : Nat) : Nat := x + {n}\n\ntheorem {name} (x y : Nat) (h : x ≤ y) : up{n} x ≤ up{n} y := by sorry",
)


def make_records(directory: Path, lean: EmbeddedLean, count: int) -> list[Path]:
    """`count` different records of the kind that `curate formalize` writes."""
    header = parse_draft(render_template("benchmark").encode()).header
    folders = []
    for n in range(count):
        text = SHAPES[n % len(SHAPES)].format(name=f"statement_{n}", n=n) + "\n"
        statement = check_honesty(lean, text).statement
        assert statement is not None, text
        problem = Problem(
            id=f"benchmark-{n}", title=header.title, informal_statement=header.informal, topic=header.topic,
            representation=header.representation, status="draft", theorem=statement.name, statement_revision=1,
            statement_digest=statement.digest, text_sha256=digest_text(text), source=header.source,
            environment=lean.environment, formalization=Formalization(draft_sha256="0" * 64, rounds=1), history=(),
        )  # fmt: skip
        write_problem(directory, revise(problem, None, date(2026, 1, 1), "made"), text)
        folders.append(directory / problem.id)
    return folders


def time_floor(lean: EmbeddedLean, folders: list[Path]) -> float:
    """Seconds for plain `lean` over the same files, one after another, in one shell."""
    options = [f"-D{option}" for option in lean.environment.options]
    command = shlex.join([*launch(lean.prelude.library), "--json", *options])
    files = " ".join(shlex.quote(str(folder / STATEMENT)) for folder in folders)
    script = f'for file in {files}; do {command} "$file" > /dev/null || exit 1; done'
    started = time.perf_counter()
    subprocess.run(["sh", "-c", script], env={**os.environ, **lean.command.env}, check=True)
    return time.perf_counter() - started


def time_check(folders: list[Path], workers: int) -> tuple[float, float]:
    """Seconds for `curate problems check`'s work, and the largest memory of a worker in MB."""
    started = time.perf_counter()
    checked = check_with(LocalEngine(workers), folders, None, Limits().wall_s, lambda _: None)
    elapsed = time.perf_counter() - started
    assert all(one.finding == "ok" for one in checked)
    return elapsed, max(one.peak_memory_mb or 0.0 for one in checked)


def main(count: int) -> None:
    lean = open_embedded()
    with tempfile.TemporaryDirectory() as name:
        folders = make_records(Path(name), lean, count)
        floor: list[float] = []
        timed: dict[int, list[float]] = {1: [], 2: [], 4: []}
        memory = dict.fromkeys(timed, 0.0)
        for _ in range(ROUNDS):
            floor.append(time_floor(lean, folders))
            for workers, seconds in timed.items():
                elapsed, peak = time_check(folders, workers)
                seconds.append(elapsed)
                memory[workers] = max(memory[workers], peak)
    base = statistics.median(floor)
    print(f"{count} statements, {ROUNDS} rounds, medians")
    print(f"plain lean in a shell loop: {count / base:.1f} a second")
    for workers, seconds in timed.items():
        middle = statistics.median(seconds)
        print(
            f"{workers} workers: {count / middle:.1f} a second, {middle / base:.2f} times the loop's time, "
            f"{memory[workers]:.0f} MB a worker"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
