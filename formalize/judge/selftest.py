"""Shows that the jail holds here, before anything untrusted is put into it."""

import json
import secrets
import socket
import tempfile
from pathlib import Path

from curate.formalize.lean.process import Outcome
from curate.formalize.lean.sandbox import EXIT_CODE, Sandbox
from curate.schemas.errors import Refused
from curate.schemas.text import printable

PROBES = (
    "read-outside",
    "list-outside",
    "write-outside",
    "change-library",
    "network",
    "sockets",
    "processes",
    "forks",
    "large-file",
    "rights",
)
UNTOUCHED = b"as it was"
ADVICE = "see docs/judge.md, or use --no-sandbox where the solutions are your own"


def check_sandbox(sandbox: Sandbox) -> None:
    """Has a jailed program try what a hostile one would, and looks at the results from inside and from outside.

    Raises:
        Refused: a layer is missing or a probe got through; the message names it.
    """
    name = f"probe{secrets.token_hex(4)}"
    with tempfile.TemporaryDirectory(prefix="curate-probe-") as made, socket.socket() as tcp:
        folder = Path(made).resolve()
        outside, library, work = folder / "outside", folder / "library", folder / "work"
        files = (outside / "secret", library / "module")
        for path in (outside, library, work):
            path.mkdir()
        for path in files:
            path.write_bytes(UNTOUCHED)
            path.chmod(0o666)
        tcp.bind(("127.0.0.1", 0))
        tcp.listen()
        with socket.socket(socket.AF_UNIX) as abstract:
            abstract.bind(f"\0{name}")
            abstract.listen()
            asked = {
                "name": name,
                "outside": str(outside / "secret"),
                "library": str(library / "module"),
                "port": tcp.getsockname()[1],
                "processes": sandbox.most_processes,
                "file_mb": sandbox.limits.module_mb,
            }
            outcome = sandbox.run("probe", [json.dumps(asked)], work, read=[library])
        changed = [
            path.name for path in files if path.read_bytes() != UNTOUCHED or path.stat().st_mode & 0o777 != 0o666
        ]
    if outcome.code == EXIT_CODE:
        said = printable(outcome.stderr.decode("utf-8", "replace").strip(), 300)
        raise Refused(f"the sandbox can't be set up here ({said}); {ADVICE}")
    through = find_through(outcome, name) + [f"{one} was changed" for one in changed]
    if through:
        raise Refused(f"the sandbox does not hold here: {', '.join(through)}; {ADVICE}")


def find_through(outcome: Outcome, name: str) -> list[str]:
    """The probes that got through, or that did not say that they were held back."""
    try:
        told = json.loads(outcome.stdout)
    except ValueError:
        said = printable(outcome.stderr.decode("utf-8", "replace").strip()[-200:])
        return [f"the self-test gave no answer (exit code {outcome.code}, {said})"]
    found = [f"{one} ({told.get(one, 'no answer')})" for one in PROBES if told.get(one) != "held"]
    return [*found, "a process was left behind"] if is_running(name) else found


def is_running(name: str) -> bool:
    """Whether a process of this name runs on the machine."""
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "comm").read_text().strip() == name:
                return True
        except OSError:  # it has ended
            continue
    return False
