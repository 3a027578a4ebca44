"""Holds the docs true: every command has help and stands in the README; every relative link leads somewhere."""

import re
import sys
from pathlib import Path

import click

from curate.cli import COMMANDS, cli

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"\[[^\]]*\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)")


def find_problems() -> list[str]:
    """What the docs say wrongly or leave out, one line each."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    problems = [
        f"{document.relative_to(ROOT)} links to {target}, which does not exist"
        for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
        for target in LINK.findall(document.read_text(encoding="utf-8"))
        if not (document.parent / target).exists()
    ]
    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        if command is None:
            problems.append(f"curate {name} can't be imported")
            continue
        if f"curate {name}" not in readme:
            problems.append(f"README.md does not name curate {name}")
        problems += _undocumented(f"curate {name}", command)
    return problems


def _undocumented(path: str, command: click.Command) -> list[str]:
    found = [] if command.help else [f"{path} has no help text"]
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.help and not parameter.hidden:
            found.append(f"{path} {parameter.opts[-1]} has no help text")
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None:
                found += _undocumented(f"{path} {name}", child)
    return found


if __name__ == "__main__":
    problems = find_problems()
    sys.stderr.write("".join(f"docs: {problem}\n" for problem in problems))
    raise SystemExit(bool(problems))
