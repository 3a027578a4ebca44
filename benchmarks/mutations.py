"""Plants faults, one at a time, and says which ones the tests do not notice.

    python benchmarks/mutations.py [--only WORD] [--list]

Each fault is one edit in a copy of the checkout; the tests named with it should fail. A fault whose text is no longer
in its file exactly once is reported as stale, and counts as surviving. Ends with 1 when more than two survive.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
ALLOWED_SURVIVORS = 2
TIMEOUT_S = 600.0


class Fault(NamedTuple):
    """`old` becomes `new` in `path`; `tests` should see it."""

    path: str
    old: str
    new: str
    tests: str


RULES = "tests/schemas/mathlibpr"
HEADS = f"{RULES}/test_heads_and_builds.py {RULES}/test_stored_evidence.py"
LABELS = f"{RULES}/test_labels_and_splits.py"
DEMO = "tests/curate/test_demo_dataset.py"
ANSWERS = "tests/scrapers/live/test_live_answers.py"
REPORTS = "tests/scrapers/live/test_live_reports.py"
PUSH = "tests/releases/test_push.py"
JUDGE = "tests/formalize/judge"
ATTACKS = f"{JUDGE}/test_attacks.py"
FAULTS = (
    # label rules
    Fault("schemas/mathlibpr/rules/checks.py", "else _by_link, reverse=True)", "else _by_link)", HEADS),
    Fault("schemas/mathlibpr/rules/checks.py", 'rsplit(" / ", 1)[-1].strip()', 'rsplit(" / ", 1)[-1]', HEADS),
    Fault(
        "schemas/mathlibpr/rules/checks.py",
        'Judged("unknown" if seen else "none",',
        'Judged("pass" if seen else "none",',
        HEADS,
    ),
    Fault("schemas/mathlibpr/rules/checks.py", '"fail" if conclusion in FAIL else "unknown"', '"fail"', HEADS),
    Fault(
        "schemas/mathlibpr/rules/builds.py",
        'if built.verdict in ("none", "unknown"):',
        'if built.verdict == "none":',
        HEADS,
    ),
    Fault(
        "schemas/mathlibpr/rules/labels.py", "if outcome.landed and key == final_key:", "if key == final_key:", LABELS
    ),
    Fault("schemas/mathlibpr/rules/labels.py", '"revised" if outcome.landed else "unmerged"', '"revised"', LABELS),
    Fault("schemas/mathlibpr/rules/labels.py", 'if one.kind != "intermediate"]', "]", LABELS),
    Fault("schemas/mathlibpr/rules/labels.py", "if change.patch_id is None and not change.empty", "if False", LABELS),
    Fault("schemas/mathlibpr/rules/splits.py", "min(kept[group], key=SPLITS.index)", "kept[group][0]", LABELS),
    Fault(
        "schemas/mathlibpr/rules/splits.py",
        "max(last.get(group, pull.closed_at), pull.closed_at)",
        "pull.closed_at",
        LABELS,
    ),
    Fault(
        "schemas/mathlibpr/rules/splits.py",
        "return {pull.number: frozen.get(pull.number, by_group",
        "return {pull.number: (by_group",
        LABELS,
    ),
    Fault(
        "schemas/mathlibpr/rules/leaks.py",
        "while before != text:",
        "if before != text:",
        f"{RULES}/test_leaks.py {RULES}/test_leak_table.py",
    ),
    # git
    Fault("scrapers/history.py", "if len(frontier) > 1:", "if False:", "tests/scrapers/test_history.py"),
    Fault(
        "scrapers/history.py",
        "max(self._times[commit], times[-1] if times else 0)",
        "self._times[commit]",
        "tests/scrapers/test_history.py",
    ),
    Fault(
        "scrapers/history.py",
        "return min([last, *(place - 1 for place in own_places)])",
        "return last",
        "tests/scrapers/test_history.py",
    ),
    Fault(
        "scrapers/diffing.py",
        'text, left = b"\\n" + text[:end], text[end:]',
        'text, left = b"\\n" + text, b""',
        "tests/scrapers/test_patches.py",
    ),
    Fault(
        "scrapers/diffing.py",
        "if parts is not None and child.wait() == 0:",
        "if parts is not None:",
        "tests/scrapers/test_patches.py",
    ),
    # passes
    Fault(
        "curate/prs/patches.py",
        "history.merge_base(head.sha, head.at, head.own)",
        "history.merge_base(head.sha, None, head.own)",
        f"tests/curate/prs {DEMO}",
    ),
    Fault(
        "curate/prs/patches.py",
        "history.merge_base(head.sha, head.at, head.own)",
        "history.merge_base(head.sha, head.at, ())",
        f"tests/curate/prs {DEMO}",
    ),
    Fault("curate/prs/sink.py", "        self._writer.drop(drops)\n", "", DEMO),
    Fault(
        "schemas/store/replaceable.py", "        if foreign:\n", "        if False:\n", "tests/schemas/test_store.py"
    ),
    Fault(
        "schemas/store/atomic.py",
        "            check_place(out, check)  # it may",
        "            pass  # it may",
        "tests/schemas/test_store.py",
    ),
    Fault("schemas/store/jsonl.py", "        file.truncate(start)", "        pass", "tests/schemas/test_store.py"),
    Fault(
        "scrapers/union.py",
        "if newer.conclusion is not None else (older, newer)",
        "if True else (older, newer)",
        "tests/scrapers/test_union.py",
    ),
    # GitHub
    Fault("scrapers/github/headers.py", "return max(seconds, 0.0)", "return None", f"{ANSWERS} {REPORTS}"),
    Fault(
        "scrapers/github/client.py",
        "        if requests_left(answer.headers) == 0:",
        "        if False:",
        f"{REPORTS} tests/scrapers/live/test_live_fetch.py",
    ),
    Fault("scrapers/github/answers.py", '"RESOURCE_LIMITS_EXCEEDED", ', "", ANSWERS),
    Fault(
        "scrapers/github/client.py",
        "if self._streak.expensive > TOO_EXPENSIVE_IN_A_ROW:",
        "if False:",
        "tests/scrapers/live/test_live_second_github.py",
    ),
    # releases
    Fault(
        "releases/retries.py",
        "pause = asked if asked is not None else",
        "pause =",
        f"{PUSH} tests/releases/test_hub_answers.py",
    ),
    Fault(
        "releases/retries.py",
        "                self._failures = 0\n",
        "                pass\n",
        f"{PUSH} tests/releases/test_hub_answers.py",
    ),
    Fault("releases/push.py", "    if release.version <= seen.latest:", "    if False:", PUSH),
    Fault("releases/push.py", "parent.manifest_sha256 != seen.latest_manifest:", "False:", PUSH),
    Fault("releases/push.py", "- {HUB_FILE})", ")", PUSH),
    Fault("releases/splits.py", "if named.get(unit) != held.get(unit):", "if False:", "tests/releases/test_checks.py"),
    Fault(
        "releases/versions.py",
        "return Version(self.major, self.minor + 1, 0)",
        "return Version(self.major, self.minor + 1, self.patch)",
        "tests/releases",
    ),
    # Lean
    Fault("formalize/gate/source_rules.py", '"debug.",\n', "", "tests/formalize/gate"),
    Fault("formalize/lean/process.py", '"TMPDIR")', '"TMPDIR", "HF_TOKEN")', "tests/formalize/lean/test_process.py"),
    Fault(
        "formalize/judge/judge.py",
        'if constant.kind != "theorem" or not constant.safe:',
        "if False:",
        f"{ATTACKS}::test_odd_files_get_a_verdict",
    ),
    Fault(
        "formalize/judge/judge.py",
        "if name not in ALLOWED_AXIOMS or name in table.constants]",
        "if name not in ALLOWED_AXIOMS]",
        ATTACKS,
    ),
    Fault("formalize/judge/judge.py", "        if why is not None:\n", "        if False:\n", ATTACKS),
    Fault(
        "formalize/judge/judge.py",
        "        if not self.lean.kernel_is_sound:",
        "        if False:",
        f"{JUDGE}/test_kernels.py",
    ),
    Fault("formalize/judge/judge.py", "        if missing:\n", "        if False:\n", ATTACKS),
    Fault("formalize/judge/batch.py", 'if one.verdict != "unknown"}', "}", f"{JUDGE}/test_batch.py"),
    # builds and tasks
    Fault("curate/builds/verdict.py", "    if code < 0 or code > 128:", "    if False:", "tests/curate/builds"),
    Fault(
        "curate/builds/run.py",
        'outcome.record["verdict"] != "unknown"',
        "True",
        "tests/curate/builds/test_build_runs.py",
    ),
    Fault(
        "curate/tasks/cluster.py",
        '            if answer["ending"] in ("done", "failed"):',
        "            if True:",
        "tests/curate/tasks",
    ),
    # pages
    Fault(
        "curate/report/blocks.py",
        "return escape_text(value) if isinstance(value, str) else value",
        "return value",
        "tests/curate/report",
    ),
)


def plant(fault: Fault, checkout: Path) -> bool:
    """Edits the copy; False when the text to change is not there exactly once."""
    path = checkout / fault.path
    if not path.is_file():
        return False
    text = path.read_text(encoding="utf-8")
    if text.count(fault.old) != 1:
        return False
    path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
    return True


def run_tests(fault: Fault, checkout: Path) -> bool:
    """Whether the tests of a fault notice it: one of them fails."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--no-header",
        "-p",
        "no:cacheprovider",
        *fault.tests.split(),
    ]
    env = {**os.environ, "PYTHONPATH": str(checkout)}
    try:
        done = subprocess.run(command, cwd=checkout, env=env, capture_output=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode == 1


def copy_checkout(folder: Path) -> Path:
    """A copy of what git tracks, links as links."""
    checkout = folder / "checkout"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        source, target = ROOT / name, checkout / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)
    return checkout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="Only faults whose path holds this word.")
    parser.add_argument("--list", action="store_true", help="Say whether each fault can still be planted, and end.")
    asked = parser.parse_args()
    faults = [fault for fault in FAULTS if asked.only in fault.path]
    survivors: list[Fault] = []
    with tempfile.TemporaryDirectory() as folder:
        checkout = copy_checkout(Path(folder))
        for number, fault in enumerate(faults, 1):
            original = (checkout / fault.path).read_bytes() if (checkout / fault.path).is_file() else b""
            began = time.monotonic()
            planted = plant(fault, checkout)
            seen = planted and (asked.list or run_tests(fault, checkout))
            if planted:
                (checkout / fault.path).write_bytes(original)
            word = "stale" if not planted else "noticed" if seen else "SURVIVED"
            print(
                f"{number}/{len(faults)} {word} {time.monotonic() - began:.0f} s  {fault.path}: {fault.old.strip()!r}",
                flush=True,
            )
            if not seen:
                survivors.append(fault)
    print(f"{len(faults) - len(survivors)} of {len(faults)} noticed, {len(survivors)} survived")
    return 0 if len(survivors) <= ALLOWED_SURVIVORS else 1


if __name__ == "__main__":
    sys.exit(main())
