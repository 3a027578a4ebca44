"""`curate prove run`: a prover over problems."""

import shlex
from dataclasses import dataclass
from pathlib import Path

import click

from curate.commands.prove.folders import read_statements
from curate.console import Screen
from curate.evals.prove.apart import is_possible
from curate.evals.prove.frozen import choose_frozen, read_frozen
from curate.evals.prove.records import PREDICTIONS, Prover, ProverName
from curate.evals.prove.results import VERDICTS
from curate.evals.prove.running import begin_run, choose, run_provers
from curate.evals.review.models import check_model, price_of
from curate.formalize.models.prices import Price
from curate.grammar import Command, request
from curate.options import PROBLEMS_FOLDER
from curate.schemas.errors import Refused

ASK_ABOVE_H = 1.0
"""Hours of proving above which a run asks for --yes."""
ASK_ABOVE_DOLLARS = 5.0
"""Costs above which a run asks for --yes; costs that are not known are."""


@dataclass(frozen=True)
class RunRequest:
    """Who proves what, how often and how long."""

    prover: ProverName
    model: str | None
    base_url: str | None
    tools: str
    mcp: str | None
    mcp_tools: tuple[str, ...]
    command_line: str | None
    project: Path | None
    directory: Path
    frozen: Path | None
    only: tuple[str, ...]
    limit: int | None
    samples: int
    cap: float
    memory: int
    max_checks: int
    max_tokens: int
    temperature: float | None
    prices: tuple[float, float] | None
    workers: int
    out: Path
    plan: bool
    yes: bool


@click.command("run", cls=Command)
@click.option(
    "--prover", type=click.Choice(["portfolio", "search", "agent", "command"]), required=True, help="Who proves."
)
@click.option("--model", help="The agent's model: NAME, anthropic/NAME, local:smollm2 or cassette:FILE.")
@click.option("--base-url", help="Server of the model, in OpenAI's form.")
@click.option("--tools", type=click.Choice(["native", "text"]), default="native", show_default=True,
              help="text: for models that can't call tools; they write their calls as JSON.")  # fmt: skip
@click.option("--mcp", metavar="COMMAND", help="An MCP server, started without the network, with more tools.")
@click.option("--mcp-tool", "mcp_tools", multiple=True, metavar="NAME", help="A tool of --mcp that the agent may use.")
@click.option("--command", "command_line", help="A prover of your own: it is given the path of a task file.")
@click.option("--project", type=click.Path(path_type=Path, file_okay=False), help="Check texts in this Lean project.")
@PROBLEMS_FOLDER
@click.option("--set", "frozen", type=click.Path(path_type=Path), help="Prove this frozen set; see prove freeze.")
@click.option("--only", multiple=True, metavar="ID", help="Prove these problems alone.")
@click.option("--limit", type=click.IntRange(1), help="Prove the first N problems alone.")
@click.option("--k", "samples", type=click.IntRange(1, 100), default=1, show_default=True, help="Samples a problem.")
@click.option("--cap", type=click.FloatRange(0.1), default=900.0, show_default=True, help="Seconds a sample may take.")
@click.option("--memory", type=click.IntRange(256), default=4096, show_default=True, help="MB a sample may hold.")
@click.option(
    "--max-checks", type=click.IntRange(1), default=3000, show_default=True, help="Texts a sample may put to Lean."
)
@click.option(
    "--max-tokens", type=click.IntRange(1), default=200_000, show_default=True, help="Tokens of the agent's, a sample."
)
@click.option("--temperature", type=float, help="Sent to the model when given.")
@click.option(
    "--price",
    "prices",
    type=(float, float),
    metavar="READ WRITTEN",
    help="US dollars for a million tokens read, and written.",
)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Samples in parallel.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder of the run.")
@click.option("--plan", is_flag=True, help="Print what the run may cost, and exit.")
@click.option("--yes", is_flag=True, help="Start although the run may take long or cost much.")
@request(
    RunRequest,
    needs={"mcp": ("mcp-tool",), "mcp-tool": ("mcp",), "base-url": ("model",), "temperature": ("model",)},
    excludes=[("set", "only"), ("set", "limit"), ("model", "command")],
)
def run(asked: RunRequest, screen: Screen) -> None:
    """Prove active problems; the same command resumes a run that was stopped."""
    _check_options(asked)
    if asked.model is not None:
        check_model(asked.model, asked.base_url)
    statements = read_statements(asked.directory)
    if asked.frozen is not None:
        statements = choose_frozen(statements, read_frozen(asked.frozen))
    else:
        statements = choose(statements, asked.only, asked.limit)
    price = price_of(asked.model, asked.prices) if asked.model else Price(input=0.0, output=0.0)
    number = len(statements) * asked.samples
    if _plan(asked, screen, number, price):
        return
    started = begin_run(asked.out, _prover(asked), statements, asked.samples, asked.cap, asked.memory)
    kept = asked.prover != "command" or is_possible(asked.out)
    if not kept:
        screen.note(f"this system lets no program have namespaces: the prover can write to {asked.out}")
    with screen.progress("proved or given up", number) as ticker:
        found = run_provers(
            started, statements, asked.out, asked.workers, price, asked.base_url,
            lambda one: ticker.advance(1, one.ended), kept=kept,
        )  # fmt: skip
    claimed = sum(one.ended == "solved" for one in found)
    files = f"--predictions {asked.out / PREDICTIONS} --out {asked.out / VERDICTS}"
    screen.done(
        f"{asked.out}: {len(found)} predictions, {claimed} of them claim a proof",
        f"curate judge {files} --problems {asked.directory}",
    )


def _prover(asked: RunRequest) -> Prover:
    return Prover.model_validate(
        {
            "name": asked.prover,
            "model": asked.model,
            "command": tuple(shlex.split(asked.command_line or "")),
            "max_checks": asked.max_checks,
            "max_tokens": asked.max_tokens,
            "temperature": asked.temperature,
            "tools": asked.tools,
            "server": tuple(shlex.split(asked.mcp or "")),
            "server_tools": asked.mcp_tools,
            "project": str(asked.project.resolve()) if asked.project else None,
        }
    )


def _check_options(asked: RunRequest) -> None:
    if (asked.prover == "agent") != (asked.model is not None):
        raise click.UsageError("--model goes with --prover agent, and with no other")
    if (asked.prover == "command") != (asked.command_line is not None):
        raise click.UsageError("--command goes with --prover command, and with no other")
    if asked.mcp is not None and asked.prover != "agent":
        raise click.UsageError("--mcp goes with --prover agent, and with no other")


def _plan(asked: RunRequest, screen: Screen, number: int, price: Price | None) -> bool:
    """Shows what the run may cost where that was asked for; whether it was.

    Raises:
        Refused: it may cost much, and --yes is missing.
    """
    hours = number * asked.cap / 3600 / asked.workers
    tokens = number * asked.max_tokens if asked.prover == "agent" else 0
    dollars = price.of(tokens, tokens) if price else None
    dear = hours > ASK_ABOVE_H or dollars is None or dollars > ASK_ABOVE_DOLLARS
    if asked.plan or (dear and not asked.yes):
        most = "unknown" if dollars is None else f"{dollars:.2f}"
        rows = [("samples", number), ("hours, at most", f"{hours:.1f}"), ("tokens, at most", tokens)]
        screen.table("plan", ("what", "how much"), [*rows, ("US dollars, at most", most)])
    if dear and not asked.yes and not asked.plan:
        raise Refused("this may take long or cost much; give --yes, or fewer --k, a smaller --cap, --limit or --only")
    return asked.plan
