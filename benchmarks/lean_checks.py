"""Checks a second of the embedded Lean beside plain `lean` processes in a shell loop, and what a check holds and costs.

    python benchmarks/lean_checks.py [--statements 200] [--workers 1,2,4]

The floor is measured in the same run: the same files, one `lean` process each, started by a shell loop with nothing
around it. Ours has the limits, the watch over memory, the typed messages and the kept answers on top (the cache is
empty at the start of each round). `inspect` is the check that `curate problems check` makes: compile, then read the
compiled module in a process of its own.
"""

import argparse
import os
import shlex
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from curate.formalize.lean.api import Limits
from curate.formalize.lean.embedded import EmbeddedLean, open_embedded
from curate.formalize.lean.inspect import inspect
from curate.formalize.lean.prelude import launch

SHAPES = (
    "theorem t (a b : Nat) (h : a ≤ b + {i}) : a ≤ b + {i} + 1 := by sorry",
    "theorem t (f : Nat → Nat) (h : ∀ n, f (n + 1) = f n + {i}) : f 2 = f 0 + 2 * {i} := by sorry",
    "def walk : Nat → Nat\n  | 0 => {i}\n  | n + 1 => walk n + 1\ntheorem t (n : Nat) : walk n = n + {i} := by sorry",
    "theorem t (xs ys : List Nat) : (xs ++ ys).length + {i} = ys.length + xs.length + {i} := by simp [Nat.add_comm]",
)


def write_statements(folder: Path, count: int) -> list[Path]:
    """`count` small files, each another."""
    files = []
    for index in range(count):
        file = folder / f"s{index:04}.lean"
        file.write_text(SHAPES[index % len(SHAPES)].replace("{i}", str(index)) + "\n", encoding="utf-8")
        files.append(file)
    return files


def time_floor(lean: EmbeddedLean, folder: Path) -> float:
    """Seconds of a shell loop that starts one plain `lean` process a file."""
    options = [f"-D{option}" for option in lean.environment.options]
    command = shlex.join([*launch(lean.prelude.library), "--json", *options])
    loop = f'for file in "$1"/*.lean; do {command} "$file" > /dev/null; done'
    started = time.perf_counter()
    subprocess.run(["sh", "-c", loop, "sh", str(folder)], env={**os.environ, **lean.command.env}, check=False)
    return time.perf_counter() - started


def time_ours(files: list[Path], workers: int, work: Callable[[str], float | None]) -> tuple[float, list[float]]:
    """Seconds for all files with so many workers, and what each check held, in MB."""
    texts = [file.read_text(encoding="utf-8") for file in files]
    started = time.perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        held = [mb for mb in pool.map(work, texts) if mb is not None]
    return time.perf_counter() - started, held


def elaborate(lean: EmbeddedLean, workers: int, text: str) -> float | None:
    """One check whose answer is not kept yet; what it held, in MB."""
    answer = lean.elaborate(f"{text}-- {workers} workers\n", Limits())
    assert answer.status == "ok", answer
    return answer.peak_memory_mb


def look(lean: EmbeddedLean, text: str) -> float | None:
    """One check with the reading of the compiled module; what Lean held, in MB."""
    inspection = inspect(lean, text, replay=False)
    assert inspection.status == "accepted", inspection.reason
    return inspection.elaboration.peak_memory_mb


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--statements", type=int, default=200)
    parser.add_argument("--workers", default="1,2,4")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="curate-bench-") as name:
        cache, folder = Path(name) / "cache", Path(name) / "files"
        folder.mkdir()
        started = time.perf_counter()
        lean = open_embedded(cache)
        print(f"prelude compiled and verified: {time.perf_counter() - started:.2f} s")
        started = time.perf_counter()
        open_embedded(cache)
        print(f"prelude verified: {time.perf_counter() - started:.3f} s")
        files = write_statements(folder, arguments.statements)
        floor = time_floor(lean, folder)
        print(f"floor, plain lean in a shell loop: {len(files) / floor:.2f} checks/s")
        for workers in map(int, arguments.workers.split(",")):
            for what, work in (("elaborate", partial(elaborate, lean, workers)), ("inspect", partial(look, lean))):
                took, held = time_ours(files, workers, work)
                print(
                    f"{what}, {workers} workers: {len(files) / took:.2f} checks/s, "
                    f"{took / floor:.2f} x the floor's time, "
                    f"median {statistics.median(held):.0f} MB held for itself, most {max(held):.0f} MB"
                )


if __name__ == "__main__":
    main()
