"""What others say of a release: mlcroissant, cffconvert, and olah, a Hub that is not ours."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from curate.releases.hub import open_hub
from curate.releases.push import look, push_release, read_release
from curate.releases.retries import RetryPolicy
from curate.schemas.store.manifest import ReleaseManifest, read_manifest
from curate.standins.hub.server import Hub

REPO = "owner/mathlibpr"
pytestmark = pytest.mark.filterwarnings("ignore:Use 'content=<...>':DeprecationWarning")

READ_CROISSANT = """
import json, sys, mlcroissant
dataset = mlcroissant.Dataset(jsonld=sys.argv[1])
issues = dataset.metadata.issues
counts = {}
for records in dataset.metadata.record_sets:
    rows = list(dataset.records(records.id))
    counts[records.id] = [len(rows), sorted(rows[0])]
print(json.dumps({"errors": sorted(issues.errors), "counts": counts}))
"""

LOAD = """
import json, sys
from datasets import disable_progress_bars, get_dataset_config_names, load_dataset
disable_progress_bars()
repo, *versions = sys.argv[1:]
found = {}
for version in versions:
    for config in get_dataset_config_names(repo, revision=version):
        rows = load_dataset(repo, config, revision=version)
        stream = load_dataset(repo, config, revision=version, streaming=True)
        counts = {split: [rows[split].num_rows, sum(1 for _ in stream[split])] for split in rows}
        found.setdefault(version, {})[config] = counts
print(json.dumps(found))
"""


def run(command: list[str], **env: str) -> str:
    """What `command` prints; it must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **env}, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_mlcroissant_finds_no_error_and_reads_every_record(judges: Path, later: Path) -> None:
    said = json.loads(
        run([str(judges / "python"), "-c", READ_CROISSANT, str(later / "croissant.json")]).splitlines()[-1]
    )
    manifest = read_manifest(later, ReleaseManifest)
    assert said["errors"] == []
    assert {name: count for name, (count, _) in said["counts"].items()} == {
        f"{config}-{split}": rows for config, splits in manifest.rows.items() for split, rows in splits.items()
    }
    assert "snapshots-train/label" in said["counts"]["snapshots-train"][1]


def test_cffconvert_accepts_the_citation(judges: Path, later: Path) -> None:
    run([str(judges / "cffconvert"), "--validate", "--infile", str(later / "CITATION.cff")])


def publish(hub: Hub, folder: Path, ledger: Path) -> None:
    release, client, retries = read_release(folder), open_hub(REPO, hub.endpoint), RetryPolicy(lambda _: None)
    push_release(client, release, ledger, look(client, release, ledger).head, retries, lambda _: None)


def check_loads(endpoint: str, versions: dict[str, Path], home: Path) -> None:
    """`datasets` loads every config of each version by its tag, streaming too, with all rows of the manifest."""
    env = {"HF_ENDPOINT": endpoint, "HF_HOME": str(home), "HF_TOKEN": "hf_reader", "NO_PROXY": "127.0.0.1"}
    said = json.loads(run([sys.executable, "-W", "ignore", "-c", LOAD, REPO, *versions], **env).splitlines()[-1])
    assert said == {
        version: {
            config: {split: [count, count] for split, count in splits.items()}
            for config, splits in read_manifest(folder, ReleaseManifest).rows.items()
        }
        for version, folder in versions.items()
    }


@pytest.mark.parametrize("server", ["the stand-in", "olah"])
def test_datasets_loads_every_config_of_both_versions_by_tag(
    server: str, hub: Hub, earlier: Path, later: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    for folder in (earlier, later):
        publish(hub, folder, tmp_path / "ledger.jsonl")
    versions = {"v0.1.0": earlier, "v0.2.0": later}
    if server == "olah":
        with serve_olah(request.getfixturevalue("judges"), hub, tmp_path) as endpoint:
            check_loads(endpoint, versions, tmp_path / "home")
    else:
        check_loads(hub.endpoint, versions, tmp_path / "home")


@contextmanager
def serve_olah(programs: Path, hub: Hub, scratch: Path) -> Iterator[str]:
    """The repository of `hub`, cloned with git and served by olah; its address."""
    bare = hub.repo(REPO)
    checkout = scratch / "mirror" / "datasets" / REPO
    subprocess.run(["git", "clone", "-q", str(bare.folder), str(checkout)], check=True, capture_output=True)
    for item in bare.large.iterdir():
        target = checkout / ".git/lfs/objects" / item.name[:2] / item.name[2:4] / item.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(item, target)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = scratch / "olah.toml"
    own = f"127.0.0.1:{port}"
    config.write_text(
        f'[basic]\nhost = "127.0.0.1"\nport = {port}\nssl-key = ""\nssl-cert = ""\nrepos-path = "{scratch}/olah"\n'
        f'hf-scheme = "http"\nhf-netloc = "127.0.0.1:9"\nhf-lfs-netloc = "127.0.0.1:9"\nmirror-scheme = "http"\n'
        f'mirror-netloc = "{own}"\nmirror-lfs-netloc = "{own}"\nmirrors-path = ["{scratch}/mirror"]\n'
        "[accessibility]\noffline = true\n"
    )
    with (scratch / "olah.txt").open("wb") as said:
        process = subprocess.Popen(
            [str(programs / "olah-cli"), "-c", str(config)], cwd=scratch, stdout=said, stderr=said
        )
    try:
        wait_for(f"http://{own}/api/datasets/{REPO}/revision/v0.1.0", process, scratch / "olah.txt")
        yield f"http://{own}"
    finally:
        process.terminate()
        process.wait()


def wait_for(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Waits until `address` answers.

    Raises:
        AssertionError: the process ended, or a minute passed.
    """
    for _ in range(240):
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{address}: {error.code}\n{log.read_text()}") from error
        except OSError:
            time.sleep(0.25)
    raise AssertionError(f"olah did not start:\n{log.read_text()}")
