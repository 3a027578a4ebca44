"""One run of Lean over one text: the same for every Lean, whichever command stands behind it."""

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from curate.formalize.lean.api import Diagnostic, Elaboration, Limits
from curate.formalize.lean.diagnostics import PRINTED, parse_messages
from curate.formalize.lean.process import Starter, run_limited, start_process
from curate.formalize.text.span import Span
from curate.schemas.errors import Refused
from curate.schemas.stochbench.environment import Environment

MODULE = "Draft"
"""Name of the module that a text is elaborated as: the same each time, since private names carry it."""
EVERY_ERROR = "maxErrors=1000000"
STOPPED_EARLY = "maximum number of errors"
TOO_MANY = "too many errors: Lean stopped before the end of the text"
_OLEAN = b"olean"
_EVERYTHING = Span(line=1, column=0)


@dataclass(frozen=True)
class Command:
    """How to start a Lean: `argv` before the options, the whole environment, and how its paths are shown."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    host_paths: Mapping[str, str]
    every_error: str = f"weak.{EVERY_ERROR}"
    """Lean stops after 100 errors by itself, and then says nothing of what follows. `weak.`: a Lean that does not know
    the option passes it over."""
    start: Starter = start_process


def encode(text: str) -> bytes:
    """The bytes of a text that is to be elaborated.

    Raises:
        Refused: the text is none that a Lean file can hold.
    """
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Refused(f"the text holds a lone surrogate at character {error.start}; save it as UTF-8") from error
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        raise Refused(f"the text holds a null byte in line {line}; remove it")
    return data


def compile_text(
    command: Command, environment: Environment, text: str, limits: Limits, keep: Path | None = None
) -> Elaboration:
    """Elaborates `text` as module `Draft` in a fresh folder; with `keep`, writes the compiled module there if it is ok.

    "ok" needs exit code 0, no error among Lean's own messages, and a compiled module: a text that ends Lean early from
    inside gets none of the last.
    """
    data = encode(text)
    with tempfile.TemporaryDirectory(prefix="curate-lean-") as name:
        folder = Path(name).resolve()
        source, olean = folder / f"{MODULE}.lean", folder / f"{MODULE}.olean"
        source.write_bytes(data)
        options = [f"-D{option}" for option in (*environment.options, command.every_error)]
        argv = [*command.argv, "--json", *options, "-R", str(folder), "-o", str(olean), str(source)]
        env = {**command.env, "HOME": str(folder)}
        try:
            outcome = run_limited(argv, cwd=folder, env=env, limits=limits, start=command.start)
        except OSError as error:
            missing = f"missing tool: Lean could not be started ({error})"
            return _unknown(environment, missing, 0.0, None)
        hidden = {**command.host_paths, f"{folder}/": "", str(folder): "."}
        messages = parse_messages(outcome.stdout, str(source), hidden)
        diagnostics = messages.diagnostics + _printed(messages.printed)
        compiled = _is_olean(olean)
        reason = outcome.why_unknown(limits) or _contradiction(outcome.code, diagnostics, compiled, outcome.stderr)
        if reason is not None:
            return _unknown(environment, reason, outcome.wall_s, outcome.peak_memory_mb, diagnostics)
        if keep is not None and compiled:
            shutil.move(olean, keep)
    return Elaboration(
        status="ok" if outcome.code == 0 else "errors",
        reason=None,
        diagnostics=diagnostics,
        environment=environment,
        wall_s=outcome.wall_s,
        peak_memory_mb=outcome.peak_memory_mb,
    )


def _contradiction(code: int, diagnostics: tuple[Diagnostic, ...], compiled: bool, stderr: bytes) -> str | None:
    """Why exit code, messages and compiled module do not fit together; None when they do."""
    errors = any(diagnostic.severity == "error" for diagnostic in diagnostics)
    if any(diagnostic.message.startswith(STOPPED_EARLY) for diagnostic in diagnostics):
        return TOO_MANY
    if code == 0 and errors:
        return "contradiction: Lean reported errors and ended with exit code 0"
    if code == 0 and not compiled:
        return "contradiction: Lean ended with exit code 0 and wrote no module; the text may have ended it from inside"
    if code != 0 and not errors:
        said = stderr.decode("utf-8", errors="replace").strip().split("\n")[0][:200]
        return f"crash: Lean ended with exit code {code} and no error message" + (f" ({said})" if said else "")
    return None


def _unknown(
    environment: Environment,
    reason: str,
    wall_s: float,
    peak_memory_mb: float | None,
    diagnostics: tuple[Diagnostic, ...] = (),
) -> Elaboration:
    return Elaboration(
        status="unknown",
        reason=reason,
        diagnostics=diagnostics,
        environment=environment,
        wall_s=wall_s,
        peak_memory_mb=peak_memory_mb,
    )


def _printed(text: str) -> tuple[Diagnostic, ...]:
    if not text:
        return ()
    shown = f"the text itself printed while it was elaborated; this is not a message of Lean's:\n{text[:2000]}"
    return (Diagnostic(severity="information", kind=PRINTED, span=_EVERYTHING, message=shown),)


def _is_olean(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(len(_OLEAN)) == _OLEAN
    except OSError:
        return False
