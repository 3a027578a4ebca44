"""How commands end: one line, the right code, nothing left, and a fault of ours is called one."""

import ast
import errno
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from command_line import Place, Sources

from curate import exits
from curate.schemas.distribution import EXTRA_FOR, EXTRA_OF, extra_of, install_advice
from curate.schemas.errors import CurateError, Failed, Missing, Refused, Stopped


def every_error(kind: type[CurateError] = CurateError) -> list[type[CurateError]]:
    return [kind, *(found for child in kind.__subclasses__() for found in every_error(child))]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyboardInterrupt(), exits.STOPPED),
        (exits.Terminated(), exits.STOPPED),
        (Stopped("x"), exits.STOPPED),
        (Refused("x"), exits.REFUSED),
        (Failed("x"), exits.FAILED),
        (Missing("x"), exits.FAILED),
        (CurateError("x"), exits.FAILED),
        (ValueError("x"), exits.FAILED),
        (OSError(errno.ENOSPC, "No space left on device"), exits.FAILED),
        (PermissionError(errno.EACCES, "Permission denied"), exits.FAILED),
        *((OSError(number, "later"), exits.STOPPED) for number in sorted(exits.PASSING)),
    ],
    ids=repr,
)
def test_each_error_has_its_code(error: BaseException, code: int) -> None:
    assert exits.exit_code(error) == code


def ended_by(place: Place, monkeypatch: pytest.MonkeyPatch, error: BaseException, *more: str) -> tuple[int, str]:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("curate.commands.doctor.default_workspace", fail)
    said = place.curate("doctor", *more)
    assert "Traceback" not in said.err or more
    return said.code, said.err


