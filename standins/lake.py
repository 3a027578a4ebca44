"""A `lake` that builds small projects with the embedded Lean, and fails as the real one is documented to.

`install_lake` puts it into a folder for PATH. It knows `--version`, `exe cache get`, `build` and `exe lint-style`; it
compiles the modules of the library that `lakefile.toml` names, each before those that import it, and writes lake's own
lines. What a real toolchain alone can do is not here: dependencies, downloads, traces, parallel builds.

A project can ask for trouble as the real world would give it:
    lean-toolchain names a version other than the embedded one: elan can't download it (exit code 1).
    .standin/cache-miss, .standin/cache-hangs: what `lake exe cache get` meets.
    .standin/build-hangs: a program that the build starts does not end.
    .standin/killed: a compiler process is killed by the system, as by the kernel when memory is short.
"""

import json
import os
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path

# ruff: noqa: T201 (a program of its own: stdout is what it is for)
LEAN_VERSION = "4.35.0"
_IMPORT = re.compile(r"^import\s+(\S+)", re.M)
_LONG_LINE = 100


def install_lake(folder: Path, library: Path, prelude: Path, launcher: Path) -> Path:
    """Writes an executable `lake` into `folder`, for the libleanshared and prelude given; returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    lake = folder / "lake"
    arguments = json.dumps([os.fspath(path) for path in (library, prelude, launcher)])
    lake.write_text(
        f"#!{sys.executable} -I\n"
        "import runpy, sys\n"
        f"sys.argv[1:1] = {arguments}\n"
        f"runpy.run_path({os.fspath(Path(__file__).resolve())!r}, run_name='__main__')\n",
        encoding="utf-8",
    )
    lake.chmod(0o755)
    return lake


class Project:
    """The Lean project in the current folder."""

    def __init__(self, root: Path, library: str, prelude: str, launcher: str) -> None:
        self.root = root
        self.out = root / ".lake" / "build" / "lib" / "lean"
        self._lean = [sys.executable, "-I", "-S", launcher, library]
        self._environment = {"LEAN_PATH": f"{self.out}:{prelude}", "PATH": os.environ.get("PATH", "")}

    def asks_for(self, trouble: str) -> bool:
        """Whether the project's `.standin` folder asks for this trouble."""
        return (self.root / ".standin" / trouble).exists()

    def modules(self) -> list[str]:
        """Modules of the library, each after those of the project that it imports."""
        settings = tomllib.loads((self.root / "lakefile.toml").read_text(encoding="utf-8"))
        roots = [library["name"] for library in settings.get("lean_lib", [])]
        ordered: list[str] = []
        for name in roots:
            self._visit(name, ordered)
        return ordered

    def _visit(self, name: str, ordered: list[str]) -> None:
        path = self.source(name)
        if name in ordered or not path.is_file():
            return
        for imported in _IMPORT.findall(path.read_text(encoding="utf-8", errors="replace")):
            self._visit(imported, ordered)
        ordered.append(name)

    def source(self, name: str) -> Path:
        """The file of a module."""
        return self.root / (name.replace(".", "/") + ".lean")

    def compile(self, name: str) -> tuple[int, list[str]]:
        """Exit code and messages of Lean for one module; nothing to do where it was built from the same text."""
        source, made = self.source(name), self.out / (name.replace(".", "/") + ".olean")
        trace = made.with_suffix(".trace")
        text = source.read_text(encoding="utf-8", errors="replace")
        if made.exists() and trace.exists() and trace.read_text(encoding="utf-8") == text:
            return 0, []
        made.parent.mkdir(parents=True, exist_ok=True)
        argv = [*self._lean, "-o", os.fspath(made), os.fspath(source.relative_to(self.root))]
        done = subprocess.run(argv, cwd=self.root, env=self._environment, capture_output=True, text=True)
        if done.returncode == 0:
            trace.write_text(text, encoding="utf-8")
        return done.returncode, (done.stdout + done.stderr).splitlines()


def build(project: Project) -> int:
    """`lake build`."""
    if project.asks_for("build-hangs"):
        subprocess.run(["sleep", "3600"])
    modules = project.modules()
    if not modules:
        print("error: no default targets; nothing to build")
        return 1
    failed: dict[str, int] = {}
    for number, name in enumerate(modules, 1):
        if any(imported in failed for imported in _IMPORT.findall(project.source(name).read_text(encoding="utf-8"))):
            continue
        code, messages = (137, []) if project.asks_for("killed") else project.compile(name)
        print(f"{'✖' if code else '✔'} [{number}/{len(modules)}] {'Building' if code else 'Built'} {name}")
        for line in messages:
            found = re.match(r"^(\S+\.lean:\d+:\d+): (error|warning)(?:\(\S+\))?: (.*)$", line)
            print(f"{found[2]}: {found[1]}: {found[3]}" if found else line)
        if code:
            print(f"error: Lean exited with code {code}")
            failed[name] = code
    if failed:
        print("Some required targets logged failures:")
        print("".join(f"- {name}\n" for name in failed), end="")
        print("error: build failed", file=sys.stderr)
        return 1
    print(f"Build completed successfully ({len(modules)} jobs).")
    return 0


def get_cache(project: Project) -> int:
    """`lake exe cache get`."""
    if project.asks_for("cache-hangs"):
        time.sleep(3600)
    count = len(project.modules())
    print(f"Attempting to download {count} file(s) from the cache")
    if project.asks_for("cache-miss"):
        print(f"Downloaded: 0 file(s) [attempted {count}/{count} = 100%] (0% success)")
        print("Warning: some files were not found in the cache.")
        return 0
    print(f"Downloaded: {count} file(s) [attempted {count}/{count} = 100%] (100% success)")
    return 0


def lint_style(project: Project) -> int:
    """`lake exe lint-style`: long lines only."""
    found = [
        f"error: {project.source(name).relative_to(project.root)}:{number}: line is longer than {_LONG_LINE} characters"
        for name in project.modules()
        for number, line in enumerate(project.source(name).read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > _LONG_LINE
    ]
    print("\n".join(found))
    return 1 if found else 0


def main(argv: list[str]) -> int:
    """Runs as `lake` with the arguments after library, prelude and launcher."""
    library, prelude, launcher, *arguments = argv
    project = Project(Path.cwd(), library, prelude, launcher)
    named = Path("lean-toolchain").read_text(encoding="utf-8").strip() if Path("lean-toolchain").is_file() else ""
    version = named.rpartition(":v")[2]
    if named and version != LEAN_VERSION:
        print(f"error: could not download nonexistent lean version `v{version}`", file=sys.stderr)
        return 1
    match arguments:
        case ["--version"]:
            print(f"Lake version 5.0.0-src (Lean version {LEAN_VERSION})")
            return 0
        case ["exe", "cache", "get"]:
            return get_cache(project)
        case ["exe", "lint-style"]:
            return lint_style(project)
        case ["build"]:
            return build(project)
        case _:
            print(f"error: unknown command '{' '.join(arguments)}'", file=sys.stderr)
            return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
