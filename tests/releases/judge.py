"""Judges that are not ours: they live in an environment of their own, made once and kept in the user's cache.

Their dependencies are old or many; beside ours they would not do. Without PyPI the tests that need them are skipped.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

JUDGES = ("mlcroissant[parquet]==1.1.1", "cffconvert==2.0.0", "olah==0.5.4")


@pytest.fixture(scope="session")
def judges() -> Path:
    """The folder of the judges' programs."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "curate"
    name = hashlib.sha256(repr((JUDGES, sys.version_info[:2])).encode()).hexdigest()[:12]
    home = cache / f"judges-{name}"
    if not (home / "ready").exists():
        make = [[sys.executable, "-m", "venv", "--clear", str(home)]]
        make.append([str(home / "bin/python"), "-m", "pip", "install", "--quiet", *JUDGES])
        for command in make:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                pytest.skip(f"the judges {', '.join(JUDGES)} can't be installed: {done.stderr.strip()[-300:]}")
        (home / "ready").touch()
    return home / "bin"
