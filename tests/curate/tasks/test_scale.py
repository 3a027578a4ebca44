"""The estimates of docs/scale.md: the formula is what a simulation of the three queues gives, and the page says it."""

import re
from pathlib import Path

from benchmarks.scale import JOBS, MACHINES, WITHIN, differences, estimate

PAGE = Path(__file__).parents[3] / "docs" / "scale.md"


def test_the_formula_is_what_the_simulation_gives() -> None:
    smaller = [job._replace(tasks=min(20_000, job.tasks)) for job in JOBS]
    far = [row for row in differences(smaller) if abs(row[2].hours / row[3] - 1) > WITHIN]
    assert far == []


def test_the_page_has_each_job_s_hours_and_first_bottleneck() -> None:
    rows = {cells[1].strip(): [cell.strip() for cell in cells[2:-1]]
            for line in PAGE.read_text(encoding="utf-8").splitlines()
            if len(cells := line.split("|")) == len(MACHINES) + 3}  # fmt: skip
    for job in JOBS:
        found = [estimate(job, machines) for machines in MACHINES]
        assert [re.sub(r",", "", cell) for cell in rows[job.name]] == [
            f"{one.hours:.2f} h {one.bottleneck}" for one in found
        ]
