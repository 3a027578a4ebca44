"""Rule 8: what of a pull request's texts may be shown, and whether it is what stood there at the head."""

import re
from datetime import datetime
from functools import lru_cache
from typing import Literal, NamedTuple

from curate.schemas.mathlibpr.pulls import PullRequest
from curate.schemas.mathlibpr.rules.facts import BORS_PREFIX
from curate.schemas.mathlibpr.rules.leaks import clean, redact_trailers
from curate.schemas.people import mask_people
from curate.schemas.personal import mask_mentions, redact_code, redact_text
from curate.schemas.text import storable

_INDEX = re.compile(r"(?m)^index [0-9a-f]{7,64}\.\.[0-9a-f]{7,64}(?: [0-7]{6})?\n")
Origin = Literal["as_of_head", "post_hoc"]


class Text(NamedTuple):
    """A cleaned text and whether it is known to have stood so at the head."""

    text: str
    origin: Origin


@lru_cache(64)  # the heads of one pull request mostly share title and body
def clean_text(text: str, number: int) -> str:
    """`text` without what tells the outcome or a person: the leaks of prose, e-mails, logins."""
    before = None
    while before != text:
        before = text
        text = storable(mask_people(mask_mentions(redact_text(clean(text, number, "prose")))))
    return text


def publish_diff(diff: str) -> str:
    """`diff` as it is published: without addresses, secrets and those whom a trailer names, all else as it is."""
    return redact_trailers(redact_code(diff))


def clean_diff(diff: str, number: int) -> str:
    """`diff` as a reviewer is shown it: its lines as they are, but for what tells the outcome, a person or a sha."""
    return clean(_INDEX.sub("", redact_code(diff)), number, "code")


def title_at(pull: PullRequest, at: datetime | None) -> Text:
    """The title as it was at `at`, or, where that can't be known, as it is now."""
    renames = [event for event in pull.events if event.kind == "renamed"]
    if at is None or "events" in pull.cut:
        return Text(clean_text(pull.title, pull.number), "post_hoc")
    later = [event for event in renames if event.at is None or event.at > at]
    if all(event.at and event.previous is not None for event in later):
        title = later[0].previous if later else pull.title
        return Text(clean_text(title or "", pull.number), "as_of_head")
    if BORS_PREFIX.match(pull.title):  # one rename is bors' own, and what it put in front is taken off
        later = later[:-1]
    unsure = [event for event in later if event.not_before is None or event.not_before >= at or event.at is None]
    return Text(clean_text(pull.title, pull.number), "post_hoc" if unsure else "as_of_head")


def body_at(pull: PullRequest, at: datetime | None) -> Text:
    """The body as it was at `at`, or, where no edit history is known, as it is now."""
    if at is not None and pull.body_edits is not None:
        before = [edit for edit in pull.body_edits if edit.at <= at]
        if before or not pull.body_edits:
            return Text(clean_text(before[-1].body if before else pull.body, pull.number), "as_of_head")
    return Text(clean_text(pull.body, pull.number), "post_hoc")
