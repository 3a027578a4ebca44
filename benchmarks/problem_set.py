"""Makes formalize/problems/records.jsonl from the sources of the problems: every statement elaborated and checked,
every proof and disproof taken by the kernel. Records keep their history; other ones than ID are left as they are.

    python -m benchmarks.problem_set [ID]...
"""

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from curate.clock import utc_today
from curate.formalize.lean.backend import LeanBackend
from curate.formalize.lean.open import open_lean
from curate.formalize.lean.signatures import open_signatures
from curate.formalize.records.collection import Entry, read_entries
from curate.formalize.records.shipped import RECORDS, read_records
from curate.formalize.run.collect import make_problem
from curate.schemas.errors import CurateError
from curate.schemas.stochbench.records import Problem, revise

WORKERS = 2


def main(ids: list[str]) -> int:
    entries = {entry.id: entry for entry in read_entries()}
    earlier = {one.id: one for one in read_records()} if RECORDS.exists() else {}
    today = utc_today()
    leans: dict[str, LeanBackend] = {"prelude": open_lean(None)}
    for entry in entries.values():
        if entry.library == "mathlib" and entry.revision not in leans:
            leans[entry.revision] = open_signatures(entry.revision)
    started, failed = time.monotonic(), 0

    def make(entry: Entry) -> Problem | str:
        lean = leans["prelude" if entry.library == "prelude" else entry.revision]
        try:
            made = make_problem(lean, entry, entries, today)
        except CurateError as error:
            return str(error)
        before = earlier.get(entry.id)
        return made if before is None else revise(made, before, today, "made again from its source")

    wanted = [entry for entry in entries.values() if not ids or entry.id in ids]
    records = {one: earlier[one] for one in entries if one in earlier and ids and one not in ids}
    with ThreadPoolExecutor(WORKERS) as pool:
        for entry, made in zip(wanted, pool.map(make, wanted), strict=True):
            if isinstance(made, str):
                failed += 1
                print(made)
            else:
                records[entry.id] = made
                if made.gift is None:
                    print(f"{entry.id}: {made.gift_reason}")
    lines = [
        json.dumps(records[one].model_dump(mode="json", exclude_none=True), ensure_ascii=False)
        for one in entries
        if one in records
    ]
    RECORDS.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(records)} records, {failed} refused, {time.monotonic() - started:.0f} s")
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
