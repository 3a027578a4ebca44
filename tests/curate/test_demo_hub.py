"""`curate demo --hub`: a Hub to try things on."""

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path


def test_the_hub_of_the_demo_says_how_to_reach_it_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    start = [sys.executable, "-c", "from curate.cli import main; main()"]
    line = [*start, "demo", "--hub", "--dir", str(tmp_path / "demo")]
    env = {**os.environ, "NO_PROXY": "127.0.0.1"}
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, env=env) as process:
        check_hub(process)


def check_hub(process: "subprocess.Popen[str]") -> None:
    """What it says is true, and it ends."""
    assert process.stderr is not None
    said = ""
    while "Ctrl-C" not in said and process.poll() is None:
        said += process.stderr.readline()
    settings = next(text for text in said.splitlines() if "export HF_ENDPOINT=" in text)
    endpoint = settings.split("HF_ENDPOINT=")[1].split()[0]
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    asked = urllib.request.Request(f"{endpoint}/api/whoami-v2", headers={"Authorization": "Bearer hf_demo"})
    with direct.open(asked) as answer:
        assert answer.status == 200
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) in (0, 3)
