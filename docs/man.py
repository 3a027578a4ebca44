"""Prints the man page, made from the commands' own help: python docs/man.py > curate.1"""

import sys
from collections.abc import Iterator

import click

from curate import __version__
from curate.cli import cli


def render_man() -> str:
    """The page in roff."""
    lines = [f'.TH CURATE 1 "" "mathlib-curate {__version__}" "User Commands"', ".SH NAME"]
    lines += ["curate \\- build, check, measure and publish datasets for Lean 4", ".SH SYNOPSIS", ".B curate"]
    lines += ["COMMAND [OPTIONS] [ARGS]", ".SH DESCRIPTION", *_paragraphs(cli.help or ""), ".SH COMMANDS"]
    for path, command in _commands(cli, ("curate",)):
        lines += [f".SS {' '.join(path)}", *_paragraphs(command.help or "")]
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                lines += [".TP", f".B {_escape(', '.join(parameter.opts))}", _escape(parameter.help or "")]
    return "\n".join(lines) + "\n"


def _commands(group: click.Group, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None:
            yield (*path, name), command
        if isinstance(command, click.Group):
            yield from _commands(command, (*path, name))


def _paragraphs(text: str) -> list[str]:
    return [line for part in text.split("\n\n") for line in (".PP", _escape(" ".join(part.split())))]


def _escape(text: str) -> str:
    """No backslash, leading dot or apostrophe of a text is an instruction; a hyphen stays one that can be copied."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain[:1] in (".", "'") else plain


if __name__ == "__main__":
    sys.stdout.write(render_man())
