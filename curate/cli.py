"""The command line. Commands are imported only when they are called, so that `curate --help` is quick."""

import sys
from importlib import import_module

import click

from curate import __version__, exits
from curate.schemas.distribution import install_advice
from curate.schemas.errors import CurateError
from curate.schemas.text import printable

COMMANDS: dict[str, str] = {
    "prs": "Build the MathlibPR dataset from pull requests and git.",
    "explain": "Say for one PR why each head got its label or was dropped.",
    "funnel": "Show what went in, what was dropped and why, and what came out.",
    "lean": "Ask Lean: the embedded one, or that of a project.",
    "demo": "Run everything on a small upstream made on the spot.",
    "formalize": "Repair a Lean statement until it elaborates, check it, and write a problem record.",
    "problems": "List, show and check problem records.",
    "release": "Check, build, compare, publish, withdraw and verify versions of a dataset.",
    "doctor": "Say what is present on this machine, and what each missing thing costs.",
}
"""Name of a command (module `curate.commands.<name>`, attribute `command`) and its line in `curate --help`."""


class LazyGroup(click.Group):
    """A group that knows its commands' names and imports a command's module on its first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"curate.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, package_name="mathlib-curate")
def cli() -> None:
    """Build, check, measure and publish the MathlibPR and StochBench datasets for Lean 4.

    Exit codes: 0 done, 1 failed, 2 usage, 3 stopped and can go on, 4 input refused.
    """


def main() -> None:
    """The console script: runs the command and turns an error into one line and an exit code."""
    try:
        code = cli.main(standalone_mode=False)
    except click.exceptions.Abort:
        sys.stderr.write("stopped; the same command goes on from here\n")
        sys.exit(exits.STOPPED)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.stderr.write("stopped; the same command goes on from here\n")
        sys.exit(exits.STOPPED)
    except CurateError as error:
        sys.stderr.write(f"curate: {printable(str(error))}\n")
        sys.exit(exits.exit_code(error))
    except ModuleNotFoundError as error:  # an extra that was not installed; ours are always there
        sys.stderr.write(f"curate: this needs the package {error.name}; {install_advice('demo,models')}\n")
        sys.exit(exits.FAILED)
    except OSError as error:  # a full disk, a folder that may not be written: the words of the system say which
        sys.stderr.write(f"curate: {printable(str(error))}\n")
        sys.exit(exits.FAILED)
    sys.exit(code if isinstance(code, int) else exits.DONE)