def test_a_fault_of_ours_is_called_one_and_shows_nobodys_data(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    code, err = ended_by(place, monkeypatch, ValueError("secret of a user"))
    assert code == exits.FAILED
    assert err.startswith("curate: this is a bug in curate, not in your data: ValueError at ")
    assert "please report it" in err
    assert "mathlib-curate 0.1.0, Python 3." in err
    assert "secret of a user" not in err
    _, loud = ended_by(place, monkeypatch, ValueError("what it was"), "--verbose")
    assert "ValueError: what it was" in loud


def test_a_missing_package_is_named_with_the_smallest_extra_that_brings_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, err = ended_by(place, monkeypatch, ModuleNotFoundError("No module named 'pyarrow'", name="pyarrow.parquet"))
    assert code == exits.FAILED
    assert err.count("\n") == 1
    assert "needs the package pyarrow" in err
    assert "-m pip install 'mathlib-curate[prs]'" in err


def test_what_may_pass_says_that_the_same_command_can_be_run_later(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, err = ended_by(place, monkeypatch, OSError(errno.ENETUNREACH, "Network is unreachable"))
    assert (code, exits.AGAIN in err) == (exits.STOPPED, True)


def test_further_lines_of_an_error_stand_on_lines_of_their_own(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    error = Failed("2 files differ:", ["a is missing", "b has\n\x1b[31m5 bytes"])
    assert str(error).splitlines()[:2] == ["2 files differ:", "a is missing"]
    _, err = ended_by(place, monkeypatch, error)
    assert err.splitlines() == ["curate: 2 files differ:", "  a is missing", r"  b has\n\x1b[31m5 bytes"]


def test_verbose_says_what_is_done_without_passwords_and_only_then(place: Place) -> None:
    url = "https://ada:aVerySecretWord@127.0.0.1:9/archive.git"
    loud = place.curate(*place.options("--queueboard", url, "--verbose"))
    quiet = place.curate(*place.options("--queueboard", url))
    assert "https://redacted@127.0.0.1" in loud.err + quiet.err
    assert "aVerySecretWord" not in loud.err + quiet.err
    assert " s  git fetch " in loud.err
    assert "git fetch" not in quiet.err


@pytest.mark.parametrize("number", exits.SIGNALS, ids=lambda one: one.name)
def test_a_signal_ends_a_run_as_ctrl_c_does(number: signal.Signals, larger: Sources, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "curate", "prs", "--until", "2026-04-05", *larger.both(), "--out",
               str(tmp_path / "out"), "--workspace", str(tmp_path / "workspace")]  # fmt: skip
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as child:
        assert child.stderr is not None
        for line in child.stderr:
            if line.startswith("reading"):
                break
        child.send_signal(number)  # to it alone: what it started must not outlive it
        rest = child.stderr.read()
    assert (child.returncode, rest.splitlines()[-1]) == (exits.STOPPED, f"curate: {exits.INTERRUPTED}")
    assert [path.name for path in tmp_path.iterdir()] == ["workspace"]
    assert not (tmp_path / "workspace" / "scratch").exists()
    assert processes_of(child.pid) == []


def processes_of(session: int) -> list[str]:
    """What still runs in the session `session`, by its command."""
    left = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] != "Z":
                left.append((stat.parent / "cmdline").read_text())
        except (FileNotFoundError, ProcessLookupError):  # it ended meanwhile
            continue
    return left


def test_a_hang_up_that_is_ignored_stays_ignored() -> None:
    script = (
        "import signal, sys\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from curate.exits import run_and_exit\n"
        "run_and_exit(lambda: signal.raise_signal(signal.SIGHUP), [])"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == exits.DONE


def test_an_ascii_terminal_is_no_reason_to_fail() -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONIOENCODING": "ascii",
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }
    done = subprocess.run(
        [sys.executable, "-m", "curate", "explain", "1", "--dataset", "Größe"],
        env={**environment, "PYTHONIOENCODING": "ascii"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, r"Gr\xf6\xdfe is not" in done.stderr) == (exits.REFUSED, True)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "-m pip install 'mathlib-curate[hub]'"),
        ({"pipx_metadata.json": "{}"}, "pipx runpip mathlib-curate install 'mathlib-curate[hub]'"),
        ({"pyvenv.cfg": "home = /usr\nuv = 0.9.1\n"}, "uv pip install --python "),
        ({"uv-receipt.toml": "[tool]\nrequirements = [{ name = 'mathlib-curate', extras = ['prs'] }]\n"},
         "uv tool install 'mathlib-curate[hub,prs]'"),
        ({"uv-receipt.toml": "nonsense"}, "uv tool install 'mathlib-curate[hub]'"),
    ],
)  # fmt: skip
def test_the_advice_fits_the_environment(
    files: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    monkeypatch.chdir(tmp_path)
    assert words in install_advice("hub")
    assert str(tmp_path) not in install_advice("hub")


ROOT = Path(__file__).parents[2]


def imported_modules() -> set[str]:
    """The top-level names of all that our packages import, ours and Python's left out."""
    found: set[str] = set()
    for package in ("curate", "schemas", "scrapers", "formalize", "releases", "standins"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    found |= {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module:
                    found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"curate"}


def test_every_module_that_may_be_missing_has_an_extra_that_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(EXTRA_OF.values()) | set(EXTRA_FOR.values()) <= set(project["optional-dependencies"])
    always = {re.split(r"[<>=]", one)[0].replace("-", "_") for one in project["dependencies"]} | {"pydantic_core"}
    assert imported_modules() - always <= EXTRA_OF.keys()
    assert not always & EXTRA_OF.keys()
    assert extra_of("huggingface_hub.utils") == "hub"
    assert extra_of("click") is None


def test_the_advice_brings_all_that_the_command_needs_and_no_more() -> None:
    assert [extra_of("diskcache", command) for command in ("prs", "demo", "review")] == ["prs", "demo", "review"]
    assert extra_of("pyarrow", "explain") == "prs"
    assert extra_of("pyarrow", "report") == "report"
    assert extra_of("openai", "review") == "models"


def test_an_earlier_demo_stays_where_a_package_for_a_new_one_is_missing(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = place.folder / "demo"
    earlier.mkdir()
    for name in (".curate-demo", "notes.txt"):
        (earlier / name).touch()
    monkeypatch.setitem(sys.modules, "curate.demo.mathlibpr", None)  # as an import that fails
    assert place.curate("demo", "--dir", str(earlier)).code == exits.FAILED
    assert (earlier / "notes.txt").exists()
