"""The embedded Lean on signatures of Mathlib: axioms with the names and types of a part of it, one shim a revision.

What elaborates on them is well-formed against these names and types. Nothing was checked in Mathlib, and nothing can be
proved: from the axioms of a shim no conclusion may be drawn.
"""

import json
import shutil
import tempfile
from functools import partial
from pathlib import Path

from curate.formalize.lean.api import Limits
from curate.formalize.lean.backend import CommandLean
from curate.formalize.lean.cache import cache_root
from curate.formalize.lean.compiler import Command
from curate.formalize.lean.embedded import LEAN_VERSION, OPTIONS
from curate.formalize.lean.forkserver_client import warm_lean
from curate.formalize.lean.parsing import LibraryParser
from curate.formalize.lean.prelude import Prelude, open_prelude
from curate.formalize.lean.process import child_environment, run_limited
from curate.formalize.lean.readers import TableReader
from curate.schemas.errors import Failed, Refused
from curate.schemas.stochbench.environment import Environment
from curate.schemas.store.digest import digest_files

SHIMS = Path(__file__).parent.parent / "signatures"
LEMMAS = SHIMS / "lemmas"
MODULE = "Mathlib.olean"
BUILD_LIMITS = Limits(wall_s=120.0)
_MANIFEST = "signatures.json"


def list_revisions() -> tuple[str, ...]:
    """The revisions of Mathlib that have a shim, by the first eight digits of their commit."""
    return tuple(sorted(path.stem for path in SHIMS.glob("*.lean")))


def find_shim(revision: str) -> Path:
    """The shim of a revision, named by at least the first eight digits of its commit.

    Raises:
        Refused: there is none.
    """
    path = SHIMS / f"{revision[:8]}.lean"
    if revision[:8] not in list_revisions() or not read_revision(path).startswith(revision):
        raise Refused(f"there are no signatures of Mathlib {revision}; there are: {', '.join(list_revisions())}")
    return path


def read_revision(shim: Path) -> str:
    """The whole commit that a shim's lock names."""
    return str(json.loads(shim.with_suffix(".lock.json").read_text(encoding="utf-8"))["revision"])


def read_lemmas(revision: str) -> str:
    """Lemmas of a revision, as axioms that stand after `import Mathlib`; empty where none are stated.

    They are no part of a shim: statements are elaborated without them, and only examples of definitions rest on them.
    """
    path = LEMMAS / find_shim(revision).name
    return path.read_text(encoding="utf-8").partition("-/\n")[2].strip("\n") if path.exists() else ""


def label_of(revision: str) -> str:
    """What may be said of a statement that elaborates on the signatures of `revision`."""
    return f"elaborates against curate's signatures of Mathlib {revision[:8]}; not checked in Mathlib, nothing proved"


class SignatureLean(CommandLean):
    """The embedded Lean with a shim in the place of Mathlib. It answers whether a text elaborates, and no more."""

    def __init__(self, prelude: Prelude, compiled: Path, shim: Path, cache: Path | None = None) -> None:
        revision = read_revision(shim)
        environment = Environment(
            implementation="signatures",
            lean_version=LEAN_VERSION,
            prelude_digest=prelude.digest,
            mathlib_revision=revision,
            options=OPTIONS,
            label=label_of(revision),
        )
        warm = warm_lean(prelude.library)
        path = (prelude.directory, compiled)
        command = Command(
            argv=(),
            env=child_environment({"LEAN_PATH": ":".join(map(str, path))}),
            host_paths={
                str(prelude.directory): "<prelude>",
                str(compiled): "<signatures>",
                str(prelude.library.parent): "<lean>",
            },
            start=partial(warm.start, "lean"),
        )
        reader = TableReader(prelude.library, path)
        parser = LibraryParser(prelude.library, path)
        super().__init__(environment, command, reader, parser, cache, fingerprint=digest_files([shim]))


def open_signatures(revision: str, cache: Path | None = None) -> SignatureLean:
    """The Lean on the signatures of a revision; the shim is compiled on the first use.

    Raises:
        Refused: there is no shim of that revision.
        Missing: the embedded Lean is not installed.
        Failed: the shim does not compile.
    """
    shim, prelude = find_shim(revision), open_prelude(cache)
    made_of = {"shim": digest_files([shim]), "prelude": prelude.digest}
    directory = (cache or cache_root()) / f"signatures-{made_of['shim'][:12]}-{prelude.digest[:12]}"
    if not _is_whole(directory, made_of):
        _build(directory, shim, prelude, made_of)
    return SignatureLean(prelude, directory, shim, cache)


def _is_whole(directory: Path, made_of: dict[str, str]) -> bool:
    try:
        kept = json.loads((directory / _MANIFEST).read_bytes())
        return bool(kept == {**made_of, "module": digest_files([directory / MODULE])})
    except (OSError, ValueError):
        return False


def _build(directory: Path, shim: Path, prelude: Prelude, made_of: dict[str, str]) -> None:
    """Compiles into a folder beside `directory` and moves it there whole: two builders don't hurt each other."""
    directory.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="signatures-", dir=directory.parent) as name:
        made = Path(name).resolve() / "made"
        made.mkdir()
        source = made.parent / "Mathlib.lean"
        shutil.copyfile(shim, source)
        arguments = [
            *(f"-D{option}" for option in OPTIONS),
            "-R",
            str(made.parent),
            str(source),
            "-o",
            str(made / MODULE),
        ]
        env = child_environment({"LEAN_PATH": str(prelude.directory)})
        start = partial(warm_lean(prelude.library).start, "lean")
        outcome = run_limited(arguments, cwd=made, env=env, limits=BUILD_LIMITS, start=start)
        if outcome.stopped is not None or outcome.code != 0:
            said = (outcome.stdout + outcome.stderr).decode("utf-8", errors="replace")[:500]
            raise Failed(f"{shim.name} did not compile (exit code {outcome.code}): {said}")
        kept = {**made_of, "module": digest_files([made / MODULE])}
        (made / _MANIFEST).write_text(json.dumps(kept, indent=2), encoding="utf-8")
        if directory.exists():  # it was found damaged
            directory.rename(Path(name) / "damaged")
        try:
            made.rename(directory)
        except OSError as error:
            if not _is_whole(directory, made_of):
                raise Failed(f"the signatures could not be moved to {directory}: {error}") from error
