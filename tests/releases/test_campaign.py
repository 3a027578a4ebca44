"""Random faults and kills, a few of the many that `benchmarks/push_faults.py` plays."""

from pathlib import Path

from campaign import run_trial


def test_killed_and_disturbed_pushes_end_in_one_commit_and_one_tag_each(
    earlier: Path, later: Path, tmp_path: Path
) -> None:
    outcomes = run_trial(tmp_path, [("0.1.0", earlier), ("0.2.0", later)], seed=3, rate=0.03, kill=0.7)
    assert sum(outcome.kills for outcome in outcomes) > 0
    assert any(outcome.faults for outcome in outcomes)
