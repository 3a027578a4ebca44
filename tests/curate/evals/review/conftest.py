"""A stand-in reviewer, and the review command as a user calls it."""

from collections.abc import Callable, Iterator

import pytest
from command_line import Place, Said

from curate.standins.models import StandIn, serve
from curate.standins.models.reviewer import review

Review = Callable[..., Said]


@pytest.fixture
def mind() -> Iterator[StandIn]:
    with serve(review) as server:
        yield server


@pytest.fixture
def curate(place: Place, monkeypatch: pytest.MonkeyPatch) -> Review:
    """`curate review …`; a key is in the environment."""
    monkeypatch.setenv("OPENAI_API_KEY", "secret-key")
    return lambda *words: place.curate("review", *map(str, words))
