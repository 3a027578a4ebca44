"""Values of a report as JSON has them."""

import math
from pathlib import Path
from typing import Any

from curate.evals.review.records import RunFile
from curate.evals.review.report import Report, Run


def plain(report: Report) -> dict[str, Any]:
    """All of a report, predictions left out; a measure that is not a number is null."""
    return {name: plain_value(value) for name, value in report._asdict().items()}


def plain_value(value: object) -> Any:
    """One value of a report."""
    if isinstance(value, Run):
        return {"folder": value.folder.name, "run": plain_value(value.file), "missing": value.missing}
    if isinstance(value, RunFile):
        return value.model_dump(mode="json")
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain_value(one) for name, one in value._asdict().items()}
    if isinstance(value, dict):
        return {str(name): plain_value(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(one) for one in value]
    if isinstance(value, Path):
        return value.name
    if isinstance(value, float):
        return None if math.isnan(value) else round(value, 6)
    return value
