"""`curate prove export`: the problems in a form that other harnesses run."""

from dataclasses import dataclass
from pathlib import Path

import click

from curate.commands.prove.folders import read_statements
from curate.console import Screen
from curate.evals.prove.frozen import choose_frozen, read_frozen
from curate.evals.prove.harbor import find_answer, render_task
from curate.evals.prove.running import choose
from curate.grammar import Command, request
from curate.options import PROBLEMS_FOLDER
from curate.schemas.distribution import installed_version
from curate.schemas.errors import Refused
from curate.schemas.stochbench.folder import RECORD
from curate.schemas.store.atomic import replacing


@dataclass(frozen=True)
class ExportRequest:
    """Problems and where they go."""

    harbor: Path
    directory: Path
    frozen: Path | None
    only: tuple[str, ...]
    cap: float


@click.command("export", cls=Command)
@click.option("--harbor", type=click.Path(path_type=Path), required=True, help="New folder of Harbor tasks.")
@PROBLEMS_FOLDER
@click.option("--set", "frozen", type=click.Path(path_type=Path), help="This frozen set alone.")
@click.option("--only", multiple=True, metavar="ID", help="These problems alone. [default: all active ones]")
@click.option("--cap", type=click.FloatRange(1), default=900.0, show_default=True, help="Seconds that an agent has.")
@request(ExportRequest, excludes=[("set", "only")])
def export(asked: ExportRequest, screen: Screen) -> None:
    """Write the active problems as Harbor tasks, with `curate judge` as their verifier.

    Each task holds the instruction, the container's Dockerfile, the tests, and as its oracle solution the proof that
    the problem's folder keeps, where it keeps one.
    """
    statements = read_statements(asked.directory)
    if asked.frozen is not None:
        statements = choose_frozen(statements, read_frozen(asked.frozen))
    statements = choose(statements, asked.only, None)
    if asked.harbor.exists():
        raise Refused(f"{asked.harbor} is there already; name a new folder")
    version, answered = installed_version(), 0
    with replacing(asked.harbor) as fresh:
        for name, statement in statements.items():
            folder = asked.directory / name
            answer = find_answer(folder)
            answered += answer is not None
            record = (folder / RECORD).read_text(encoding="utf-8")
            assert statement.record is not None  # every statement was read from its record
            for file in render_task(statement.record, statement.text, record, answer, version, asked.cap):
                path = fresh / name / file.name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(file.text, encoding="utf-8")
                if file.executable:
                    path.chmod(0o755)
    screen.done(f"{asked.harbor}: {len(statements)} tasks, {answered} of them with a solution",
                f"harbor run -p {asked.harbor} -a oracle")  # fmt: skip
