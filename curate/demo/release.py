"""`curate demo --release`: two versions of the demo's dataset published to a stand-in Hub, as a user types it."""

from collections.abc import Mapping
from pathlib import Path
from threading import Event

from curate.console import Screen
from curate.demo.mathlibpr import SPLIT_AT, UNTIL, make_sources
from curate.demo.shell import Shell
from curate.standins.hub.server import serve_hub

TOKEN = "hf_demo"  # noqa: S105  (the stand-in's own)
TARGET = "owner/mathlibpr-demo"
EARLIER = "2026-03-05"
"""The first version ends here; the pull requests that were closed later are the second version's news."""
LOAD = """\
from datasets import disable_progress_bars, load_dataset
disable_progress_bars()
for version in ("v0.1.0", "v0.2.0"):
    rows = load_dataset("{repo}", "snapshots", revision=version)
    print(version, {{split: len(rows[split]) for split in rows}})
"""


def run_demo(screen: Screen, directory: Path) -> None:
    """Builds and publishes 0.1.0, then 0.2.0 with more pull requests; loads both side by side and verifies both.

    Every line that is shown with a `$` is run as it stands, in `directory`.
    """
    screen.note(f"making a small upstream in {directory}")
    make_sources(directory)
    with serve_hub(directory / "hub", {TOKEN: "write"}) as hub:
        shell = Shell(screen, directory, _settings(directory, hub.endpoint))
        screen.note(f"a stand-in Hub listens at {hub.endpoint}; in {directory}:")
        screen.note(f"$ export HF_ENDPOINT={hub.endpoint} HF_HUB_DISABLE_XET=1 HF_TOKEN={TOKEN}")
        shell.run(_prs("first", EARLIER))
        shell.run(f"curate release build first --version 0.1.0 --to {TARGET} --out v0.1.0")
        shell.run("curate release push v0.1.0")
        shell.run(_prs("second", UNTIL.isoformat(), "--frozen-splits v0.1.0/splits"))
        shell.run(f"curate release diff {TARGET}@0.1.0 second")
        shell.run(f"curate release build second --version 0.2.0 --previous {TARGET}@0.1.0 --to {TARGET} --out v0.2.0")
        shell.run("curate release push v0.2.0 --dry-run")
        shell.run("curate release push v0.2.0")
        shell.run(f"curate release list {TARGET}")
        (directory / "load.py").write_text(LOAD.format(repo=TARGET), encoding="utf-8")
        shell.run("python load.py")
        shell.run(f"curate release verify {TARGET}@0.1.0")
        shell.run(f"curate release verify {TARGET}@0.2.0")
        if screen.is_terminal:
            _stay(screen, hub.endpoint)


def _prs(out: str, until: str, more: str = "") -> str:
    days = ",".join(day.isoformat() for day in SPLIT_AT)
    return (
        "curate prs --queueboard queueboard --git mathlib4.git --workspace workspace"
        f" --until {until} --split-at {days} {more} --out {out}"
    ).replace("  ", " ")


def _settings(directory: Path, endpoint: str) -> Mapping[str, str]:
    return {
        "HF_ENDPOINT": endpoint,
        "HF_HUB_DISABLE_XET": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_TOKEN": TOKEN,
        "HF_HOME": str(directory.resolve() / "hf-home"),
        "NO_PROXY": "127.0.0.1",
    }


def _stay(screen: Screen, endpoint: str) -> None:
    screen.note(f"the stand-in stays at {endpoint} for your own tries; Ctrl-C ends it")
    try:
        Event().wait()
    except KeyboardInterrupt:
        screen.note("ended")
