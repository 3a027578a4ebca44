"""`kill -9` at random moments of `curate prs`, then the same command again: are the bytes those of an undisturbed run?

Run: python benchmarks/prs_kills.py [--queueboard WHERE [--git WHERE]] [--kills 20] [--seed 0]

Without `--queueboard` the inputs are the demo's.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path

from curate.demo.mathlibpr import make_sources

UNTIL = "2026-04-05"


def start(folder: Path, sources: list[str]) -> "subprocess.Popen[bytes]":
    """The command, with workspace and dataset in `folder`."""
    command = [sys.executable, "-c", "from curate.cli import main; main()", "prs", "--until", UNTIL, *sources]
    places = ["--out", str(folder / "dataset"), "--workspace", str(folder / "workspace")]
    return subprocess.Popen([*command, *places], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def find_sources(queueboard: str | None, git: str | None, demo: Path) -> list[str]:
    """The inputs as arguments; those of the demo are made at `demo`."""
    if queueboard is None:
        demo.mkdir()
        queueboard, git = str(demo / "queueboard"), str(make_sources(demo).git)
    return ["--queueboard", queueboard, *(["--git", git] if git else [])]


def digest(folder: Path) -> str:
    """One digest over names and contents of all files."""
    whole = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        whole.update(f"{path.relative_to(folder)}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def main() -> int:
    """Entry point: 1 when any run ended with other bytes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--queueboard")
    parser.add_argument("--git")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        sources = find_sources(options.queueboard, options.git, Path(name) / "upstream")
        began = time.perf_counter()
        if start(Path(name) / "whole", sources).wait():
            raise SystemExit("the undisturbed run failed")
        whole, wanted = time.perf_counter() - began, digest(Path(name) / "whole" / "dataset")
        print(f"undisturbed: {whole:.1f} s, {wanted[:16]}", flush=True)
        for place in range(options.kills):
            folder = Path(name) / str(place)
            moment = chance.uniform(0, whole)
            child = start(folder, sources)
            time.sleep(moment)
            child.kill()
            killed = child.wait() < 0
            left = (folder / "dataset").exists()
            code = start(folder, sources).wait()
            same = code == 0 and digest(folder / "dataset") == wanted
            strays = [path.name for path in folder.iterdir() if path.name not in ("dataset", "workspace")]
            wrong += not same or bool(strays)
            print(
                f"killed at {moment:5.1f} s{'' if killed else ' (had ended)'}, {'a' if left else 'no'} dataset: "
                f"{'same bytes' if same else 'OTHER BYTES'}{' strays: ' + str(strays) if strays else ''}",
                flush=True,
            )
    print(f"{options.kills - wrong} of {options.kills} the same")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
