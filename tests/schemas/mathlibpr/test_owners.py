"""Rule 3: a commit that several pull requests list is the head of one of them at most."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pulls import commit, event, hour, pull, row, sha

from curate.schemas.mathlibpr.pulls import PullRequest
from curate.schemas.mathlibpr.rules.heads import order_heads
from curate.schemas.mathlibpr.rules.owners import NOBODY, Listings, Owners, read_listing


def listing(number: int, opened: float, *places: int, **changed: Any) -> PullRequest:
    """A pull request that lists commits made in the hours `places`."""
    commits = [commit(place, row("SUCCESS")) for place in places]
    return pull(*commits, number=number, created_at=hour(opened), **changed)


def resolve(
    *pulls: PullRequest, landed: tuple[int, ...] = (), aside: Mapping[int, frozenset[str]] | None = None
) -> Owners:
    listings = Listings()
    for one in pulls:
        listings.add(read_listing(one, one.number in landed))
    return listings.resolve(aside or {})


def test_an_empty_list_says_that_the_head_is_on_the_base_branch_and_a_cut_one_does_not() -> None:
    reset = pull().model_copy(update={"commits": (), "head_sha": sha(9)})
    assert order_heads(reset) == ()
    cut = reset.model_copy(update={"cut": ("commits",)})
    assert [head.sha for head in order_heads(cut)] == [sha(9)]


def test_commits_of_the_pull_request_below_are_that_ones() -> None:
    lower, upper = listing(10, 1.5, 1, 2), listing(11, 3.5, 1, 2, 3, 4)
    owners = resolve(lower, upper)
    assert owners.other_owner(sha(1), 11) == 10
    assert owners.other_owner(sha(2), 11) == 10
    assert owners.other_owner(sha(3), 11) is None
    assert owners.other_owner(sha(1), 10) is None
    assert owners.sharers(sha(1), 10) == (11,)


def test_the_tip_at_opening_is_its_own_though_an_older_pull_request_merged_it_later() -> None:
    older, younger = listing(10, 0.5, 1, 3, 7), listing(11, 3.5, 3, 5)
    owners = resolve(older, younger)
    assert owners.other_owner(sha(3), 11) is None
    assert owners.other_owner(sha(3), 10) == 11


def test_all_commits_are_the_younger_ones_where_the_older_merged_its_final_head() -> None:
    older, younger = listing(10, 0.5, 1, 2, 3, 4, 5), listing(11, 3.5, 2, 3, 4)
    owners = resolve(older, younger)
    assert [owners.other_owner(sha(place), 10) for place in (1, 2, 3, 4, 5)] == [None, 11, 11, 11, None]


def test_a_head_that_was_closed_and_landed_in_a_successor_is_the_successors() -> None:
    closed, successor = listing(10, 0.5, 1, 2), listing(11, 5, 1, 2)
    for heir in (successor, listing(11, 5, 1, 2, 6)):
        owners = resolve(closed, heir, landed=(11,))
        assert owners.other_owner(sha(2), 10) == 11
        assert owners.other_owner(sha(2), 11) is None
    assert resolve(closed, listing(11, 5, 1, 2, 6), landed=(10,)).other_owner(sha(2), 11) == 10


def test_what_a_stacked_pull_request_goes_on_merging_stays_that_of_the_one_below() -> None:
    lower, upper = listing(10, 0.5, 1, 4, 8), listing(11, 2.5, 1, 2, 4, 5)
    owners = resolve(lower, upper)
    assert owners.other_owner(sha(4), 11) == 10
    assert owners.other_owner(sha(5), 11) is None


def test_what_came_with_a_force_push_was_pushed_by_whoever_lists_it_too() -> None:
    pushed = (event("force_pushed", 6),)
    rewritten = listing(11, 0.5, 3, 4, 5, 7, events=pushed)
    owners = resolve(listing(10, 0.2, 3, 8), rewritten)
    assert owners.other_owner(sha(3), 11) == 10
    both = resolve(listing(10, 0.2, 3, 4, 9, events=pushed), rewritten)
    assert both.other_owner(sha(3), 10) == NOBODY
    assert both.other_owner(sha(3), 11) == NOBODY
    assert both.other_owner(sha(4), 10) is None  # its tip at the force push


def test_a_commit_off_the_first_parents_is_the_other_pull_requests() -> None:
    older, younger = listing(10, 0.5, 1, 4, 8), listing(11, 2.5, 2, 4, 5)
    assert resolve(older, younger).other_owner(sha(4), 11) is not None
    owners = resolve(older, younger, aside={10: frozenset({sha(4)})})
    assert owners.other_owner(sha(4), 11) is None
    assert owners.other_owner(sha(4), 10) == 11


listings = st.lists(
    st.tuples(st.integers(0, 6), st.lists(st.integers(1, 6), min_size=1, max_size=5, unique=True), st.booleans()),
    min_size=1, max_size=4,
)  # fmt: skip


@given(listings)
def test_each_commit_is_one_pull_requests_at_most_and_a_landed_head_is_never_lost(
    given_lists: list[tuple[int, list[int], bool]],
) -> None:
    pulls = [listing(n, opened, *places) for n, (opened, places, _) in enumerate(given_lists, start=10)]
    landed = tuple(one.number for one, (_, _, yes) in zip(pulls, given_lists, strict=True) if yes)
    owners = resolve(*pulls, landed=landed)
    for place in range(1, 7):
        claiming = [one.number for one in pulls if sha(place) in {commit.sha for commit in one.commits}]
        own = [number for number in claiming if owners.other_owner(sha(place), number) is None]
        assert len(own) <= 1
        ended = [one.number for one in pulls if one.head_sha == sha(place) and one.number in landed]
        if ended:
            assert own == [ended[-1]]
