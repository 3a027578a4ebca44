"""curate review: measure reviewers on MathlibPR."""

import click

from curate.commands.review.asking import batch, plan, run, show
from curate.commands.review.checkout import checkout
from curate.commands.review.importing import import_
from curate.commands.review.publishing import publish
from curate.commands.review.scoring import baseline, report, score
from curate.grammar import Group


@click.group("review", cls=Group)
def command() -> None:
    """Measure models that review pull requests: can they tell merge ready from not yet?"""


for one in (show, plan, run, batch, score, report, baseline, checkout, import_, publish):
    command.add_command(one)
