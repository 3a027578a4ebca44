"""`curate labels`: agreed disputes about labels become a list of overrides."""

from dataclasses import dataclass
from pathlib import Path

import click
from pydantic import TypeAdapter, ValidationError

from curate.clock import utc_today
from curate.console import Screen
from curate.grammar import Command, Group, request
from curate.schemas.errors import Refused, explain_validation
from curate.schemas.mathlibpr.rules.overrides import Dispute, Override, agree, merge_overrides
from curate.schemas.store.atomic import write_file
from curate.schemas.store.jsonl import read_lines, render_lines

MOST_BYTES = 1 << 20
_DISPUTES: TypeAdapter[list[Dispute]] = TypeAdapter(list[Dispute])


@dataclass(frozen=True)
class ApplyRequest:
    """Which disputes are agreed to, by whom, and where the list is."""

    file: Path
    by: str
    overrides: Path


@click.group(name="labels", cls=Group)
def command() -> None:
    """Turn agreed disputes about labels into a list that `curate prs --overrides` reads."""


@command.command(name="apply", cls=Command, short_help="Agree to the disputes in FILE.")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--by", required=True, metavar="WHO", help="Who agrees; kept with each label that changes.")
@click.option("--overrides", type=click.Path(path_type=Path, dir_okay=False), default=Path("overrides.jsonl"),
              show_default=True, help="The list; what stands in it stays.")  # fmt: skip
@request(ApplyRequest)
def apply(asked: ApplyRequest, screen: Screen) -> None:
    """Agree to the disputes in FILE: a report that a page of `curate report` made, or a JSON list of them.

    Nothing changes until a dataset is built with the list; then `explain`, the pages and the card say what was changed.
    """
    disputes = read_disputes(asked.file)
    try:
        fresh = agree(disputes, asked.by, utc_today())
    except ValidationError as error:
        raise click.UsageError(f"--by is one line: {explain_validation(error)}") from error
    held = read_lines(asked.overrides, Override)
    merged = merge_overrides(held, fresh)
    write_file(asked.overrides, render_lines(merged).encode())
    screen.done(
        f"{asked.overrides}: {len(merged)} overrides, {len(merged) - len(held)} of them new",
        f"curate prs --overrides {asked.overrides} …",
    )


def read_disputes(path: Path) -> list[Dispute]:
    """The disputes in a file: one, or a list.

    Raises:
        Refused: it is neither, or too long.
    """
    data = path.read_bytes()
    if len(data) > MOST_BYTES:
        raise Refused(f"{path} has more than {MOST_BYTES} bytes")
    try:
        return _DISPUTES.validate_json(data if data.lstrip().startswith(b"[") else b"[" + data + b"]")
    except ValidationError as error:
        raise Refused(f"{path} holds no report on a label: {explain_validation(error)}") from error
