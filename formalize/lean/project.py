"""The user's own Lean project: its toolchain, its packages, its options. Nothing in what is checked is rewritten."""

import hashlib
import json
import os
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import CommandLean
from curate.formalize.lean.compiler import Command
from curate.formalize.lean.parsing import PARSE_SOURCE, LibraryParser, ProgramParser, TextParser
from curate.formalize.lean.process import Outcome, child_environment, run_limited
from curate.formalize.lean.readers import INSPECT_SOURCE, READ_COMMIT, ProgramReader, Reader, TableReader
from curate.formalize.text.lexer import lex
from curate.schemas.errors import Failed, Missing, Refused
from curate.schemas.stochbench.environment import Environment
from curate.schemas.text import printable

LAKE_LIMITS = Limits(wall_s=120.0, output_mb=4)
"""`lake env` loads the project's configuration, and on its first run it may compile it."""
FOR_LAKE = ("HOME", "ELAN_HOME", "XDG_CACHE_HOME", "SSL_CERT_FILE")
"""Further variables that lake and elan need to find a toolchain. Lean itself gets none of them."""
FROM_LAKE = ("PATH", "LEAN_PATH", "LEAN_SRC_PATH", "LEAN_SYSROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""What is taken over from the environment that lake sets up."""
DEFAULT_OPTIONS = {"autoImplicit": "false", "relaxedAutoImplicit": "false"}
_VERSION = re.compile(r"version ([0-9][^,\s)]*)(?:.*commit ([0-9a-f]{7,40}))?", re.DOTALL)


class ProjectLean(CommandLean):
    """The Lean of one project, with the environment that lake set up for it once."""


def open_project(directory: Path, cache: Path | None = None, limits: Limits = LAKE_LIMITS) -> ProjectLean:
    """The Lean of the project in `directory`.

    Raises:
        Refused: the folder is no Lean project.
        Missing: lake or lean is not there.
        Failed: lake or lean does not answer.
    """
    root = directory.resolve()
    toolchain = _read_toolchain(root)
    lakefile = _find_lakefile(root)
    mathlib = _mathlib_revision(_read_manifest(root))
    lake = shutil.which("lake")
    if lake is None:
        raise Missing("`lake` is not on PATH; install Lean with elan, or leave --project out for the embedded Lean")
    variables = _ask_lake(lake, root, limits)
    lean = _find_lean(variables)
    version, commit = _ask_version(lean, variables, limits)
    options = {**DEFAULT_OPTIONS, **read_options(lakefile)}
    environment = Environment(
        implementation="project",
        lean_version=version,
        toolchain=toolchain,
        prelude_digest=None,
        mathlib_revision=mathlib,
        options=tuple(f"{name}={value}" for name, value in options.items()),
        label=f"Lean {version} of the project" + (f" with Mathlib {mathlib[:12]}" if mathlib else " without Mathlib"),
    )
    command = Command(argv=(lean,), env=child_environment(variables), host_paths={str(root): "<project>"})
    reader, parser = _reader(lean, commit, variables)
    return ProjectLean(environment, command, reader, parser, cache, _fingerprint(root, lakefile, variables))


def read_options(lakefile: Path) -> dict[str, str]:
    """Lean options that a project's own configuration sets for all of it; lake's `env` leaves them to the caller."""
    text = lakefile.read_text(encoding="utf-8", errors="replace")
    if lakefile.suffix == ".toml":
        try:
            configured = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise Refused(f"{lakefile} can't be read: {error}") from error
        return dict(_flat("", configured.get("leanOptions", {})))
    words = [token.text for token in lex(text).tokens]
    found = {}
    for place in range(len(words) - 5):
        opening, quote, name, comma, value, closing = words[place : place + 6]
        if (opening, quote, comma, closing) == ("⟨", "`", ",", "⟩") and re.fullmatch(r"true|false|[0-9]+", value):
            found[name] = value
    return found


def _flat(prefix: str, table: object) -> Iterator[tuple[str, str]]:
    if isinstance(table, Mapping):
        for name, value in table.items():
            yield from _flat(f"{prefix}.{name}" if prefix else str(name), value)
    elif isinstance(table, bool):
        yield prefix, str(table).lower()
    elif isinstance(table, (int, str)):
        yield prefix, str(table)


def _read_toolchain(root: Path) -> str:
    if not root.is_dir():
        raise Refused(f"{root} is not a directory; name the folder that holds the project's lean-toolchain")
    try:
        toolchain = (root / "lean-toolchain").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(
            f"{root} holds no readable lean-toolchain, so it is no Lean project; name the folder that does"
        ) from error
    if not toolchain:
        raise Refused(f"{root / 'lean-toolchain'} is empty; write the toolchain into it")
    return printable(toolchain, 200)


def _find_lakefile(root: Path) -> Path:
    for name in ("lakefile.toml", "lakefile.lean"):
        if (root / name).is_file():
            return root / name
    raise Refused(f"{root} holds no lakefile.toml or lakefile.lean, so lake can't tell what it needs")


def _ask_lake(lake: str, root: Path, limits: Limits) -> dict[str, str]:
    env = shutil.which("env") or "env"
    outcome = run_limited([lake, "env", env, "-0"], cwd=root, env=child_environment({}, FOR_LAKE), limits=limits)
    _expect(outcome, limits, f"`lake env` in {root}")
    told = dict(
        pair.split("=", 1) for pair in outcome.stdout.decode("utf-8", errors="replace").split("\0") if "=" in pair
    )
    paths = ("LEAN_PATH", "LEAN_SRC_PATH", "LD_LIBRARY_PATH")
    return {
        name: _absolute(told[name], root) if name in paths else told[name]
        for name in (*FROM_LAKE, "LEAN")
        if told.get(name)
    }


def _absolute(search_path: str, root: Path) -> str:
    """A search path without empty and relative entries: lake names its own by paths from the project's folder."""
    return os.pathsep.join(str(root / entry) for entry in search_path.split(os.pathsep) if entry)


def _find_lean(variables: Mapping[str, str]) -> str:
    sysroot = variables.get("LEAN_SYSROOT")
    named = Path(sysroot) / "bin" / "lean" if sysroot else None
    if named is not None and os.access(named, os.X_OK):
        return str(named)
    found = shutil.which("lean", path=variables.get("PATH"))
    if found is None:
        raise Missing("the project's toolchain has no `lean`; run `lake build` in it once")
    return found


def _ask_version(lean: str, variables: Mapping[str, str], limits: Limits) -> tuple[str, str | None]:
    try:
        outcome = run_limited([lean, "--version"], cwd=Path("/"), env=child_environment(variables), limits=limits)
    except OSError as error:
        raise Missing(f"{lean} can't be started ({error.strerror})") from error
    _expect(outcome, limits, f"`{lean} --version`")
    found = _VERSION.search(outcome.stdout.decode("utf-8", errors="replace"))
    if found is None:
        raise Failed(
            f"`{lean} --version` does not name a version: {printable(outcome.stdout.decode('utf-8', 'replace'), 200)}"
        )
    return found[1], found[2]


def _expect(outcome: Outcome, limits: Limits, what: str) -> None:
    why = outcome.why_unknown(limits)
    if why is not None:
        raise Failed(f"{what} gave no answer ({why}); run it by hand to see why")
    if outcome.code != 0:
        said = printable(outcome.stderr.decode("utf-8", errors="replace").strip(), 500)
        raise Failed(f"{what} failed with exit code {outcome.code}: {said}")


def _read_manifest(root: Path) -> Mapping[str, Any]:
    try:
        manifest = json.loads((root / "lake-manifest.json").read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Refused(f"{root / 'lake-manifest.json'} can't be read: {error}") from error
    return manifest if isinstance(manifest, dict) else {}


def _mathlib_revision(manifest: Mapping[str, Any]) -> str | None:
    """The commit of Mathlib in a manifest of any version; None when the project does not use it."""
    for package in manifest.get("packages") or ():
        entry = package.get("git", package) if isinstance(package, dict) else {}
        if str(entry.get("name", "")).strip("«»") == "mathlib" and entry.get("rev"):
            return printable(str(entry["rev"]), 40)
    return None


def _reader(lean: str, commit: str | None, variables: Mapping[str, str]) -> tuple[Reader, TextParser]:
    """How modules are read and texts parsed: by the library itself where its layout is known, else by the project's
    Lean."""
    sysroot = Path(variables.get("LEAN_SYSROOT", "/nowhere"))
    library = sysroot / "lib" / "lean" / "libleanshared.so"
    search_path = tuple(Path(entry) for entry in variables.get("LEAN_PATH", "").split(os.pathsep) if entry)
    if commit is not None and READ_COMMIT.startswith(commit) and library.is_file():
        folders = (*search_path, sysroot / "lib" / "lean")
        return TableReader(library, folders), LibraryParser(library, folders)
    env = child_environment(variables)
    reader = ProgramReader(argv=(lean, "--run", str(INSPECT_SOURCE)), env=env, search_path=search_path)
    return reader, ProgramParser(argv=(lean, "--run", str(PARSE_SOURCE)), env=env)


def _fingerprint(root: Path, lakefile: Path, variables: Mapping[str, str]) -> str:
    """The project's state, for the keys of kept answers: its files, and size and time of each compiled module."""
    total = hashlib.sha256()
    for path in (root / "lean-toolchain", lakefile, root / "lake-manifest.json"):
        total.update(path.read_bytes() if path.is_file() else b"\0")
    for folder in variables.get("LEAN_PATH", "").split(os.pathsep):
        for path in sorted(Path(folder).rglob("*.olean")) if folder else ():
            status = path.stat()
            total.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return total.hexdigest()
