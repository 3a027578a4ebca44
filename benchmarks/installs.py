"""Installs what is built, for real: wheel and sdist in fresh environments, beside the PyPI package `releases`.

`python benchmarks/installs.py` takes minutes and reaches PyPI. It prints a line for each thing that holds.
"""

import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
BOTH = (
    "import releases, curate.releases, curate.cli; from pathlib import Path; "
    "assert Path(releases.__file__).parent.parent == Path(curate.__file__).parent.parent; "
    "assert releases.__file__ != curate.releases.__file__"
)
WORKING = "from releases.util import parse_changelog; import sys; parse_changelog(sys.argv[1])"
CHANGELOG = "=========\nChangelog\n=========\n\n* :release:`0.1.0 <2026-01-01>`\n"


def run(*command: str | Path, cwd: Path) -> str:
    """What the command prints; its failure ends the script."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{command} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def make_environment(folder: Path, *requirements: str) -> Path:
    """The Python of a fresh environment with `requirements`."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", *requirements, cwd=folder)
    return python


def main() -> None:
    """Builds, installs and tries."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run("git", "clone", "--quiet", ROOT, folder / "project", cwd=folder)
        builder = make_environment(folder / "builder", "build")
        run(builder, "-m", "build", "--outdir", folder / "dist", folder / "project", cwd=folder)
        (wheel,), (sdist,) = (folder / "dist").glob("*.whl"), (folder / "dist").glob("*.tar.gz")
        for what, requirement in (("a checkout", folder / "project"), ("the wheel", wheel), ("the sdist", sdist)):
            python = make_environment(folder / f"of-{what.split()[1]}", f"{requirement}[prs]", "releases")
            run(python, "-c", BOTH, cwd=folder)
            (folder / "changelog.rst").write_text(CHANGELOG)
            run(python, "-c", WORKING, folder / "changelog.rst", cwd=folder)
            run(python.parent / "curate", "doctor", cwd=folder)
            sys.stdout.write(f"{what} and the PyPI package releases work in one environment\n")
        with tarfile.open(sdist) as tar:
            tar.extractall(folder / "unpacked", filter="data")
        (unpacked,) = (folder / "unpacked").iterdir()
        tester = make_environment(folder / "tester", f"{unpacked}[test]")
        counted = run(tester, "-m", "pytest", "-q", "tests/curate/test_grammar.py", "tests/schemas", cwd=unpacked)
        sys.stdout.write(f"the sdist's own tests: {counted.splitlines()[-1]}\n")


if __name__ == "__main__":
    main()
