"""What the presence of a field alone says of the label, and labels that contradict each other."""

from curate.schemas.mathlibpr.rules.labels import find_contradictions
from curate.schemas.mathlibpr.rules.presence import Observation, measure_presence


def observed(pulls: int, ready: float, revised: float) -> list[Observation]:
    """One accepted and one revised snapshot of each pull request; shares of them that have the field."""
    return [
        Observation(str(number), label, {"field": number < share * pulls})
        for number in range(pulls)
        for label, share in (("merge_ready", ready), ("not_merge_ready", revised))
    ]  # type: ignore[misc]  # the literal is not inferred in a comprehension


def test_a_field_that_is_there_for_one_label_only_tells_it() -> None:
    (telling,) = measure_presence(observed(200, 0.6, 0.1))
    assert telling.balanced_accuracy == 0.75
    assert telling.low < 0.75 < telling.high
    assert telling.tells
    assert measure_presence(observed(200, 0.1, 0.6))[0].tells  # its absence does


def test_a_field_that_is_there_as_often_for_both_labels_tells_nothing() -> None:
    assert not measure_presence(observed(200, 0.5, 0.5))[0].tells
    assert not measure_presence(observed(4, 1.0, 0.5))[0].tells  # by chance, with so few
    assert measure_presence([Observation("1", "merge_ready", {"field": True})]) == []


def test_snapshots_of_one_pull_request_count_as_one() -> None:
    alone = measure_presence(observed(50, 0.6, 0.4))[0]
    often = measure_presence(observed(50, 0.6, 0.4) * 9)[0]
    assert often.high - often.low == alone.high - alone.low


def test_each_sha_and_each_patch_with_both_labels_is_found() -> None:
    rows = [
        ("a", "1" * 40, "p", "merge_ready"), ("b", "2" * 40, "p", "not_merge_ready"),
        ("c", "1" * 40, None, "not_merge_ready"), ("d", "3" * 40, None, "not_merge_ready"),
        ("e", "3" * 40, "q", "not_merge_ready"),
    ]  # fmt: skip
    found = [(one.one, one.other, one.shared[:8]) for one in find_contradictions(rows)]  # type: ignore[arg-type]
    assert found == [("a", "b", "patch id"), ("a", "c", "sha 1111")]
