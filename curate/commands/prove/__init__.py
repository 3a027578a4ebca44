"""curate prove: provers run over StochBench's problems, and what was proved."""

import click

from curate.commands.prove.boards import board, declare, freeze
from curate.commands.prove.exporting import export
from curate.commands.prove.reading import classify, report, show
from curate.commands.prove.running import run
from curate.grammar import Group


@click.group("prove", cls=Group)
def command() -> None:
    """Run provers over problems, and report what the judge accepted."""


for one in (run, report, show, classify, freeze, declare, board, export):
    command.add_command(one)
