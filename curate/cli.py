"""The command line. Commands are imported only when they are called, so that `curate --help` is quick."""

import os
import sys
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from pathlib import Path

import click

from curate import __version__
from curate.exits import run_and_exit
from curate.grammar import Group, read_settings

COMMANDS: dict[str, str] = {
    "prs": "Build the MathlibPR dataset from pull requests and git.",
    "explain": "Explain why each commit of a PR was labelled or dropped.",
    "labels": "Turn agreed disputes about labels into a list that prs reads.",
    "funnel": "Show what went in, what was dropped and why, and what came out.",
    "lean": "Ask Lean: the embedded one, or that of a project.",
    "demo": "Run the whole pipeline on a small generated repository.",
    "formalize": "Repair a Lean statement until it elaborates, check it, and write a problem record.",
    "problems": "List, show and check problem records.",
    "library": "List and check the signatures of Mathlib that statements are elaborated on.",
    "judge": "Judge proofs and disproofs of problems in a sandbox.",
    "review": "Measure models that review pull requests.",
    "prove": "Run provers over problems, and report what the judge accepted.",
    "release": "Check, build, compare, publish, withdraw and verify versions of a dataset.",
    "builds": "Build heads again whose check runs GitHub has deleted.",
    "report": "Write a static site to look at datasets, releases and runs.",
    "open": "Show a dataset or a run as pages in the browser.",
    "doctor": "Check which tools and logins are available and what you lose without them.",
}
"""Name of a command (module `curate.commands.<name>`, attribute `command`) and its line in `curate --help`."""


class _Commands(MutableMapping[str, click.Command]):
    """The commands by name; a command's module is imported on its first use."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in COMMANDS:
            raise KeyError(name)
        command: click.Command = import_module(f"curate.commands.{name}").command
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)

    def __setitem__(self, name: str, command: click.Command) -> None:
        raise TypeError("the commands stand in COMMANDS")

    def __delitem__(self, name: str) -> None:
        raise TypeError("the commands stand in COMMANDS")


class LazyGroup(Group):
    """The group of all commands, which imports none of them for its own help."""

    def describe(self, ctx: click.Context, name: str) -> str:
        return COMMANDS[name]


@click.group(cls=LazyGroup, commands=_Commands(), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, package_name="mathlib-curate")
@click.pass_context
def cli(context: click.Context) -> None:
    """Build, check, measure and publish the MathlibPR and StochBench datasets for Lean 4.

    Each option can also be set in the environment, as CURATE_<COMMAND>_<OPTION>, and in curate.toml, here or in your
    settings folder.

    Exit codes: 0 done, 1 failed, 2 usage, 3 stopped (run the same command again to resume), 4 input refused.
    """
    from curate.config import own_config, read_config  # here, for `curate --help` needs none of it

    context.default_map = read_config(Path(), own_config())
    read_settings(context, "command", [*COMMANDS])


def main() -> None:
    """The console script: runs the command, and turns an error into one line and an exit code."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for some takes longer than `curate --help`
    run_and_exit(lambda: cli.main(standalone_mode=False, prog_name="curate", auto_envvar_prefix="CURATE"), sys.argv)
