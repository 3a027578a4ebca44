"""Writes `schemas/json/*.schema.json` from the records: `python -m curate.schemas.export`, or compares (`--check`)."""

import json
import sys
from pathlib import Path

from curate.schemas.base import Record
from curate.schemas.mathlibpr.drops import Drop
from curate.schemas.mathlibpr.rows import DATASET_CONFIGS
from curate.schemas.stochbench.verdicts import Submission, Verdict

JSON_DIR = Path(__file__).parent / "json"

EXPORTED: dict[str, type[Record]] = {**DATASET_CONFIGS, "drops": Drop, "submissions": Submission, "verdicts": Verdict}


def render_json_schema(record: type[Record]) -> str:
    """The JSON Schema of `record` as the text of its file."""
    return json.dumps(record.model_json_schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def stale_schemas() -> list[str]:
    """Names of the files under `schemas/json/` that are absent, foreign or not what the records say now."""
    wanted = {f"{name}.schema.json": render_json_schema(record) for name, record in EXPORTED.items()}
    found = {path.name: path.read_text(encoding="utf-8") for path in JSON_DIR.glob("*.json")}
    return sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))


def main(arguments: list[str]) -> int:
    """Entry point: 0 when the files are (now) current, 1 when `--check` found stale ones."""
    if arguments == ["--check"]:
        for name in stale_schemas():
            sys.stderr.write(f"schemas/json/{name} is stale: run python -m curate.schemas.export\n")
        return bool(stale_schemas())
    JSON_DIR.mkdir(exist_ok=True)
    for name, record in EXPORTED.items():
        (JSON_DIR / f"{name}.schema.json").write_text(render_json_schema(record), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
