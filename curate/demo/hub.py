"""`curate demo --hub`: the stand-in Hub alone, for tries of one's own."""

from pathlib import Path
from threading import Event

from curate.console import Screen
from curate.standins.hub.server import serve_hub

TOKEN = "hf_demo"  # noqa: S105  (the stand-in's own)


def run_demo(screen: Screen, directory: Path, until: Event | None = None) -> None:
    """Serves an empty Hub over `directory` until Ctrl-C (or `until` is set), and says how to point commands at it."""
    with serve_hub(directory / "hub", {TOKEN: "write"}) as hub:
        screen.note(f"a stand-in Hub listens at {hub.endpoint}; its repositories lie in {directory / 'hub'}")
        screen.note("in another terminal:")
        screen.note(f"  export HF_ENDPOINT={hub.endpoint} HF_HUB_DISABLE_XET=1 HF_TOKEN={TOKEN} NO_PROXY=127.0.0.1")
        screen.note("  curate release build DATASET --version 0.1.0 --to owner/mydata --out v0.1.0")
        screen.note("  curate release push v0.1.0 && curate release verify owner/mydata@0.1.0")
        screen.note("  python -c 'from datasets import load_dataset; print(load_dataset(\"owner/mydata\"))'")
        screen.note("Ctrl-C ends it")
        try:
            (until or Event()).wait()
        except KeyboardInterrupt:
            screen.note("ended")
