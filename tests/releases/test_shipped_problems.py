"""The shipped problems as a whole: published to a Hub by the commands, loaded by anybody, and as the records say."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from curate.formalize.records.collection import read_entries, render_preamble
from curate.formalize.records.shipped import read_records
from curate.standins.hub.server import Hub

LOADED = """
import json
from datasets import load_dataset
print(json.dumps([dict(row) for row in load_dataset("owner/StochBench", "problems", revision="v0.1.0", split="test")]))
"""


def test_the_whole_set_is_published_and_loaded_with_preambles_pairs_gift_strength_and_status(
    hub: Hub, tmp_path: Path
) -> None:
    env = {
        **os.environ, "HF_ENDPOINT": hub.endpoint, "HF_TOKEN": "hf_writer", "HF_HOME": str(tmp_path / "hf"),
        "NO_PROXY": "127.0.0.1", "PYTHONWARNINGS": "ignore",
    }  # fmt: skip

    def call(*words: str) -> str:
        line = [sys.executable, *words]
        done = subprocess.run(line, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    call("-m", "curate", "problems", "examples", "set")
    stats = json.loads(call("-m", "curate", "problems", "stats", "--problems", "set", "--json"))
    call("-m", "curate", "release", "problems", "set", "--out", "dataset")
    call("-m", "curate", "release", "build", "dataset", "--version", "0.1.0", "--to", "owner/StochBench", "--out", "v1")
    call("-m", "curate", "release", "push", "v1")
    rows = {row["problem_id"]: row for row in json.loads(call("-c", LOADED))}

    records = {one.id: one for one in read_records() if one.status != "draft"}
    entries = {one.id: one for one in read_entries()}
    assert sum(row["count"] for row in stats) == len(entries)
    assert rows.keys() == records.keys()
    keys = ("topic", "representation", "gift", "status")
    published = Counter(tuple(row[key] for key in keys) for row in rows.values())
    expected = Counter[tuple[object, ...]]()
    for row in stats:
        if row["status"] != "draft":
            expected[tuple(row[key] for key in keys)] += row["count"]
    assert published == expected
    for name, row in rows.items():
        assert (row["pair"], row["gift_reason"]) == (records[name].pair, records[name].gift_reason), name
        assert row["preamble"] == render_preamble(entries[name]), name
        assert row["statement"].startswith(row["preamble"] or ""), name
        assert [one["tag"] for one in row["hypotheses"]] == [one.tag for one in records[name].hypotheses], name
    assert all(rows[row["pair"]]["pair"] == name for name, row in rows.items() if row["pair"])
