"""Fills in a problem record from what is known of a problem and what was found of its statement: the one place."""

from collections.abc import Collection

from curate.formalize.checks.hypotheses import tag_hypotheses
from curate.formalize.records.draft import Header
from curate.formalize.terms.statements import Statement
from curate.schemas.stochbench.environment import Environment
from curate.schemas.stochbench.gift import rate_gift
from curate.schemas.stochbench.records import CheckResult, Formalization, Problem, Status
from curate.schemas.store.digest import digest_text


def fill_record(
    header: Header,
    statement: Statement,
    text: str,
    *,
    definitions: Collection[str],
    environment: Environment,
    formalization: Formalization,
    checks: tuple[CheckResult, ...],
    status: Status,
) -> Problem:
    """The record at its first revision, without a history. `definitions`: names of the text's own predicates.

    Raises:
        Refused: a tag is of a hypothesis that is not there, or none.
    """
    tagged, untagged = tag_hypotheses(statement, header.hypotheses, definitions)
    rating = rate_gift(tagged, untagged)
    return Problem(
        id=header.id,
        title=header.title,
        informal_statement=header.informal,
        topic=header.topic,
        representation=header.representation,
        status=status,
        theorem=statement.name,
        statement_revision=1,
        statement_digest=statement.digest,
        text_sha256=digest_text(text),
        preamble_sha256=digest_text(header.preamble) if header.preamble else None,
        source=header.source,
        environment=environment,
        formalization=formalization,
        pair=header.pair,
        hypotheses=tagged,
        gift=rating.gift,
        gift_reason=rating.reason,
        checks=checks,
        history=(),
    )
